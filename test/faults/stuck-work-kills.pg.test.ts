import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeWork } from '#api/accounts/unsent-work-rows.ts'
import { type UnsentWork, unsentDue } from '#core/notifications/unsent-work.ts'
import { connect, inCompany, inTransaction } from '#ledger/database/connect.ts'
import { dana, tom } from '#test/core/given-when-then.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { appendCompany, notToldOnce, type Told } from '#test/histories/told-jobs.ts'
import { expectFound } from '#test/reliability/control.ts'
import { count, lengthOf, seedOf } from '#test/reliability/extent.ts'
import { type Random, randomOf } from '#test/simulation/clock/random.ts'
import { killEnginesByTurns } from './kill-engines.ts'

const kills = lengthOf('FETTLE_KILLS', 6)
/** Devices with refused changes. */
const events = lengthOf('FETTLE_EVENTS', 90)
/** Fewer than the notifications that are kept for a person, so that none goes. */
const devicesOfCompany = 60
const devicesAtOnce = 2

let databases: TestDatabase[]
beforeAll(async () => {
  databases = await Promise.all([createDatabase(), createDatabase()])
})
afterAll(async () => {
  for (const one of databases) await one.drop()
})

/** Notes refused changes of eleven minutes ago on devices of Tom's, two at a time, of each of which Dana is to be told. */
async function* refuseChanges(api: pg.Pool, owner: pg.Pool, devices: number): AsyncGenerator<Told[]> {
  let companyId = ''
  for (let nth = 0; nth < devices; nth += devicesAtOnce) {
    if (nth % devicesOfCompany === 0) companyId = await appendCompany(api)
    const sessions = Array.from({ length: devicesAtOnce }, () => uuid())
    for (const sessionId of sessions) await refuseOne({ api, owner }, companyId, sessionId)
    yield sessions.map((jobId) => ({ userId: dana.userId, jobId }))
  }
}

async function refuseOne({ api, owner }: Record<'api' | 'owner', pg.Pool>, companyId: string, sessionId: string) {
  const since = new Date(Date.now() - 11 * 60_000).toISOString()
  const inserted = `insert into session (session_id, user_id, company_id, device) values ($1, $2, $3, 'phone')`
  await inTransaction(owner, (client) => client.query(inserted, [sessionId, tom.userId, companyId]))
  const work: UnsentWork = { refused: 1, waiting: 0, refusedSince: since, begunAt: since }
  await inCompany(api, companyId, (client) =>
    writeWork(client, {
      ...{ companyId, sessionId, userId: tom.userId, on: 'phone', toldOfAt: since },
      ...{ work: JSON.stringify(work), dueAt: unsentDue(work) },
    }),
  )
}

type Extent = { times: number; devices: number; env: Record<string, string> }

/** Kills two engines at random moments while devices report refused changes. Returns what is wrong with what the office was told. */
async function killEngines(databaseUrl: string, random: Random, { times, devices, env }: Extent) {
  const api = connect(databaseUrl, 'fettle_api', { max: 4 })
  const owner = connect(databaseUrl, undefined, { max: 2 })
  const { wanted, end } = await killEnginesByTurns({
    ...{
      program: '#test/faults/engines/stuck-work-engine.ts',
      ready: 'telling',
      longestPause: env.FETTLE_APART ? 300 : 30,
    },
    ...{ env: { ...env, DATABASE_URL: databaseUrl }, jobs: refuseChanges(api, owner, devices), random, times },
    events: (devices / devicesAtOnce) * 3,
  })
  const due = () =>
    inTransaction(
      owner,
      async (client) => (await client.query('select from unsent_work where due_at <= now()')).rowCount,
    )
  await expect.poll(due, { timeout: 120_000 }).toBe(0)
  // A faulty engine tells after it has noted so.
  await sleep(env.FETTLE_APART ? 1_000 : 0)
  await end()
  const { rows } = await inTransaction(owner, (client) =>
    client.query<Told>('select user_id "userId", job_id "jobId" from notification'),
  )
  for (const pool of [api, owner]) await pool.end()
  return { wanted: wanted.length, faults: notToldOnce(wanted, rows) }
}

test('the office is told once of each device with refused changes although two engines at once are killed at random', {
  timeout: 300_000 + kills * 5_000 + events * 50,
}, async ({ task }) => {
  const random = randomOf(seedOf(task))
  const [sound, faulty] = databases.map((one) => one.url)
  const { wanted, faults } = await killEngines(sound ?? '', random, { times: kills, devices: events, env: {} })
  task.meta.extent = `${count(wanted, 'device')}, ${count(kills, 'kill')}`
  expect(faults).toEqual([])
  expect(wanted).toBeGreaterThanOrEqual(events)

  // Slow, so that a kill meets it between its two commits: a long run of it would not end.
  const env = { FETTLE_APART: 'yes' }
  const { faults: found } = await killEngines(faulty ?? '', random, { times: 8, devices: 90, env })
  expectFound(task, 'an engine that notes apart from telling that it has told', found)
})
