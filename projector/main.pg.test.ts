import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#test/faults/processes.ts'
import { openTestLedger, sampleHistory } from '#test/histories/stored-history.ts'
import { projectionStatus } from './status.ts'

let ledger: Awaited<ReturnType<typeof openTestLedger>>
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

/** The projector as a process, with its output and exit code. */
function start(environment: Record<string, string>) {
  const child: ChildProcess = fork(fileURLToPath(new URL('main.ts', import.meta.url)), {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk
    })
  const ended = once(child, 'exit').then(([code]) => ({ code, output }))
  return {
    child,
    ended,
    saying: async (text: string) => {
      while (!output.includes(text)) await sleep(20)
    },
  }
}

test('the process projects until it is told to stop, and exits cleanly', async () => {
  const events = sampleHistory(51, 100)
  await ledger.store(events)
  const { child, ended } = start({ DATABASE_URL: ledger.url })
  const done = async () => {
    const status = await projectionStatus(ledger.pool, events[0]?.companyId)
    return status.length > 0 && status.every((one) => one.lag === 0)
  }
  while (!(await done())) await sleep(50)
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
})

test('the process exits when its parent is gone', async () => {
  const { child, ended, saying } = start({ DATABASE_URL: ledger.url })
  await saying('projecting')
  child.disconnect()
  expect((await ended).code).toBe(0)
})

test('the process waits for the migrations, and can be stopped while it waits', async () => {
  const { child, ended, saying } = start({ DATABASE_URL: ledger.url.replace(/[^/]+$/, 'template1') })
  await saying('waiting for the migrations')
  child.kill('SIGINT')
  expect((await ended).code).toBe(0)
})

test('the process refuses an invalid setting with a plain message', async () => {
  const { ended } = start({ DATABASE_URL: 'mysql://nowhere' })
  const { code, output } = await ended
  expect(code).toBe(78)
  expect(output).toBe(
    'The setting DATABASE_URL must be a PostgreSQL address, postgres://user:password@host:port/database\n',
  )
})

test('the process refuses a database that may lose acknowledged changes', async () => {
  const name = new URL(ledger.url).pathname.slice(1)
  await ledger.owner.query(`alter database ${name} set synchronous_commit = off`)
  const { ended } = start({ DATABASE_URL: ledger.url })
  const { code, output } = await ended
  await ledger.owner.query(`alter database ${name} reset synchronous_commit`)
  expect(code).toBe(78)
  expect(output).toContain('synchronous_commit off')
})

test('the process serves its figures if a port is set', async () => {
  const port = await freePort()
  const { child, ended, saying } = start({ DATABASE_URL: ledger.url, FETTLE_METRICS_PORT: String(port) })
  await saying('projecting')
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(text).toMatch(/^fettle_projector_events_total \d+$/m)
  expect(text).toMatch(/^fettle_projector_lag_events \d+$/m)
  child.kill('SIGTERM')
  await ended
})

test('the process keeps projecting when another program has the port of its figures', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  const { child, ended, saying } = start({ DATABASE_URL: ledger.url, FETTLE_METRICS_PORT: String(address.port) })
  await saying('cannot serve the metrics')
  await saying('projecting')
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
  taken.close()
})
