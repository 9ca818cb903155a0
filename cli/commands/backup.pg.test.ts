import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { doWhatIsDue } from '#api/due-work/due-work.ts'
import { missedDeadlines } from '#api/due-work/missed-deadlines.ts'
import { recurringWork } from '#api/due-work/recurring/recurring-work.ts'
import { companiesBehind } from '#api/reactions/checkpoint-rows.ts'
import { InvalidBackup } from '#cli/backup/gzip-lines.ts'
import { NotEmpty, restoreBackup } from '#cli/backup/restore-backup.ts'
import { writeBackup } from '#cli/backup/write-backup.ts'
import { type EmbeddedPostgres, openPostgres } from '#cli/database/embedded-postgres.ts'
import { openServiceLogins, serviceAddress } from '#cli/database/service-logins.ts'
import { makeDemoCompany } from '#cli/demo/demo-company.ts'
import { notifyPeople } from '#core/reactions/notify-people.ts'
import { tellTenants } from '#core/reactions/tell-tenants.ts'
import { paths } from '#core/wire/paths.ts'
import { connect, inCompany } from '#ledger/database/connect.ts'
import { migrate } from '#migrations/migrate.ts'
import { describeSchema } from '#migrations/schema.ts'
import { checksum } from '#projector/rows/checksum.ts'
import { createPlainDatabase, type TestDatabase } from '#test/database/database.ts'
import { runFettle } from '#test/faults/fettle-process.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let folder: string
let file: string
let server: TestServer
let owner: SignedInTest
/** A new machine with an empty database server. */
let machine: EmbeddedPostgres
const notes = [
  'back\\slash',
  'a\ttab',
  'two\nlines',
  '\\.',
  '\\N',
  '"quoted"',
  'naïve ☕ 𝄞',
  'one\u2028line',
  '-- {"rows":{}}',
]

let database: TestDatabase
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fettle-backup-'))
  file = path.join(folder, 'fettle.sql.gz')
  database = await createPlainDatabase()
  server = await startServer({}, { database })
  machine = await openPostgres(path.join(folder, 'machine'))
  owner = await server.registerCompany({ businessName: 'Bright Repairs' })
  await addMember(server, owner, 'team')
  const { jobId } = await createJob(server, owner)
  for (const note of notes) await accepted(server, owner, 'AddNote', { jobId, noteId: randomUUID(), note })
  await asOwner(server.database.url, (client) =>
    client.query('insert into billing_customer values ($1, $2)', [owner.user.companyId, 'cus_1']),
  )
  await server.call(paths.forgot, { body: { email: owner.user.email } })
  await makeDemoCompany(server.database.url, Date.parse('2026-11-20T12:00:00Z'), 60, () => undefined)
})
afterAll(async () => {
  await server.close()
  await database.drop()
  await machine.close()
  await rm(folder, { recursive: true })
})

/** Runs a command of the operator's guide on the new machine and returns its output. */
async function onNewMachine(...args: string[]) {
  const { code, out, errors } = await runFettle([...args, '--json'], { FETTLE_DATA: path.join(folder, 'machine') })
  if (code !== 0) throw new Error(`fettle ${args[0]} failed: ${errors}`)
  return JSON.parse(out)
}

async function asOwner<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const schemaOf = (url: string) => asOwner(url, describeSchema)
/** Without the roles, which belong to the server and may have been granted by others too. */
const tablesOf = async (url: string) => (await schemaOf(url)).replace(/^.*?(?=create table)/s, '')

/** All rows of a table, as text. */
const rowsOf = (url: string, table: string) =>
  asOwner(url, async (client) => (await client.query(`select t::text from ${table} t order by 1`)).rows)

async function checksumsOf(url: string, companies: readonly string[]) {
  const pool = connect(url, 'fettle_projector')
  const found = await Promise.all(companies.map((companyId) => checksum(pool, companyId)))
  await pool.end()
  return found
}

async function caughtUp(url: string) {
  await expect.poll(() => asOwner(url, (client) => client.query(behind)).then(({ rowCount }) => rowCount)).toBe(0)
}
const behind = `select from company_head h left join checkpoint c using (company_id)
  where c.seq is distinct from h.seq and c.status is distinct from 'retired'`

test('a backup of a running Fettle, restored on a new machine, verifies and replays to the same rows', async () => {
  await caughtUp(server.database.url)
  // The server would record missed deadlines of the made-up company, make its recurring jobs, and tell people of them between the backup
  // and the comparison.
  for (const work of [missedDeadlines(server.services), recurringWork(server.services)])
    await doWhatIsDue(work, server.services, new AbortController().signal)
  await caughtUp(server.database.url)
  for (const { name } of [notifyPeople, tellTenants])
    await expect.poll(() => companiesBehind(server.services.overviewPool, name), { message: name }).toEqual([])
  const backup = await runFettle(['backup', file, '--json'], { DATABASE_URL: server.database.url })
  expect(backup).toMatchObject({ code: 0, errors: '' })
  const { rows } = JSON.parse(backup.out)
  expect(rows).toMatchObject({ company_head: 2, account: 9, billing_customer: 1, password_link: 1 })
  expect((await stat(file)).mode & 0o077).toBe(0)

  expect(await onNewMachine('restore', file)).toMatchObject({ rows })
  const { companies } = await onNewMachine('verify')
  expect(companies).toHaveLength(2)
  expect(await onNewMachine('replay', '--all')).toMatchObject({ companies: { done: 2 }, failed: [], busy: [] })

  const ids = companies.map((one: { companyId: string }) => one.companyId)
  expect(await checksumsOf(machine.url, ids)).toEqual(await checksumsOf(server.database.url, ids))
  expect(await schemaOf(machine.url)).toBe(await schemaOf(server.database.url))
  for (const table of Object.keys(rows).filter((one) => one !== 'company_head')) {
    expect(await rowsOf(machine.url, table), table).toEqual(await rowsOf(server.database.url, table))
  }
})

test('after a restore people sign in with their old passwords, and job numbers continue', async () => {
  const database = { url: machine.url, drop: async () => undefined }
  await openServiceLogins(machine.url, serviceAddress(machine.url), { isOurs: true })
  const restored = await startServer({}, { database })
  const { email } = owner.user
  const answer = await restored.call(paths.login, { body: { email, password: owner.password } })
  expect(answer.status).toBe(200)
  const { number } = await createJob(restored, await answer.json())
  expect(number).toBe(2)
  await restored.close()
})

test('after a restore companies are still kept apart and the log is still append-only', async () => {
  const api = connect(machine.url, 'fettle_api')
  expect((await api.query('select from event')).rowCount).toBe(0)
  const own = await inCompany(api, owner.user.companyId, (client) =>
    client.query('select distinct company_id from event'),
  )
  expect(own.rows).toEqual([{ company_id: owner.user.companyId }])
  await expect(api.query('select password_hash from account')).rejects.toThrow('permission denied')
  await expect(inCompany(api, owner.user.companyId, (client) => client.query('delete from event'))).rejects.toThrow(
    'permission denied',
  )
  await api.end()
  await expect(asOwner(machine.url, (client) => client.query('delete from event'))).rejects.toThrow('append-only')
})

test('a browser that is ahead of the backup learns that the ledger was restored', async () => {
  expect(await epochs(server.database.url)).toEqual([1, 1])
  for (const epoch of await epochs(machine.url)) expect(epoch).toBeGreaterThan(1)
})

const epochs = (url: string): Promise<number[]> =>
  asOwner(url, async (client) => {
    const { rows } = await client.query('select epoch from company_head order by company_id')
    return rows.map((one) => Number(one.epoch))
  })

test('a database owner who is not a superuser can restore and back up everything', async () => {
  const url = new URL(machine.url)
  await asOwner(machine.url, async (client) => {
    await client.query(`create role plain login createrole password 'plain';
      grant fettle_api, fettle_auth, fettle_projector, fettle_ledger to plain with admin option`)
    await client.query('create database plain owner plain')
  })
  Object.assign(url, { username: 'plain', password: 'plain', pathname: '/plain' })
  const restored = await restoreBackup(url.href, file)
  const owners = new URL(machine.url)
  owners.pathname = '/plain'
  // The same backup, restored again, is another copy of the ledger.
  expect(Math.min(...(await epochs(owners.href)))).toBeGreaterThan(Math.max(...(await epochs(machine.url))))
  const again = path.join(folder, 'again.sql.gz')
  expect((await writeBackup(url.href, again)).rows).toEqual(restored.rows)
  expect(await linesIn(again)).toEqual(await linesIn(file))
  expect(await tablesOf(url.href)).toBe(await tablesOf(server.database.url))
})

/** The lines of a backup without the epochs, which a restore raises. */
const linesIn = async (of: string) =>
  gunzipSync(await readFile(of))
    .toString()
    .split('\n')
    .filter((line) => !line.startsWith('-- {"fettle'))
    .map((line) => line.replace(/^(\S{36}\t)\d+(\t\d+\t\\\\x\w{64}\t\d+\t[^\t]+)$/, '$1$2'))
    .toSorted()

test('a backup shows a single moment, while people carry on working', async () => {
  const { jobId } = await createJob(server, owner)
  const [, added] = await Promise.all([
    writeBackup(server.database.url, path.join(folder, 'busy.sql.gz')),
    Promise.all(notes.map((note) => accepted(server, owner, 'AddNote', { jobId, noteId: randomUUID(), note }))),
  ])
  expect(added).toHaveLength(notes.length)
  await asOwner(machine.url, (client) => client.query('create database busy'))
  const url = new URL('/busy', machine.url).href
  await restoreBackup(url, path.join(folder, 'busy.sql.gz'))
  const busy = await runFettle(['verify'], { DATABASE_URL: url, FETTLE_DATA: folder })
  expect(busy).toMatchObject({ code: 0 })
})

describe('a restore is refused', () => {
  const empty = async (name = 'empty') => {
    await asOwner(machine.url, (client) => client.query(`drop database if exists ${name}`))
    await asOwner(machine.url, (client) => client.query(`create database ${name}`))
    return new URL(`/${name}`, machine.url).href
  }
  const companiesIn = (url: string) => rowsOf(url, 'company_head')
  const changed = async (change: (text: string) => string) => {
    const other = path.join(folder, `${randomUUID()}.sql.gz`)
    await writeFile(other, gzipSync(change(gunzipSync(await readFile(file)).toString())))
    return other
  }

  test('into a database that is not empty', async () => {
    const other = await createPlainDatabase()
    await makeDemoCompany(other.url, Date.parse('2026-11-20T12:00:00Z'), 5, () => undefined)
    const before = await companiesIn(other.url)
    await expect(restoreBackup(other.url, file)).rejects.toThrow(NotEmpty)
    expect(await companiesIn(other.url)).toEqual(before)
    await other.drop()
  })

  test('from a file that was cut off, has lost a row, or is not a backup', async () => {
    const url = await empty()
    const short = path.join(folder, 'short.sql.gz')
    await writeFile(short, (await readFile(file)).subarray(0, -1000))
    const lost = await changed((text) => text.replace(/^(COPY "event".*\n).*\n/m, '$1'))
    const half = await changed((text) => text.slice(0, text.indexOf('COPY "session"')))
    for (const damaged of [short, lost, half]) {
      await expect(restoreBackup(url, damaged)).rejects.toThrow(InvalidBackup)
      expect(await companiesIn(url)).toEqual([])
    }
    const nonsense = path.join(folder, 'nonsense')
    await writeFile(nonsense, 'nonsense')
    await expect(restoreBackup(url, nonsense)).rejects.toThrow(InvalidBackup)
    expect((await restoreBackup(url, file)).rows.company_head).toBe(2)
  })

  test('from a newer release, while a backup from an older release is migrated', async () => {
    const newer = await changed((text) => text.replace(/("migrations":\[.*?)\]/, '$1,"9999-later"]'))
    await expect(restoreBackup(await empty(), newer)).rejects.toThrow('newer release')
    const then = await empty('older')
    await migrate(then, { upTo: '0012-people' })
    await asOwner(then, (client) => client.query("insert into company_head values (gen_random_uuid(), 1, 0, '', 0)"))
    const older = path.join(folder, 'older.sql.gz')
    await writeBackup(then, older)
    const url = await empty()
    await restoreBackup(url, older)
    expect(await companiesIn(url)).toHaveLength(1)
    expect(await tablesOf(url)).toBe(await tablesOf(server.database.url))
  })
})
