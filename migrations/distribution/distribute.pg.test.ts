import pg from 'pg'
import { expect, test } from 'vitest'
import { describeSchema } from '#migrations/schema.ts'
import { createPlainDatabase } from '#test/database/database.ts'
import { runFettle } from '#test/faults/fettle-process.ts'
import { CannotDistribute, distribute, distributeAdded } from './distribute.ts'

async function schemaOf(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const schema = await describeSchema(client)
  await client.end()
  return schema
}

test('a database without Citus is not distributed, and says so; nothing changes', async () => {
  const database = await createPlainDatabase()
  const before = await schemaOf(database.url)
  await expect(distribute(database.url)).rejects.toThrow(CannotDistribute)
  await expect(distribute(database.url, { dryRun: true })).rejects.toThrow(/does not have the extension Citus/)
  expect(await distributeAdded(database.url)).toEqual([])
  for (const options of [['--distribute'], ['--distribute', '--dry-run']]) {
    const { code, errors } = await runFettle(['migrate', ...options], { DATABASE_URL: database.url })
    expect(code).toBe(1)
    expect(errors).toContain('This database does not have the extension Citus, so its tables stay on one machine.')
  }
  const { code, errors } = await runFettle(['migrate', '--dry-run'], { DATABASE_URL: database.url })
  expect({ code, errors }).toMatchObject({ code: 1, errors: expect.stringContaining('--dry-run is for --distribute') })
  expect(await schemaOf(database.url)).toBe(before)
  await database.drop()
})
