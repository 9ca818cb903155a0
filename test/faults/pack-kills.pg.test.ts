import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { loadKeys } from '#api/keys/keys.ts'
import { checkSealed } from '#core/evidence/check-sealed.ts'
import type { Event } from '#core/ledger/ledger.ts'
import { openBell } from '#ledger/database/bell.ts'
import { connect, inTransaction } from '#ledger/database/connect.ts'
import { runProjector } from '#projector/live/projector.ts'
import { dana } from '#test/core/given-when-then.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { appendCompany, appendOne, type Told } from '#test/histories/told-jobs.ts'
import { expectFound } from '#test/reliability/control.ts'
import { count, lengthOf, seedOf } from '#test/reliability/extent.ts'
import { type Email, type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { readPdf } from '#test/server/packs/read-pdf.ts'
import { tools } from '#test/server/sealed-files.ts'
import { randomOf } from '#test/simulation/clock/random.ts'
import { killEnginesByTurns } from './kill-engines.ts'

const kills = lengthOf('FETTLE_KILLS', 4)
/** Jobs whose packs are sent, each to two people and to an address that the mail server refuses. */
const jobs = lengthOf('FETTLE_EVENTS', 8)
const companies = 2

let database: TestDatabase
let mailbox: Mailbox
beforeAll(async () => {
  database = await createDatabase()
  mailbox = await openMailbox()
})
afterAll(async () => {
  await database.drop()
  await mailbox.close()
})

const newJob = (nth: number): Event => ({
  type: 'JobCreated',
  data: { apartmentName: `Flat ${nth}`, createdAt: '2026-11-19', jobPriority: 1, tasks: [] },
})

/** Asks for the pack of one job after another, of each company by turns. */
async function* askForPacks(api: pg.Pool, owner: pg.Pool, companyIds: readonly string[]): AsyncGenerator<Told[]> {
  for (let nth = 0; nth < jobs; nth += 1) {
    const companyId = companyIds[nth % companyIds.length] ?? ''
    const jobId = uuid()
    await appendOne(api, companyId, newJob(nth), { by: dana, streamId: jobId })
    const told: Told[] = []
    for (const [index, who] of ['landlord', 'agent', 'gone'].entries()) {
      const [mailId, sentTo] = [uuid(), `${who}-${nth}@example.com`]
      if (who === 'gone') mailbox.refusals.set(sentTo, 550)
      const choice = { copy: 'office' as const, prices: false, notes: false }
      const sent: Event = { type: 'EvidenceSent', data: { mailId, sentTo, upTo: 1, ...choice } }
      await appendOne(api, companyId, sent, { by: dana, streamId: jobId, version: 1 + index })
      await inTransaction(owner, (client) =>
        client.query('insert into evidence_mail values ($1, $2, $3, 0, now(), now())', [companyId, jobId, mailId]),
      )
      if (who !== 'gone') told.push({ userId: sentTo, jobId })
    }
    yield told
  }
}

/** Kills two senders at random moments while packs are asked for. Returns who is to get one, and the jobs of which one is recorded to have failed. */
async function killSenders(seed: Parameters<typeof randomOf>[0]) {
  const { url: databaseUrl } = database
  const dataFolder = await mkdtemp(path.join(inject('temporaryFolder'), 'packs-'))
  await loadKeys(dataFolder)
  const api = connect(databaseUrl, 'fettle_api', { max: 2 })
  const owner = connect(databaseUrl, undefined, { max: 1 })
  const projecting = connect(databaseUrl, 'fettle_projector', { max: 2 })
  const bell = openBell(databaseUrl)
  const projector = runProjector({ pool: projecting, bell, logger: pino({ level: 'silent' }) })
  const companyIds: string[] = []
  for (let nth = 0; nth < companies; nth += 1) {
    const companyId = await appendCompany(api)
    const expiryDate = new Date(Date.now() + 90 * 86_400_000).toISOString()
    const named = { name: 'Harrow & Pike', timeZone: 'Europe/London', businessTier: 0 as const, expiryDate }
    await appendOne(
      api,
      companyId,
      { type: 'CompanyRegistered', data: named },
      { stream: 'company', streamId: companyId },
    )
    companyIds.push(companyId)
  }
  const rows = (sql: string) => inTransaction(owner, async (client) => (await client.query(sql)).rowCount)
  const folded = `select 1 from document where projection = 'company'`
  await expect.poll(() => rows(folded), { timeout: 120_000 }).toBeGreaterThanOrEqual(companies)
  const { smtpUrl } = mailbox.settings
  const { wanted, end } = await killEnginesByTurns({
    ...{ program: '#test/faults/engines/pack-engine.ts', ready: 'sending', longestPause: 2_000 },
    env: { FETTLE_TEST_ENGINE: JSON.stringify({ databaseUrl, dataFolder, smtpUrl }) },
    ...{ jobs: askForPacks(api, owner, companyIds), random: randomOf(seed), times: kills, events: jobs * 3 },
  })
  // Each pack takes a second to be made, far longer than a kill takes.
  const timeout = 300_000 + jobs * 3 * 2_000
  await expect.poll(() => rows('select 1 from evidence_mail'), { timeout, interval: 500 }).toBe(0)
  const failed = await inTransaction(owner, async (client) => {
    const { rows } = await client.query<{ jobId: string }>(
      `select stream_id as "jobId" from event where type = 'EmailFailed' and data->>'why' = 'refused'`,
    )
    return rows.map(({ jobId }) => jobId)
  })
  await end()
  await projector.stop()
  await bell.close()
  for (const pool of [api, owner, projecting]) await pool.end()
  return { wanted, failed }
}

/** Who got no pack, or two that are not the same email. */
const faultsIn = (wanted: readonly Told[], letters: readonly Pick<Email, 'to' | 'messageId'>[]) =>
  wanted.flatMap(({ userId }) => {
    const ids = new Set(letters.filter(({ to }) => to.includes(userId)).map(({ messageId }) => messageId))
    return ids.size === 1 ? [] : [`${userId} is to get 1 and got ${ids.size}`]
  })

test('whoever an evidence pack is sent to gets it once, whole, and one that fails is recorded once, although two senders at once are killed at random', {
  timeout: 600_000 + kills * 10_000 + jobs * 10_000,
}, async ({ task }) => {
  const { wanted, failed } = await killSenders(seedOf(task))
  const { letters } = mailbox
  task.meta.extent = `${count(2 * jobs, 'pack')}, ${count(kills, 'kill')}, ${count(letters.length, 'mail')}`
  expect(wanted).toHaveLength(2 * jobs)
  expect(faultsIn(wanted, letters)).toEqual([])
  expect(failed.toSorted()).toEqual([...new Set(wanted.map(({ jobId }) => jobId))].toSorted())
  for (const { attachment } of letters) {
    const [sealed] = Object.values((await readPdf(attachment ?? Buffer.alloc(0))).files)
    const found = await checkSealed(JSON.parse(sealed ?? ''), tools)
    expect(found).toMatchObject({ events: 1, signed: true })
    expect(found?.fault).toBeUndefined()
  }
  const [first] = letters
  const twice = first ? [...letters, { ...first, messageId: 'another id' }] : []
  expectFound(task, 'a sender that sends a pack under another id', faultsIn(wanted, twice))
  expectFound(
    task,
    'a sender that forgets a pack',
    faultsIn(
      wanted,
      letters.filter(({ to }) => !first?.to.some((one) => to.includes(one))),
    ),
  )
})
