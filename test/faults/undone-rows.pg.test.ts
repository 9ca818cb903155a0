import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Courier, openCourier } from '#api/push/courier.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { projections } from '#core/projections/projections.ts'
import type { Push } from '#core/wire/push.ts'
import { connect } from '#ledger/database/connect.ts'
import { project } from '#projector/live/project.ts'
import { createCheckpoints } from '#projector/rows/checkpoints.ts'
import { projectionStatus } from '#projector/status.ts'
import { type OwnPostgres, openOwnPostgres } from '#test/database/own-postgres.ts'
import { allLiveRows, foldedOneByOne, sampleHistory, storeEvents } from '#test/histories/stored-history.ts'

let postgres: OwnPostgres
let owner: pg.Pool
let pool: pg.Pool
let api: pg.Pool
beforeAll(async () => {
  postgres = await openOwnPostgres()
  owner = connect(postgres.url, undefined, { max: 1 })
  pool = connect(postgres.url, 'fettle_projector', { max: 2 })
  api = connect(postgres.url, 'fettle_api', { max: 1 })
})
afterAll(async () => {
  await Promise.all([owner, pool, api].map((one) => one.end()))
  await postgres.close()
})

const pushed = new Set(projections.filter((one) => one.pushed).map((one) => one.name))
const seqsOf = async (companyId: string) => [
  ...new Set((await projectionStatus(pool, companyId)).map((one) => one.seq)),
]

/** A company with 60 events in its log, of which 40 are folded and on the disk, and its device, which has them. */
async function followedCompany(seed: number) {
  const events = sampleHistory(seed, 60)
  const companyId = events[0]?.companyId ?? ''
  await storeEvents(owner, events)
  await createCheckpoints(pool, projections, companyId)
  await project(pool, companyId, projections, { limit: 40 })
  await owner.query('checkpoint')
  const told: Push[] = []
  const courier = openCourier({
    ledgerPool: api,
    overviewPool: pool,
    emit: (_, push) => told.push(push),
    rightsMayHaveChanged: async () => undefined,
  })
  await courier.follow(companyId)
  return { events, companyId, courier, told }
}

/** Folds the other 20 events and pushes them, and lets PostgreSQL die before it has written the folded rows to the disk. */
async function foldAndCrash({ companyId, courier }: { companyId: string; courier: Courier }) {
  const client = new pg.Client({ connectionString: postgres.url })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'walwriter'",
  )
  // It would write them within the second.
  process.kill(rows[0]?.pid ?? 0, 'SIGSTOP')
  await project(pool, companyId)
  expect(await seqsOf(companyId)).toEqual([60])
  await courier.look(companyId)
  await postgres.kill()
  await client.end().catch(() => undefined)
  await postgres.start()
  await expect.poll(() => seqsOf(companyId).catch(() => undefined)).toEqual([40])
}

const headOf = async (companyId: string) =>
  (await owner.query<{ seq: number }>('select seq from company_head where company_id = $1', [companyId])).rows[0]?.seq

/** Every projection once, at the last event, to be read again. */
const allToBeReadAgain = [...pushed].map((projection) => ({ projection, seq: 60, rows: [], removed: [], stale: true }))

async function expectFoldedOn({ events, companyId }: { events: readonly StoredEvent[]; companyId: string }) {
  expect(await headOf(companyId)).toBe(60)
  while ((await project(pool, companyId)).more);
  expect(await seqsOf(companyId)).toEqual([60])
  expect(await allLiveRows(pool, companyId)).toEqual(foldedOneByOne(events))
}

test('rows that a crash of PostgreSQL undoes are lost with their checkpoints and folded again; devices hear nothing older meanwhile', async () => {
  const company = await followedCompany(71)
  await foldAndCrash(company)
  const { companyId, courier, told } = company
  expect(await allLiveRows(pool, companyId)).toEqual(foldedOneByOne(company.events.slice(0, 40)))

  const before = told.splice(0)
  expect(before.every((push) => push.seq > 40)).toBe(true)
  await courier.lookAll()
  await courier.look(companyId)
  expect(told).toEqual([])
  await expectFoldedOn(company)
  await courier.lookAll()
  // Somebody may have read them while they were undone.
  expect(told).toMatchObject(allToBeReadAgain)
  expect(told).toHaveLength(allToBeReadAgain.length)
  await courier.lookAll()
  await courier.look(companyId)
  expect(told).toHaveLength(allToBeReadAgain.length)
})

test('devices read again after a crash even if the rows are folded again before anybody has looked', async () => {
  const company = await followedCompany(72)
  await foldAndCrash(company)
  await expectFoldedOn(company)
  company.told.length = 0
  await company.courier.look(company.companyId)
  expect(company.told).toEqual([])
  await company.courier.lookAll()
  expect(company.told).toMatchObject(allToBeReadAgain)
  expect(company.told).toHaveLength(allToBeReadAgain.length)
})
