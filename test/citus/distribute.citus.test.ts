import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
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
