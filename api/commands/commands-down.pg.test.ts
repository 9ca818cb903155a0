import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Job } from '#core/job/job.ts'
import { noteCount, notesPage } from '#core/job/newest-notes.ts'
import type { CommandResult } from '#core/wire/commands.ts'
import { paths } from '#core/wire/paths.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { type FaultyProxy, openFaultyProxy } from '#test/database/faulty-proxy.ts'
import { command, createJob } from '#test/server/commands.ts'
import { listen } from '#test/server/push-client.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let database: TestDatabase
let line: FaultyProxy
let server: TestServer
let olga: SignedInTest
beforeAll(async () => {
  database = await createDatabase()
  line = await openFaultyProxy(database.url)
  server = await startServer({ databaseUrl: line.url }, { database })
  olga = await server.registerCompany()
})
afterAll(async () => {
  await line.mend()
  await server.close()
  await line.close()
  await database.drop()
})

const send = (commands: object[]) => server.call(paths.commands, { token: olga.token, body: { commands } })

/** Retries until accepted, as a device does; counts the 503s. */
async function sendUntilAccepted(commands: object[]): Promise<{ results: CommandResult[]; failures: number }> {
  for (let failures = 0; ; failures += 1) {
    const answer = await send(commands)
    if (answer.status === 200) return { results: (await answer.json()).results, failures }
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('2')
    await sleep(30)
  }
}

test('commands sent while the database is down get a 503, and are accepted once when it is back', async () => {
  const { jobId } = await createJob(server, olga)
  const notes = [1, 2, 3].map((note) => command('AddNote', { jobId, noteId: uuid(), note: `${note}` }))
  await line.cut()
  expect((await send(notes)).status).toBe(503)
  await line.mend()
  const { results } = await sendUntilAccepted(notes)
  expect(results.map((one) => one.status)).toEqual(['accepted', 'accepted', 'accepted'])
  expect(await sendUntilAccepted(notes)).toEqual({ results, failures: 0 })
})

test('interrupted requests that are retried are accepted once, and the sockets receive every change', async () => {
  const { jobId } = await createJob(server, olga)
  const device = await listen(server, olga)
  let cutting = true
  let accepted = 0
  const cuts = (async () => {
    while (cutting) {
      // However slow the machine is, a request gets through between two cuts.
      const before = accepted
      while (cutting && accepted === before) await sleep(10)
      await sleep(Math.random() * 200)
      await line.mend()
    }
  })()
  let failures = 0
  let sent = 0
  const writers = Array.from({ length: 3 }, async (_, writer) => {
    // A fast machine writes more, until a cut has hit one of the requests.
    for (let round = 0; round < 6 || failures === 0; round += 1) {
      const notes = [0, 1, 2].map((note) =>
        command('AddNote', { jobId, noteId: uuid(), note: `${writer} ${round} ${note}` }),
      )
      sent += notes.length
      const outcome = await sendUntilAccepted(notes)
      failures += outcome.failures
      accepted += 1
      expect(outcome.results.every((one) => one.status === 'accepted')).toBe(true)
    }
  })
  await Promise.all(writers)
  cutting = false
  await cuts
  expect(failures).toBeGreaterThan(0)
  // The same push may include another job's earlier changes.
  const jobIn = (rows: readonly object[]) => (rows as Job[]).find((one) => one.jobId === jobId)
  const isWhole = (job: Job | undefined) => job !== undefined && noteCount(job) === sent
  const { rows } = await device.pushed((push) => push.projection === 'job' && isWhole(jobIn(push.rows)))
  const newest = jobIn(rows)?.extraNotes.map((one) => one.note) ?? []
  expect(newest.length).toBe(Math.min(sent, notesPage))
  expect(new Set(newest).size).toBe(newest.length)
  expect(device.socket.connected).toBe(true)
  device.close()
})
