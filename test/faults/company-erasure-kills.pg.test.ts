import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#cli/database/ports.ts'
import type { SignedIn } from '#core/wire/account/session.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { connect } from '#ledger/database/connect.ts'
import { verifyLedger } from '#ledger/proof/verify.ts'
import { createPlainDatabase, type TestDatabase } from '#test/database/database.ts'
import { expectFound } from '#test/reliability/control.ts'
import { count, lengthOf, seedOf } from '#test/reliability/extent.ts'
import { foundIn, keptOfErased, rowsOf, withSuperuser } from '#test/server/erasures.ts'
import { formOf, smallPhoto } from '#test/server/photo-uploads.ts'
import { randomOf } from '#test/simulation/clock/random.ts'
import { commandOf } from './acknowledged-commands.ts'
import { type Process, processOf } from './processes.ts'

/** Two API processes, which look after closed companies when they start, and a projector, all on one database. */
let database: TestDatabase
let folder: string
let apis: { process: Process; address: string }[]
let projector: Process

beforeAll(async () => {
  database = await createPlainDatabase()
  folder = await mkdtemp(join(tmpdir(), 'fettle-company-kills-'))
  const env = {
    FETTLE_DATA: folder,
    DATABASE_URL: database.url,
    FETTLE_LOG_LEVEL: 'error',
    FETTLE_REGISTRATIONS: '1000000',
  }
  apis = await Promise.all(
    [1, 2].map(async () => {
      const port = await freePort()
      const address = `http://127.0.0.1:${port}`
      const isReady = async () => (await fetch(`${address}${paths.readyz}`)).ok
      return { address, process: processOf('api/main.ts', { ...env, PORT: String(port) }, isReady) }
    }),
  )
  projector = processOf('projector/main.ts', env)
  await Promise.all([startBoth(), projector.start()])
})
afterAll(async () => {
  await Promise.all([killBoth(), projector?.kill()])
  await rm(folder, { recursive: true })
  await database?.drop()
})

const startBoth = () => Promise.all(apis.map((one) => one.process.start()))
const killBoth = () => Promise.all(apis.map((one) => one.process.kill('SIGKILL')))
const product = () => ({ database, services: { config: { dataFolder: folder } } })
const firstRow = <Row extends pg.QueryResultRow>(sql: string, values: readonly string[]) =>
  withSuperuser(database.url, async (client) => (await client.query<Row>(sql, [...values])).rows[0])

/** More than the most of one erasure, so that a kill can fall between two. */
const notes = 250
/** In every text of a company, and nowhere else. */
const canaryOf = (companyId: string) => `canary-${companyId.slice(-8)}`

/** A company with people, comments, a photo and a to-do, whose thirty days are over as soon as it was closed. */
async function closedCompany(): Promise<string> {
  const [{ address } = { address: '' }] = apis
  const name = `Harrow ${randomUUID()}`
  let token = ''
  const post = async (path: string, body: object) => {
    const answer = await fetch(address + path, {
      method: 'POST',
      headers: {
        origin: address,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      body: body instanceof FormData ? body : JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const registration = { businessName: name, username: `dana.${randomUUID()}`, email: `${randomUUID()}@example.com` }
  const signedIn: SignedIn = await post(paths.register, { ...registration, password: 'long enough for us' })
  token = signedIn.token
  const { companyId, userId } = signedIn.user
  const canary = canaryOf(companyId)
  const jobId = randomUUID()
  const commands = [
    commandOf('CreateJob', { jobId, apartmentName: `${canary} House`, createdAt: '2026-11-20', tasks: [] }),
    commandOf('AddTodo', { userId, todoId: randomUUID(), text: `Ring ${canary}` }),
    ...Array.from({ length: notes }, (_, nth) =>
      commandOf('AddNote', { jobId, noteId: randomUUID(), note: `${canary} ${nth}` }),
    ),
  ]
  for (let at = 0; at < commands.length; at += 100)
    await post(paths.commands, { commands: commands.slice(at, at + 100) })
  const files = [{ bytes: await smallPhoto() }]
  const form = formOf({ ...signedIn, cookie: '', password: '' }, jobId, {
    files,
    fields: { descriptions: JSON.stringify([canary]) },
  })
  await post(pathTo(paths.uploadImage, { companyId }), form)
  await post(paths.companyClosing, { name })
  await expect.poll(async () => (await rowsOf(database, companyId)).document).toBeGreaterThan(0)
  await firstRow("update company_closing set erase_at = now() - interval '1 second' where company_id = $1", [companyId])
  return companyId
}

/** What is wrong with a company that has to be erased: rows and words that are left, an event erased twice, a chain that breaks. */
async function faultsOf(companyId: string): Promise<string[]> {
  const left = Object.keys(await rowsOf(database, companyId)).filter((table) => !keptOfErased.includes(table))
  const words = await foundIn(product(), [canaryOf(companyId)])
  const closing = await firstRow<{ erased: boolean }>(
    'select erased_at is not null erased from company_closing where company_id = $1',
    [companyId],
  )
  const erased = await firstRow<{ all: number; once: number }>(
    `select count(*)::int "all", count(distinct of->>'seq')::int "once"
     from event, jsonb_array_elements(data->'events') of where company_id = $1 and type = 'EventErased'`,
    [companyId],
  )
  const pool = connect(database.url, 'fettle_projector', { max: 2 })
  const [verified] = await verifyLedger(pool, { companyId })
  await pool.end()
  return [
    ...left.map((table) => `${table} has rows`),
    ...words.map((place) => `words are left in ${place}`),
    ...(closing?.erased ? [] : ['it is not noted as erased']),
    ...(erased && erased.all !== erased.once ? [`${erased.all - erased.once} events were erased again`] : []),
    ...(verified && 'fault' in verified ? ['its chain does not hold'] : []),
  ]
}

/** How often a process has said that it finished an erasure, in all that run. */
async function finishedBy(): Promise<number> {
  const figures = await Promise.all(apis.map(async ({ address }) => (await fetch(`${address}${paths.metrics}`)).text()))
  return figures
    .map((text) => Number(/^fettle_companies_erased_total (\d+)$/m.exec(text)?.[1]))
    .reduce((sum, figure) => sum + figure, 0)
}

/** Waits until the erasure is noted, then looks whether it was whole: every look reads the whole database. */
async function untilFinished(companyId: string) {
  const noted = 'select erased_at is not null as noted from company_closing where company_id = $1'
  await expect.poll(() => firstRow(noted, [companyId]), { timeout: 60_000, interval: 100 }).toEqual({ noted: true })
  expect(await faultsOf(companyId)).toEqual([])
}

/** Waits until what a killed process had begun in the database has ended too. */
const untilReleased = (companyId: string) =>
  expect
    .poll(
      () => firstRow('select true free from company_closing where company_id = $1 for update skip locked', [companyId]),
      { timeout: 300_000 },
    )
    .toEqual({ free: true })

type Faults = readonly string[]
const hasWordsInEvents = (faults: Faults) => faults.includes('words are left in event')

/** Where an erasure is cut off, in the order in which it gets there: it waits for a lock on this table. */
const places: readonly [where: string, table: string, isThere: (faults: Faults) => boolean][] = [
  ['its first person is being erased', 'account', (faults) => faults.includes('account has rows')],
  ['its texts are being erased', 'event', (faults) => !faults.includes('account has rows') && hasWordsInEvents(faults)],
  [
    'its rows are being deleted',
    'document',
    (faults) => faults.includes('document has rows') && !hasWordsInEvents(faults),
  ],
  ['all is erased but not noted', 'signed_head', (faults) => faults.length === 1],
]

/** How many of these places a run has: all, unless the environment sets fewer. */
const steps = Math.min(lengthOf('FETTLE_COMPANY_ERASURE_STEPS', 4), places.length)

/** Places of one run, in their order. */
function placesOf(seed: number) {
  const random = randomOf(seed)
  const chosen = [...places]
  while (chosen.length > steps) chosen.splice(random.between(0, chosen.length - 1), 1)
  return chosen
}

test('a company is erased completely and once although both processes are killed in the middle of it', {
  timeout: 300_000,
}, async ({ task }) => {
  const chosen = placesOf(seedOf(task))
  const companyId = await closedCompany()
  for (const [where, table, isThere] of chosen) {
    await killBoth()
    await untilReleased(companyId)
    await withSuperuser(database.url, async (holder) => {
      await holder.query(`begin; lock table ${table} in share mode`)
      await startBoth()
      const waiting = 'select from pg_locks where not granted and relation = $1::regclass'
      const isHeld = async () =>
        (await holder.query(waiting, [table])).rowCount !== 0 && isThere(await faultsOf(companyId))
      await expect.poll(isHeld, { timeout: 60_000, interval: 100 }).toBe(true)
      await killBoth()
      expectFound(task, `a company of which the erasure was killed while ${where}`, await faultsOf(companyId))
      await holder.query('rollback')
    })
  }
  await untilReleased(companyId)
  await startBoth()
  await untilFinished(companyId)
  await expect.poll(finishedBy).toBe(1)
  task.meta.extent = `both processes killed while ${chosen.map(([where]) => where).join(', and while ')}`
})

/** How many companies are erased by two processes that are killed at random moments. */
const rounds = lengthOf('FETTLE_COMPANY_ERASURES', 1)
const killsEach = 3

/** Waits until a process is in the middle of a step of an erasure; false if the company is erased before one is seen there. */
const untilAtWork = (companyId: string) =>
  withSuperuser(database.url, async (client) => {
    for (;;) {
      // To lock the row itself would keep the processes from it.
      const { rows } = await client.query(
        `select erased_at is not null done, exists (
           select from pg_locks where relation = 'company_closing'::regclass and mode = 'RowShareLock'
         ) "atWork" from company_closing where company_id = $1`,
        [companyId],
      )
      if (rows[0].atWork) return true
      if (rows[0].done) return false
      await sleep(1)
    }
  })

test('a company is erased completely and once by two processes that are killed again and again', {
  timeout: 300_000 + rounds * 60_000,
}, async ({ task }) => {
  const random = randomOf(seedOf(task))
  let kills = 0
  for (let round = 0; round < rounds; round += 1) {
    const companyId = await closedCompany()
    for (let nth = 0; nth < killsEach; nth += 1) {
      await killBoth()
      await untilReleased(companyId)
      // They are killed before they are ready to serve.
      startBoth().catch(() => undefined)
      if (await untilAtWork(companyId)) {
        await sleep(random.between(0, 40))
        kills += 1
      }
    }
    await killBoth()
    await untilReleased(companyId)
    await startBoth()
    await untilFinished(companyId)
  }
  expect(kills).toBeGreaterThan(0)
  task.meta.extent = `${count(rounds, 'erasure')}, both processes killed ${count(kills, 'time')} in the middle of a step`
})
