import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { serviceAddress } from '#cli/database/service-logins.ts'
import { paths } from '#core/wire/paths.ts'
import { connect, inCompany } from '#ledger/database/connect.ts'
import { distribute } from '#migrations/distribution/distribute.ts'
import { emptyCitusDatabase, onCitus } from '#test/database/citus-database.ts'
import type { TestDatabase } from '#test/database/database.ts'
import { runFettle } from '#test/faults/fettle-process.ts'
import { createJob } from '#test/server/commands.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { answerTo, soundLedgers } from './on-citus.ts'

/** Each test builds on those before it. */
let database: TestDatabase
let server: TestServer
let olga: SignedInTest
let folder: string
const jobs: Awaited<ReturnType<typeof createJob>>[] = []

const fettle = (...args: string[]) => runFettle(args, { DATABASE_URL: database.url, FETTLE_DATA: folder })
const answer = (to: string) => answerTo(server, olga, to)

beforeAll(async () => {
  folder = await mkdtemp(path.join(inject('temporaryFolder'), 'citus-'))
  database = await emptyCitusDatabase()
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

test('a dry run says what would be done, and does nothing', async () => {
  server = await startServer({}, { database })
  olga = await server.registerCompany({ businessName: 'Bright Repairs' })
  jobs.push(await createJob(server, olga))
  await answer(`${paths.jobs}?after=${jobs[0]?.seq}`)
  await server.close()
  const { code, out, errors } = await fettle('migrate', '--distribute', '--dry-run')
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  expect(out).toContain('Nothing was changed. It would:')
  expect(out).toContain('spread event over the workers by company')
  expect((await onCitus((client) => client.query('select from pg_dist_partition'))).rowCount).toBe(0)
})

test('each company lies on one worker, and signing in stays on the coordinator', async () => {
  const { code, out, errors } = await fettle('migrate', '--distribute')
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  expect(out).toContain('spread event over the workers by company')
  expect(out).toContain("remove the rows of event from the coordinator's disk")
  await onCitus(async (client) => {
    const { rows } = await client.query<{ name: string; kind: string; colocated: boolean }>(
      `select logicalrelid::text name, partmethod kind,
          colocationid = (select colocationid from pg_dist_partition where logicalrelid = 'event'::regclass) colocated
        from pg_dist_partition order by 1`,
    )
    expect(rows.filter((one) => one.colocated).map((one) => one.name)).toEqual(
      expect.arrayContaining([
        'audit_entry',
        'checkpoint',
        'company_head',
        'document',
        'event',
        'import_refusal',
        'signed_head',
      ]),
    )
    expect(rows.filter((one) => !one.colocated)).toEqual([{ name: 'wall_key', kind: 'n', colocated: false }])
    expect(rows.map((one) => one.name)).not.toContain('account')
    const left = await client.query(`select from pg_dist_partition where pg_relation_size(logicalrelid) > 0`)
    expect(left.rowCount).toBe(0)
  })
})

test('it can be run again', async () => {
  const again = await fettle('migrate', '--distribute')
  expect(again).toMatchObject({ code: 0, errors: '' })
  expect(again.out).toContain('The database is distributed already.')
})

test('what the company had before is there', async () => {
  server = await startServer({}, { database })
  const body = { email: olga.user.email, password: olga.password }
  olga = { ...olga, ...(await (await server.call(paths.login, { body })).json()) }
  expect(await answer(paths.jobs)).toMatchObject({ totalResults: 1 })
  expect(await soundLedgers(database.url)).toBe(1)
})

test('what a later migration adds is distributed with the next one', async () => {
  await onCitus(async (client) => {
    await client.query('create table site_note (company_id uuid, note_id uuid, primary key (company_id, note_id))')
    await client.query('alter table site_note enable row level security, force row level security')
    await client.query(`create policy proven on site_note as restrictive to fettle_api
        using ((select is_company_proven())) with check ((select is_company_proven()))`)
    await client.query('alter table event add column extra text')
  })
  expect(await distribute(database.url)).toEqual(['spread site_note over the workers by company'])
  await onCitus(async (client) => {
    await client.query('alter table event drop column extra')
    await client.query('drop table site_note')
  })
  jobs.push(await createJob(server, olga))
})

test('tables that an earlier release spread are brought to the policies of this one, on every shard', async () => {
  const own = `company_id = nullif(current_setting('fettle.company', true), '')::uuid`
  await onCitus(async (client) => {
    await client.query(`alter policy own_company on event using (${own} and is_company_proven())`)
    await client.query(`alter policy erase_closed on document using (${own} and
      is_being_erased(nullif(current_setting('fettle.company', true), '')::uuid) and is_company_proven())`)
  })
  expect(await distribute(database.url)).toEqual([
    'ask once a reading of event for the proof of its company',
    'ask once a reading of document for the proof of its company',
  ])
  await onCitus(async (client) => {
    const { rows } = await client.query<{ result: string }>(`
      select distinct result from run_command_on_shards('event', $$
        select pg_get_expr(polqual, polrelid) from pg_policy where polrelid = '%s'::regclass and polname = 'own_company' $$)
      union select distinct result from run_command_on_shards('document', $$
        select pg_get_expr(polqual, polrelid) from pg_policy where polrelid = '%s'::regclass and polname = 'erase_closed' $$)
      order by 1`)
    expect(rows.map((one) => one.result)).toEqual([
      '(company_id = company_in_erasure())',
      '(company_id = proven_company())',
    ])
  })
  expect(await answer(paths.jobs)).toMatchObject({ totalResults: 2 })
})

test('a worker checks the proof of a company once a reading, not once a row', async () => {
  const { companyId } = olga.user
  const pool = connect(serviceAddress(database.url), 'fettle_api', { max: 1 })
  const { rows } = await inCompany(pool, companyId, (client) =>
    client.query<{ 'QUERY PLAN': string }>({
      text: 'explain select data from event where company_id = $1 and seq > $2',
      values: [companyId, 0],
    }),
  )
  await pool.end()
  const plan = rows.map((one) => one['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/(One-Time Filter|Index Cond): .*proven_company\(\)/)
  expect(plan).not.toMatch(/(?<!One-Time )Filter: .*proven/)
})
