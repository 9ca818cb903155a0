import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createPlainDatabase } from '#test/database/database.ts'
import { ledgerFunctions } from './ledger-functions.ts'
import { migrate } from './migrate.ts'
import { describeSchema } from './schema.ts'
import { describeTableTypes } from './table-types.ts'

test('schema.sql matches the migrations, and migrating again changes nothing', async () => {
  const database = await createPlainDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const made = await describeSchema(client)
  // If this fails after a change of the migrations: node cli/commands/dump-schema.ts
  expect(made).toBe(await readFile(new URL('schema.sql', import.meta.url), 'utf8'))
  expect(await migrate(database.url)).toEqual([])
  expect(await describeSchema(client)).toBe(made)
  await client.end()
  await database.drop()
})

test('queries are checked against the tables that the migrations create', async () => {
  const database = await createPlainDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const types = new URL('../ledger/database/tables.ts', import.meta.url)
  // If this fails after a change of the migrations: node cli/commands/dump-schema.ts
  expect(await describeTableTypes(client)).toBe(await readFile(types, 'utf8'))
  await client.query('alter table event rename column happened_at to happened')
  expect(await describeTableTypes(client)).not.toBe(await readFile(types, 'utf8'))
  await client.end()
  await database.drop()
})

test('a changed column, policy, grant or trigger changes the schema', async () => {
  const database = await createPlainDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  let before = await describeSchema(client)
  const changes = [
    'alter table event add column extra text',
    'drop policy own_company on event',
    'grant insert on event to fettle_api',
    'grant select (password_hash) on account to fettle_api',
    'drop trigger append_only on event',
    'alter table event no force row level security',
    'drop index event_small_streams',
    'alter function append owner to current_user',
    'alter table company_head alter column epoch drop default',
  ]
  for (const change of changes) {
    await client.query(change)
    const after = await describeSchema(client)
    expect(after, change).not.toBe(before)
    before = after
  }
  await client.end()
  await database.drop()
})

test('functions of the ledger that a restore left to somebody else are returned to it', async () => {
  const database = await createPlainDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const made = await describeSchema(client)
  const owned = [...made.matchAll(/^alter function (\w+)\(.* owner to fettle_ledger;$/gm)].map(([, name]) => name)
  expect(owned).toEqual([...ledgerFunctions])
  for (const name of ledgerFunctions) await client.query(`alter function ${name} owner to current_user`)
  expect(await describeSchema(client)).not.toBe(made)
  expect(await migrate(database.url)).toEqual([])
  expect(await describeSchema(client)).toBe(made)
  await client.end()
  await database.drop()
})
