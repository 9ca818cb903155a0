import { createSecretKey, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NewWebhook } from '#core/wire/connections/webhooks.ts'
import { connect, inCompany } from '#ledger/database/connect.ts'
import { dana } from '#test/core/given-when-then.ts'
import { jobCreated } from '#test/core/job-events.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { processOf } from '#test/faults/processes.ts'
import { appendCompany, appendOne } from '#test/histories/told-jobs.ts'
import { expectFound } from '#test/reliability/control.ts'
import { count, lengthOf, seedOf } from '#test/reliability/extent.ts'
import { startReceiver } from '#test/server/webhooks/receiver.ts'
import { type Random, randomOf } from '#test/simulation/clock/random.ts'
import { makeWebhook } from './keep-webhooks.ts'

const kills = lengthOf('FETTLE_KILLS', 6)
const events = lengthOf('FETTLE_EVENTS', 120)

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

/** What a receiver took: the seq of an event, and the id of its delivery. */
type Taken = { id: string; seq: number }

/** Events that were taken more or less than once. */
function faultsIn(wanted: readonly number[], taken: readonly Taken[]): string[] {
  const times = new Map(wanted.map((seq) => [seq, 0]))
  for (const { seq } of taken) times.set(seq, (times.get(seq) ?? 100) + 1)
  return [...times].filter(([_, often]) => often !== 1).map(([seq, often]) => `event ${seq} is taken ${often} times`)
}

/** What is left for a receiver that keeps the ids. */
const byId = (taken: readonly Taken[]): Taken[] => [...new Map(taken.map((one) => [one.id, one])).values()]

/** Kills two engines at random moments while events are appended. Returns what was wanted, and what arrived in order. */
async function killEngines(random: Random) {
  const api = connect(database.url, 'fettle_api', { max: 4 })
  const auth = connect(database.url, 'fettle_auth', { max: 1 })
  const receiver = await startReceiver()
  const key = randomBytes(32)
  const companyId = await appendCompany(api)
  await inCompany(auth, companyId, (client) => {
    const asked: NewWebhook = { url: receiver.url, audience: 'office', eventTypes: ['JobCreated'] }
    return makeWebhook(
      client,
      { companyId, userId: dana.userId },
      { ...asked, seq: 0 },
      createSecretKey(key),
      new Date(),
    )
  })
  const program = fileURLToPath(import.meta.resolve('#test/faults/engines/webhook-engine.ts'))
  const env = { DATABASE_URL: database.url, FETTLE_TEST_KEY: key.toString('hex') }
  const start = () => {
    const engine = processOf(program, env, async () => engine.output().includes('sending'))
    return { engine, started: engine.start() }
  }
  const engines = [start(), start()]
  let appended = 0
  const appendSome = async (most: number) => {
    for (const upTo = Math.min(appended + most, events); appended < upTo; appended += 1)
      await appendOne(api, companyId, jobCreated)
  }
  const chunk = Math.max(2, Math.floor(events / (kills + 1)))
  for (let killed = 0; killed < kills; killed += 1) {
    const which = killed % 2
    const { engine, started } = engines[which] ?? start()
    await started
    const arrived = receiver.seen.length
    const appending = appendSome(chunk)
    // So that each kill meets the engines at work.
    await expect.poll(() => receiver.seen.length, { interval: 1 }).toBeGreaterThan(arrived)
    // The answers of some are lost.
    receiver.answer = { status: random.between(0, 1) === 1 ? 503 : 200, text: '' }
    await sleep(random.between(0, 30))
    await engine.kill('SIGKILL')
    receiver.answer = { status: 200, text: '' }
    engines[which] = start()
    await appending
  }
  await appendSome(events)
  const taken = () => receiver.seen.map(({ id, payload }) => ({ id, seq: payload.event?.seq ?? 0 }))
  const { rows } = await inCompany(api, companyId, (client) =>
    client.query<{ seq: number }>(`select seq::int from event where company_id = $1 and type = 'JobCreated'`, [
      companyId,
    ]),
  )
  const wanted = rows.map((one) => one.seq)
  /** The deliveries that are not noted as delivered, the one that is tried last first, and in how many milliseconds that is. */
  const waiting = async () =>
    (
      await inCompany(api, companyId, (client) =>
        client.query<{ state: string; tries: number; status: number | null; dueIn: number }>(
          `select state, tries, status, (extract(epoch from due_at - now()) * 1000)::int as "dueIn"
           from webhook_delivery where state <> 'delivered' order by due_at desc`,
        ),
      )
    ).rows
  await expect.poll(() => new Set(taken().map((one) => one.seq)).size, { timeout: 120_000 }).toBe(wanted.length)
  // One that was refused several times may have a pause of minutes before it is tried once more.
  const [last] = await waiting()
  await expect.poll(waiting, { timeout: 120_000 + Math.max(0, last?.dueIn ?? 0) }).toEqual([])
  for (const { engine, started } of engines) {
    await started
    await engine.kill('SIGKILL')
  }
  for (const pool of [api, auth]) await pool.end()
  await receiver.close()
  return { wanted, taken: taken() }
}

test('a receiver that keeps the ids of deliveries takes each event once although two engines are killed at random', {
  timeout: 300_000 + kills * 5_000 + events * 50,
}, async ({ task }) => {
  const { wanted, taken } = await killEngines(randomOf(seedOf(task)))
  task.meta.extent = `${count(events, 'event')}, ${count(kills, 'kill')}, ${count(taken.length, 'call')}`
  expect(wanted).toHaveLength(events)
  expect(faultsIn(wanted, byId(taken))).toEqual([])
  // The same deliveries counted without their ids, one of them certain to arrive twice.
  expectFound(task, 'a receiver that keeps no ids', faultsIn(wanted, [...taken, ...taken.slice(0, 1)]))
  expectFound(task, 'an engine that forgets an event', faultsIn(wanted, byId(taken).slice(1)))
})
