import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { compilable } from '#ledger/database/statement-compiler.ts'
import { openTestLedger } from '#test/histories/stored-history.ts'
import { columnParameters, recordsFrom } from './column-parameters.ts'

let ledger: Awaited<ReturnType<typeof openTestLedger>>
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

const columns = {
  id: 'uuid',
  name: 'text',
  amount: 'bigint',
  day: 'date',
  people: 'uuid[]',
  words: 'text[]',
  body: 'jsonb',
}

/** Text that PostgreSQL can hold: any character except NUL, and no lone surrogates. */
const text = fc.oneof(
  fc.constantFrom('', 'NULL', 'null', '{}', '{a,b}', '"', '\\', '\\N', "'", ',', '\n', '\r\n\t', ' ', '\u2028'),
  fc.string({ unit: 'grapheme' }).filter((one) => !one.includes('\0') && one.isWellFormed()),
  fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', ',', '\n', 'a', '\u0001') }),
)
const record = fc.record({
  id: fc.uuid(),
  name: fc.option(text),
  amount: fc.option(fc.maxSafeInteger()),
  day: fc.option(fc.constantFrom('2026-11-20', '0001-01-01')),
  people: fc.array(fc.uuid(), { maxLength: 3 }),
  words: fc.array(text, { maxLength: 3 }),
  body: fc.dictionary(fc.stringMatching(/^[a-z0-9-]{1,36}$/), fc.oneof(text, fc.integer(), fc.array(text)), {
    maxKeys: 3,
    noNullPrototype: true,
  }),
})

const copied = statement('test-records', (p: Parameters<Record<string, unknown>>) => {
  const { selected, source } = recordsFrom(columns, p)
  return compilable(sql`select ${selected} from ${source}`)
})

test('PostgreSQL reads records back exactly as they were sent', () =>
  fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 5 }), async (records) => {
      const { rows } = await ledger.pool.query(copied(columnParameters(columns, records)))
      expect(rows).toEqual(records)
    }),
    { numRuns: 300 },
  ))
