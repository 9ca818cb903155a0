import pg from 'pg'
import { expect, test } from 'vitest'
import { createDatabase } from './database.ts'

test('each test file has its own migrated database', async () => {
  const databases = await Promise.all([createDatabase(), createDatabase(), createDatabase()])
  expect(new Set(databases.map((one) => one.url)).size).toBe(3)
  for (const { url, drop } of databases) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    expect((await client.query('select count(*)::int as events from event')).rows).toEqual([{ events: 0 }])
    await client.end()
    await drop()
  }
})

test('the tests run on a PostgreSQL that keeps confirmed commits', async () => {
  const { url, drop } = await createDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    expect((await client.query(`select current_setting('${setting}') as value`)).rows).toEqual([{ value: 'on' }])
  }
  await client.end()
  await drop()
})
