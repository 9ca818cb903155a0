import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { notOnCitus } from './not-on-citus.ts'

test.each(Object.keys(notOnCitus))('%s has no test that could run on Citus', async (file) => {
  const source = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8')
  const isElsewhere =
    /\b(openOwnPostgres|openPostgres|startInstalledPostgres|createPlainDatabase|createUnmigratedDatabase|startFettle)\(/
  expect(source).toMatch(isElsewhere)
  expect(source).not.toMatch(/\bcreateDatabase\(/)
})
