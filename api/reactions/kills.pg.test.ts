import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifyPeople } from '#core/reactions/notify-people.ts'
import { connect, inTransaction } from '#ledger/database/connect.ts'
import { dana, tom } from '#test/core/given-when-then.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { killEnginesByTurns } from '#test/faults/kill-engines.ts'
import { appendJobs, notToldOnce, type Told } from '#test/histories/told-jobs.ts'
import { expectFound } from '#test/reliability/control.ts'
import { count, lengthOf, seedOf } from '#test/reliability/extent.ts'
import { type Random, randomOf } from '#test/simulation/clock/random.ts'
import { companiesBehind, readStart } from './checkpoint-rows.ts'

const kills = lengthOf('FETTLE_KILLS', 8)
const events = lengthOf('FETTLE_EVENTS', 240)

let databases: TestDatabase[]
beforeAll(async () => {
  databases = await Promise.all([createDatabase(), createDatabase()])
})
afterAll(async () => {
  for (const one of databases) await one.drop()
})

type Extent = { times: number; events: number; env: Record<string, string> }

/** Kills two engines at random moments while events are appended. Returns what is wrong with what people were told. */
async function killEngines(databaseUrl: string, random: Random, { times, events, env }: Extent) {
  const api = connect(databaseUrl, 'fettle_api', { max: 4 })
  const overview = connect(databaseUrl, 'fettle_projector', { max: 1 })
  const owner = connect(databaseUrl, undefined, { max: 1 })
  await readStart(api, notifyPeople.name)
  const { wanted, end } = await killEnginesByTurns({
    ...{ program: '#test/faults/engines/reaction-engine.ts', ready: 'reacting', longestPause: 30 },
    ...{ env: { ...env, DATABASE_URL: databaseUrl }, jobs: appendJobs(api, events), random, times, events },
  })
  await expect.poll(() => companiesBehind(overview, notifyPeople.name), { timeout: 120_000 }).toEqual([])
  // A faulty engine writes after it has moved on.
  await sleep(env.FETTLE_APART ? 1_000 : 0)
  await end()
  const { rows } = await inTransaction(owner, (client) =>
    client.query<Told>('select user_id "userId", job_id "jobId" from notification'),
  )
  for (const pool of [api, overview, owner]) await pool.end()
  return { wanted: wanted.length, faults: notToldOnce(wanted, rows) }
}

test('each person is told once of what concerns them although two engines at once are killed at random', {
  timeout: 300_000 + kills * 5_000 + events * 50,
}, async ({ task }) => {
  const random = randomOf(seedOf(task))
  const [sound, faulty] = databases.map((one) => one.url)
  const { wanted, faults } = await killEngines(sound ?? '', random, { times: kills, events, env: {} })
  task.meta.extent = `${count(events, 'event')}, ${count(kills, 'kill')}, ${count(wanted, 'notification')}`
  expect(faults).toEqual([])
  expect(wanted).toBeGreaterThan(events / 3)

  // Slow, so that a kill meets it between its two commits: a long run of it would not end.
  const env = { FETTLE_APART: 'yes' }
  const { faults: found } = await killEngines(faulty ?? '', random, { times: 4, events: 240, env })
  expectFound(task, 'an engine that commits its place apart from what it tells', found)
})

test('a notification that is told twice is found', () => {
  const told = { userId: tom.userId, jobId: uuid() }
  expect(notToldOnce([told, { ...told, userId: dana.userId }], [told, told])).toHaveLength(2)
})
