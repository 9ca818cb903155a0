import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, inCompany, readInCompany } from '#ledger/database/connect.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { sampleAppend, sampleNote } from '#test/histories/sample-appends.ts'
import { append } from './append.ts'
import { readHead, readStream } from './read.ts'

let database: TestDatabase
let api: pg.Pool
let auth: pg.Pool
let projector: pg.Pool
let owner: pg.Pool
const [companyA, companyB] = [uuid(), uuid()]

beforeAll(async () => {
  database = await createDatabase()
  api = connect(database.url, 'fettle_api', { max: 2 })
  auth = connect(database.url, 'fettle_auth', { max: 2 })
  projector = connect(database.url, 'fettle_projector', { max: 2 })
  owner = connect(database.url, undefined, { max: 2 })
  for (const companyId of [companyA, companyB]) {
    for (let nth = 0; nth < 5; nth += 1) await append(api, sampleAppend({ companyId }))
    await append(api, sampleAppend({ companyId, events: [] }))
  }
})
afterAll(async () => {
  await Promise.all([api, auth, projector, owner].map((pool) => pool.end()))
  await database.drop()
})

describe('the log is append-only', () => {
  const changes = [
    "update event set data = '{}'",
    'delete from event',
    'truncate event',
    'update settled_command set seq = 0',
    'delete from settled_command',
    'truncate settled_command',
    'delete from company_head',
    'truncate company_head',
  ]
  const headOnly = 'update company_head set seq = 0'

  test.each([...changes, headOnly])('neither the API nor the projector may: %s', async (change) => {
    for (const pool of [api, auth, projector]) {
      await expect(inCompany(pool, companyA, (client) => client.query(change))).rejects.toThrow('permission denied')
    }
  })

  test.each(changes.slice(0, 6))("not even the database's owner may: %s", async (change) => {
    await expect(owner.query(change)).rejects.toThrow('append-only')
  })

  test('only append can write to it: a forged event is refused whatever company it names', async () => {
    const forge = (companyId: string) =>
      inCompany(api, companyA, (client) =>
        client.query('insert into event select (event).* from (select event from event limit 1) one where $1 <> $2', [
          companyId,
          uuid(),
        ]),
      )
    await expect(forge(companyA)).rejects.toThrow('permission denied')
    await expect(forge(companyB)).rejects.toThrow('permission denied')
  })

  test('append uses its own tables, even if its caller shadows them', async () => {
    const before = await readHead(api, companyA)
    const appended = await inCompany(api, companyA, async (client) => {
      await client.query('create temp table company_head (company_id uuid, seq bigint) on commit drop')
      await client.query('set local search_path = pg_temp, public')
      return append(client, sampleAppend({ companyId: companyA }))
    })
    expect(appended).toMatchObject({ outcome: 'appended', seq: (before?.seq ?? 0) + 1 })
  })
})

describe("no company sees another company's rows", () => {
  const tables = ['event', 'company_head', 'settled_command']

  test.each(tables)('without a company no row of %s is visible', async (table) => {
    for (const pool of [api, auth]) expect((await pool.query(`select from ${table}`)).rowCount).toBe(0)
    const client = await api.connect()
    await client.query('begin; set local fettle.company = $$$$; commit')
    expect((await client.query(`select from ${table}`)).rowCount).toBe(0)
    client.release()
  })

  test.each(tables)("one company's transaction sees its own %s and no other's", async (table) => {
    const [all, other] = await readInCompany(api, companyA, [
      { text: `select company_id from ${table}` },
      { text: `select from ${table} where company_id = $1`, values: [companyB] },
    ])
    expect(all.rows.length).toBeGreaterThan(0)
    expect(new Set(all.rows.map((row) => row.company_id))).toEqual(new Set([companyA]))
    expect(other.rowCount).toBe(0)
  })

  test('another company’s stream looks like one that does not exist', async () => {
    const one = sampleAppend({ companyId: companyA })
    await append(api, one)
    expect(await readStream(api, companyA, one.streamId)).toHaveLength(1)
    expect(await readStream(api, companyB, one.streamId)).toEqual([])
  })

  test('ten thousand reads of two companies, interleaved on two connections, never mix', async () => {
    const counts = { [companyA]: 0, [companyB]: 0 }
    const read = async (companyId: string) => {
      const [{ rows }] = await readInCompany(api, companyId, [
        { name: 'wall', text: 'select distinct company_id from event' },
      ])
      expect(rows).toEqual([{ company_id: companyId }])
      counts[companyId] = (counts[companyId] ?? 0) + 1
    }
    const work = async () => {
      for (let nth = 0; nth < 625; nth += 1) await read(Math.random() < 0.5 ? companyA : companyB)
    }
    await Promise.all(Array.from({ length: 16 }, work))
    expect((counts[companyA] ?? 0) + (counts[companyB] ?? 0)).toBe(10_000)
  })

  test('two companies can have the same seqs, versions, stream and command ids', async () => {
    const shared = { commandId: uuid(), streamId: uuid() }
    const [c, d] = [uuid(), uuid()]
    const texts = { [c]: 'For C', [d]: 'For D' }
    for (const companyId of [c, d]) {
      const one = sampleAppend({ companyId, ...shared, events: [sampleNote(texts[companyId])] })
      expect(await append(api, one)).toEqual({ outcome: 'appended', seq: 1, version: 1 })
    }
    for (const companyId of [c, d]) {
      const events = await readStream(api, companyId, shared.streamId)
      expect(events.map((event) => event.data)).toEqual([expect.objectContaining({ note: texts[companyId] })])
    }
  })
})

test('only the sign-in pool may read password hashes', async () => {
  const hashes = 'select password_hash from account'
  for (const pool of [api, projector])
    await expect(inCompany(pool, companyA, (client) => client.query(hashes))).rejects.toThrow('permission denied')
  expect((await auth.query(hashes)).rows).toEqual([])
})

test('every table that is walled by company asks for the proof of it', async () => {
  const { rows } = await owner.query<{ name: string; proves: boolean }>(`
    select p.tablename as name, exists (select from pg_policies q where q.tablename = p.tablename and q.policyname = 'proven'
      and q.permissive = 'RESTRICTIVE' and q.cmd = 'ALL' and q.qual = q.with_check and q.qual like '%is_company_proven()%')
      -- On Citus each policy asks by itself; see migrations/distribution/table-steps.ts.
      or not exists (select from pg_policies q where q.tablename = p.tablename and 'fettle_api' = any (q.roles)
        and concat(q.qual, q.with_check) !~ '(is_company_proven|proven_company|company_in_erasure)\\(\\)') as proves
    from pg_policies p where p.schemaname = 'public' and 'fettle_api' = any (p.roles) and p.permissive = 'PERMISSIVE'
      and exists (select from information_schema.columns c
        where c.table_schema = 'public' and c.table_name = p.tablename and c.column_name = 'company_id')`)
  expect(rows.length).toBeGreaterThan(15)
  expect(rows.filter((table) => !table.proves)).toEqual([])
})

test('every table has row-level security enabled and forced, by company if it has one', async () => {
  const { rows } = await owner.query<{
    name: string
    walled: boolean
    first_key: string | null
    has_company: boolean
  }>(`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as walled,
      (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
        where i.indrelid = c.oid and i.indisprimary) as first_key,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id') as has_company
    from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely%'
    order by 1`)
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter((table) => !table.walled)).toEqual([])
  // Keyed by person, token or mail: they are read before a company is known.
  const signIn = [
    'account',
    'api_key',
    'calendar_feed',
    'email_link',
    'invoice_mail',
    'password_link',
    'report_link',
    'session',
    'tenant_link',
    'tenant_mail',
  ]
  const keyed = rows.filter((table) => table.has_company && !signIn.includes(table.name))
  expect(keyed.filter((table) => table.first_key !== 'company_id')).toEqual([])
})
