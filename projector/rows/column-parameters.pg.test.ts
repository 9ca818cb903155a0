import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestLedger } from '#test/histories/stored-history.ts'
import { columnParameters } from './column-parameters.ts'

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

/** What PostgreSQL can hold: any character but that of code 0, and no halves of pairs. */
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

test('whatever records hold, PostgreSQL reads the same of them', () =>
  fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 5 }), async (records) => {
      const { selected, source, values } = columnParameters(columns, records)
      const { rows } = await ledger.pool.query(`select ${selected} from ${source} where $1::text = $2::text`, [
        '',
        '',
        ...values,
      ])
      expect(rows).toEqual(records)
    }),
    { numRuns: 300 },
  ))
