import { expect, inject, test } from 'vitest'
import { isMigrated, newestMigration } from '#ledger/database/migrated.ts'
import { createDatabase } from '#test/database/database.ts'
import { migrate, migrations } from './migrate.ts'

test('a process knows a database of its release from one that is not migrated', async () => {
  const database = await createDatabase()
  expect(Object.keys(migrations).at(-1)).toBe(newestMigration)
  expect(Object.keys(migrations)).toEqual(Object.keys(migrations).sort())
  expect(await isMigrated(database.url)).toBe(true)
  expect(await isMigrated(inject('databaseUrl'))).toBe(false)
  expect(await migrate(database.url)).toEqual([])
  await database.drop()
})
