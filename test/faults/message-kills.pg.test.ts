import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { loadKeys } from '#api/keys/keys.ts'
import { companiesBehind, readStart } from '#api/reactions/checkpoint-rows.ts'
import type { Event } from '#core/ledger/ledger.ts'
import type { Stream } from '#core/model/messages.ts'
import { notifyPeople } from '#core/reactions/notify-people.ts'
import { tellTenants } from '#core/reactions/tell-tenants.ts'
import { openBell } from '#ledger/database/bell.ts'
import { connect, inCompany, inTransaction } from '#ledger/database/connect.ts'
import { runProjector } from '#projector/live/projector.ts'
import { dana } from '#test/core/given-when-then.ts'
import { booking } from '#test/core/job-events.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { appendCompany, appendOne, type Told } from '#test/histories/told-jobs.ts'
import { expectFound } from '#test/reliability/control.ts'
import { count, lengthOf, seedOf } from '#test/reliability/extent.ts'
import { type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { openGateway, type TestGateway } from '#test/server/texts/gateway.ts'
import { type Random, randomOf } from '#test/simulation/clock/random.ts'
import { killEnginesByTurns } from './kill-engines.ts'
import { replayAll } from './replay-all.ts'

const kills = lengthOf('FETTLE_KILLS', 4)
/** Visits that are booked. */
const events = lengthOf('FETTLE_EVENTS', 60)
/** Fewer than the texts that one tenant can get in a day. */
const visitsOfTenant = 3
const day = 86_400_000
const flatName = 'Flat 22'
const newJob: Event = {
  type: 'JobCreated',
  data: { apartmentName: flatName, createdAt: '2026-11-19', jobPriority: 1, tasks: [] },
}

let database: TestDatabase
let mailbox: Mailbox
let gateway: TestGateway
beforeAll(async () => {
  database = await createDatabase()
  mailbox = await openMailbox()
  gateway = await openGateway()
})
afterAll(async () => {
  await database.drop()
  await mailbox.close()
  await gateway.close()
})

/** A company with a worker, a tenant and jobs at their flat that have no visit yet. */
type Let = { companyId: string; workerId: string; worker: string; tenant: string; telephone: string; jobs: string[] }

/** Kills two engines at random moments while visits are booked. Returns what was to arrive, and what did. */
async function killEngines(random: Random) {
  const { url: databaseUrl } = database
  const dataFolder = await mkdtemp(path.join(inject('temporaryFolder'), 'messages-'))
  await loadKeys(dataFolder)
  const api = connect(databaseUrl, 'fettle_api', { max: 4 })
  const overview = connect(databaseUrl, 'fettle_projector', { max: 1 })
  const owner = connect(databaseUrl, undefined, { max: 1 })
  const projecting = connect(databaseUrl, 'fettle_projector', { max: 4 })
  const bell = openBell(databaseUrl)
  const projector = runProjector({ pool: projecting, bell, logger: pino({ level: 'silent' }) })
  for (const { name } of [notifyPeople, tellTenants]) await readStart(api, name)
  const lets: Let[] = []
  for (let nth = 0; nth * visitsOfTenant < events; nth += 1) lets.push(await letOne({ api, owner }, nth))
  const unfolded = () =>
    inTransaction(owner, async (client) => {
      const behind = `select 1 from company_head head join checkpoint on checkpoint.company_id = head.company_id
        where checkpoint.status = 'live' and checkpoint.seq < head.seq limit 1`
      const missing = `select 1 from company_head head where not exists
        (select from checkpoint where checkpoint.company_id = head.company_id) limit 1`
      return (await client.query(`(${behind}) union all (${missing})`)).rowCount
    })
  await expect.poll(unfolded, { timeout: 120_000 }).toBe(0)

  const noon = Date.parse(`${new Date(Date.now() + 2 * day).toISOString().slice(0, 10)}T12:00:00Z`)
  const engine = {
    ...{ databaseUrl, dataFolder, smtpUrl: mailbox.settings.smtpUrl, gatewayUrl: gateway.settings.url },
    ahead: noon - Date.now(),
  }
  const { wanted, end } = await killEnginesByTurns({
    ...{ program: '#test/faults/engines/message-engine.ts', ready: 'sending', longestPause: 60 },
    ...{ env: { FETTLE_TEST_ENGINE: JSON.stringify(engine) }, jobs: bookAll(api, lets), random, times: kills },
    events: events * 3,
  })
  const waiting = async () =>
    inTransaction(owner, async (client) => {
      // What a killed process had claimed would be free in two minutes.
      await client.query(`update mail set due_at = now() where due_at > now() + interval '60 seconds' and tries < 20`)
      const left = `select 1 from mail union all select 1 from tenant_news
        union all select 1 from text_message where state = 'waiting'`
      return (await client.query(left)).rowCount
    })
  const settled = async () => {
    for (const { name } of [notifyPeople, tellTenants])
      await expect.poll(() => companiesBehind(overview, name), { timeout: 300_000 }).toEqual([])
    await expect.poll(waiting, { timeout: 300_000, interval: 500 }).toBe(0)
    await expect.poll(() => lets.filter(({ worker }) => lettersTo(worker) === 0), { timeout: 300_000 }).toEqual([])
    await expect.poll(waiting, { timeout: 300_000, interval: 500 }).toBe(0)
  }
  await settled()
  const before = [mailbox.letters.length, gateway.asked.length]
  await projector.stop()
  await replayAll(
    databaseUrl,
    api,
    lets.map((one) => one.companyId),
  )
  await settled()
  const resent = mailbox.letters.length + gateway.asked.length - (before[0] ?? 0) - (before[1] ?? 0)
  await end()
  await bell.close()
  for (const pool of [api, overview, owner, projecting]) await pool.end()
  return { wanted, lets, resent }
}

const lettersTo = (email: string) => mailbox.letters.filter(({ to }) => to.includes(email)).length

async function letOne({ api, owner }: Record<'api' | 'owner', pg.Pool>, nth: number): Promise<Let> {
  const companyId = await appendCompany(api)
  const [workerId, siteId, contactId] = [uuid(), uuid(), uuid()]
  const [worker, tenant] = [`worker-${nth}@example.com`, `tenant-${nth}@example.com`]
  const telephone = `+447400${String(100_000 + nth)}`
  const append = (stream: Stream, streamId: string, ...all: Event[]) =>
    all.reduce(async (before, event) => {
      const version = await before
      await appendOne(api, companyId, event, { stream, streamId, version })
      return version + 1
    }, Promise.resolve(0))
  const expiryDate = new Date(Date.now() + 90 * day).toISOString()
  const named = { name: 'Harrow & Pike', timeZone: 'Europe/London', businessTier: 0 as const, expiryDate }
  await append(
    'company',
    companyId,
    { type: 'CompanyRegistered', data: named },
    { type: 'TenantRuleSet', data: { news: 'booked', ways: ['email', 'text'] } },
  )
  await append('member', workerId, { type: 'MemberJoined', data: { userRole: 'team' } })
  await append(
    'site',
    siteId,
    { type: 'SiteAdded', data: { name: flatName } },
    { type: 'SiteTenantSet', data: { contactId, name: 'Amara Bello', telephone } },
    { type: 'SiteTenantEmailSet', data: { contactId, email: tenant } },
  )
  await inTransaction(owner, (client) =>
    client.query(
      `insert into account (user_id, company_id, username, email, email_verified_at) values ($1, $2, $3, $4, now())`,
      [workerId, companyId, `worker.${nth}`, worker],
    ),
  )
  const choice = { choices: { visit: ['app', 'email'] }, email: { at: '06:30', days: 'every day' } }
  await inCompany(api, companyId, (client) =>
    client.query('insert into notice_settings values ($1, $2, $3)', [companyId, workerId, JSON.stringify(choice)]),
  )
  const jobs: string[] = []
  for (let job = 0; job < visitsOfTenant && nth * visitsOfTenant + job < events; job += 1)
    jobs.push(await appendOne(api, companyId, newJob))
  return { companyId, workerId, worker, tenant, telephone, jobs }
}

/** Books a visit of the worker's for every job, and tells where its tenant is to hear of it. */
async function* bookAll(api: pg.Pool, lets: readonly Let[]): AsyncGenerator<Told[]> {
  for (const { companyId, workerId, tenant, telephone, jobs } of lets)
    for (const jobId of jobs) {
      const [jobStart = '', jobEnd = ''] = [5, 5.1].map((days) => new Date(Date.now() + days * day).toISOString())
      const visit: Event = { type: 'JobScheduled', data: { ...booking, jobStart, jobEnd, assignedTo: [workerId] } }
      await appendOne(api, companyId, visit, { by: dana, streamId: jobId, version: 1 })
      yield [tenant, telephone].map((userId) => ({ userId, jobId }))
    }
}

/** What arrived somewhere, once for each id that its carrier knows. */
type Arrived = { to: string; id: string; link: string }
const byId = (all: readonly Arrived[]) => [...new Map(all.map((one) => [`${one.to} ${one.id}`, one])).values()]
const linkOf = (text: string) => /\/t\/[\w-]{43}/.exec(text)?.[0] ?? ''

const mails = (): Arrived[] =>
  mailbox.letters.map(({ to, messageId, text }) => ({ to: to[0] ?? '', id: messageId, link: linkOf(text) }))
const texts = (): Arrived[] => gateway.asked.map(({ to, key, text }) => ({ to, id: key, link: linkOf(text) }))

/** Who got less or more than one message for each visit, or one of them twice; `wanted` is how many each is to get. */
function faultsIn(wanted: ReadonlyMap<string, number>, arrived: readonly Arrived[]): string[] {
  const byReceiver = Map.groupBy(arrived, ({ to }) => to)
  return [...wanted].flatMap(([to, many]) => {
    const got = byReceiver.get(to) ?? []
    const isFine = got.length === many && new Set(got.map(({ link }) => link)).size === many
    return isFine ? [] : [`${to} is to get ${many} and got ${got.length}`]
  })
}

test('tenants get each mail and text once, and each worker one daily email, although two engines at once are killed at random', {
  timeout: 600_000 + kills * 5_000 + events * 300,
}, async ({ task }) => {
  const { wanted, lets, resent } = await killEngines(randomOf(seedOf(task)))
  task.meta.extent = `${count(events, 'visit')}, ${count(kills, 'kill')}, ${count(mails().length, 'mail')}, ${count(texts().length, 'text')}`
  expect(wanted).toHaveLength(2 * events)
  const each = new Map(
    lets.flatMap(({ tenant, worker, jobs }) => [[tenant, jobs.length] as const, [worker, 1] as const]),
  )
  const texted = new Map(lets.map(({ telephone, jobs }) => [telephone, jobs.length]))
  expect(faultsIn(each, byId(mails()))).toEqual([])
  expect(faultsIn(texted, byId(texts()))).toEqual([])
  expect(resent).toBe(0)
  const [first] = texts()
  const twice = first ? [...byId(texts()), { ...first, id: 'another key' }] : []
  expectFound(task, 'a text that is sent again under another key', faultsIn(texted, twice))
  expectFound(task, 'an engine that forgets a text', faultsIn(texted, byId(texts()).slice(1)))
  expectFound(task, 'an engine that forgets a mail', faultsIn(each, byId(mails()).slice(1)))
})
