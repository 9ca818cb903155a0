import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeAll, expect, inject, test } from 'vitest'
import { openHalfOpenProxy } from '#test/database/half-open-proxy.ts'
import { openOwnPostgres } from '#test/database/own-postgres.ts'
import { type BellOptions, openBell } from './bell.ts'

let url: string
const closing: (() => Promise<unknown>)[] = []
beforeAll(() => {
  url = inject('databaseUrl')
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A bell that is closed after the test; `quiet` polls so rarely that only notifications and reconnections are heard. */
function bellTo(databaseUrl: string, options: BellOptions = {}) {
  const bell = openBell(databaseUrl, options)
  closing.push(() => bell.close())
  return bell
}
const quiet = { poll: 3_600_000 }

/** Every notification of appended events from a bell. */
function heardBy(bell: ReturnType<typeof openBell>) {
  const notifications: (readonly string[] | 'all')[] = []
  bell.listen('fettle_appended', (companyIds) => notifications.push(companyIds))
  const notifiedCompanies = () => notifications.filter((one) => one !== 'all').flat()
  const all = () => notifications.filter((one) => one === 'all').length
  return {
    notifications,
    notifiedCompanies,
    all,
    connected: () => expect.poll(all).toBeGreaterThan(0),
  }
}

const anId = () => randomUUID()

test('a listener promptly learns which companies have new events, once for many rings', async () => {
  const listener = heardBy(bellTo(url, quiet))
  await listener.connected()
  const ringer = bellTo(url)
  const id = anId()
  for (let ring = 0; ring < 100; ring += 1) ringer.ring('fettle_appended', [id])
  ringer.ring('fettle_projected', [anId()])
  await expect.poll(listener.notifiedCompanies).toEqual([id])
})

test('stopping a listener twice does not remove another', async () => {
  const bell = bellTo('postgres://nobody@127.0.0.1:1/nothing', { poll: 10 })
  const stop = bell.listen('fettle_appended', () => undefined)
  const other = heardBy(bell)
  stop()
  stop()
  await expect.poll(other.all).toBeGreaterThan(0)
})

test('a thousand companies at once are announced in several notifications, each small enough for PostgreSQL', async () => {
  const listener = heardBy(bellTo(url, quiet))
  await listener.connected()
  const ids = Array.from({ length: 1_000 }, anId)
  bellTo(url).ring('fettle_appended', ids)
  await expect.poll(() => listener.notifiedCompanies().toSorted()).toEqual(ids.toSorted())
  for (const notice of listener.notifications) expect(String(notice).length).toBeLessThan(8_000)
})

test('a listener is told to check everything every second, even while PostgreSQL cannot be reached', async () => {
  const faults: unknown[] = []
  const bell = bellTo('postgres://nobody@127.0.0.1:1/nothing', { onFault: (error) => faults.push(error) })
  const listener = heardBy(bell)
  bell.ring('fettle_appended', [anId()])
  await expect.poll(listener.all).toBeGreaterThanOrEqual(2)
  expect(faults.length).toBeGreaterThan(0)
})

test('a stopped listener is not called again', async () => {
  const bell = bellTo(url, { poll: 20 })
  let calls = 0
  const stop = bell.listen('fettle_projected', () => {
    calls += 1
  })
  await expect.poll(() => calls).toBeGreaterThan(0)
  stop()
  const after = calls
  await sleep(100)
  expect(calls).toBe(after)
})

test('after its backend is terminated a listener checks everything and is notified again', async () => {
  const listener = heardBy(bellTo(url, quiet))
  await listener.connected()
  const before = listener.all()
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  closing.push(() => admin.end())
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fettle-bell' and datname = current_database()",
  )
  await expect.poll(listener.all).toBeGreaterThan(before)
  const id = anId()
  bellTo(url).ring('fettle_appended', [id])
  await expect.poll(listener.notifiedCompanies).toEqual([id])
})

test('listening and ringing both survive a restart of PostgreSQL, however long it takes', async () => {
  const server = await openOwnPostgres()
  closing.push(server.close)
  const listener = heardBy(bellTo(server.url, quiet))
  await listener.connected()
  const ringer = bellTo(server.url)
  ringer.ring('fettle_appended', [anId()])
  await expect.poll(() => listener.notifiedCompanies().length).toBe(1)
  await server.stop()
  ringer.ring('fettle_appended', [anId()])
  await sleep(4_000)
  const before = listener.all()
  await server.start()
  await expect.poll(listener.all).toBeGreaterThan(before)
  const id = anId()
  // A ring may be lost if connecting takes too long on a busy machine: listeners poll for that.
  await expect
    .poll(() => {
      ringer.ring('fettle_appended', [id])
      return listener.notifiedCompanies()
    })
    .toContain(id)
})

test('a connection that goes silent is detected by its heartbeat, and polling continues until then', async () => {
  const proxy = await openHalfOpenProxy(url)
  closing.push(proxy.close)
  const listener = heardBy(bellTo(proxy.url))
  // TCP alone would notice after hours.
  const reconnected = heardBy(bellTo(proxy.url, { ...quiet, heartbeat: 1_000, overdue: 1_000 }))
  await Promise.all([listener.connected(), reconnected.connected()])
  const before = { polls: listener.all(), connections: reconnected.all() }
  proxy.freeze()
  await expect.poll(listener.all).toBeGreaterThanOrEqual(before.polls + 2)
  await expect.poll(reconnected.all).toBeGreaterThan(before.connections)
  const id = anId()
  bellTo(url).ring('fettle_appended', [id])
  await expect.poll(reconnected.notifiedCompanies).toContain(id)
})
