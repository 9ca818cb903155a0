import { expect, test } from 'vitest'
import { isMigrated, newestMigration } from '#ledger/database/migrated.ts'
import { createDatabase, createUnmigratedDatabase } from '#test/database/database.ts'
import { migrate, migrations } from './migrate.ts'

test('a process recognises whether the database is migrated to its release', async () => {
  const database = await createDatabase()
  expect(Object.keys(migrations).at(-1)).toBe(newestMigration)
  expect(Object.keys(migrations)).toEqual(Object.keys(migrations).sort())
  expect(await isMigrated(database.url)).toBe(true)
  const unmigrated = await createUnmigratedDatabase()
  expect(await isMigrated(unmigrated.url)).toBe(false)
  expect(await migrate(database.url)).toEqual([])
  await unmigrated.drop()
  await database.drop()
})
