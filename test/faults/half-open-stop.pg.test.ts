import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { type HalfOpenProxy, openHalfOpenProxy } from '#test/database/half-open-proxy.ts'
import { expectFound } from '#test/reliability/control.ts'
import { freePort, processOf } from './processes.ts'

let database: TestDatabase
let proxy: HalfOpenProxy
beforeAll(async () => {
  database = await createDatabase()
  proxy = await openHalfOpenProxy(database.url)
})
afterAll(async () => {
  await proxy.close()
  await database.drop()
})

/** Milliseconds. They end after six seconds; without that limit it takes over a minute. */
const soon = 30_000

test('both programs stop within seconds although their connections to the database have gone silent', {
  timeout: 300_000,
}, async ({ task }) => {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const folder = await mkdtemp(path.join(inject('temporaryFolder'), 'half-open-'))
  const environment = { DATABASE_URL: proxy.url, PORT: `${port}`, FETTLE_DATA: folder, FETTLE_LOG_LEVEL: 'info' }
  const api = processOf('api/main.ts', environment, async () => (await fetch(address + paths.readyz)).ok)
  const projector = processOf('projector/main.ts', environment, async () => projector.output().includes('projecting'))
  const waiting = (url: string) => {
    const program = processOf(`${import.meta.dirname}/waits-for-ever.ts`, { DATABASE_URL: url }, async () =>
      program.output().includes('connected'),
    )
    return program
  }
  const [patient, undisturbed] = [waiting(proxy.url), waiting(database.url)]
  await Promise.all([api, projector, patient, undisturbed].map((one) => one.start()))
  const registration = { businessName: 'Bright Repairs', username: 'Sarah', email: 'sarah@example.com' }
  const registered = await fetch(address + paths.register, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...registration, password: 'sash window 14' }),
  })
  expect(registered.status).toBe(200)
  // Requests under way have every connection of the pool in their hands.
  const { token } = await registered.json()
  const read = () => fetch(address + paths.jobs, { headers: { authorization: `Bearer ${token}` } })
  await Promise.all(Array.from({ length: 20 }, read))
  proxy.freeze()
  const underWay = Array.from({ length: 20 }, () => read().catch(() => undefined))
  // Answered after the requests before it have come in.
  expect((await fetch(address + paths.healthz)).status).toBe(200)
  expect([api.isRunning(), projector.isRunning()]).toEqual([true, true])
  const since = performance.now()
  const stopping = patient.kill('SIGTERM')
  await Promise.all([api.kill('SIGTERM'), projector.kill('SIGTERM')])
  task.meta.extent = `stopped in ${Math.round(performance.now() - since)} ms`
  expect(performance.now() - since).toBeLessThan(soon)
  await undisturbed.kill('SIGTERM')
  expectFound(task, 'a program that waits for its connections', patient.isRunning() ? ['it still runs'] : [])
  await patient.kill('SIGKILL')
  await stopping
  await Promise.all(underWay)
})
