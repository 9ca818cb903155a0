import { expect, inject, test } from 'vitest'
import { isMigrated, newestMigration } from '#ledger/database/migrated.ts'
import { createDatabase } from '#test/database/database.ts'
import { migrate, migrations } from './migrate.ts'

test('a process recognises whether the database is migrated to its release', async () => {
  const database = await createDatabase()
  expect(Object.keys(migrations).at(-1)).toBe(newestMigration)
  expect(Object.keys(migrations)).toEqual(Object.keys(migrations).sort())
  expect(await isMigrated(database.url)).toBe(true)
  expect(await isMigrated(inject('databaseUrl'))).toBe(false)
  expect(await migrate(database.url)).toEqual([])
  await database.drop()
})
