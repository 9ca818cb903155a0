import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { connect } from './connect.ts'
import { arrayStatement, type Parameters, rowsOf, statement, statementByShape } from './statement.ts'
import { db } from './statement-compiler.ts'

const company = '00000000-0000-7000-8000-000000000001'
let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

const readHead = statement('test-head', (p: Parameters<{ companyId: string }>) =>
  db
    .selectFrom('company_head')
    .select(['seq', 'last_number'])
    .where('company_id', '=', p.companyId)
    .where((head) => head.or([head('company_id', '=', p.companyId), head('seq', '=', 7)])),
)

test('a statement has one text, a number for each parameter, and its constants in the text', () => {
  const query = readHead({ companyId: company })
  expect(query).toEqual({
    name: 'test-head',
    text: 'select "seq", "last_number" from "company_head" where "company_id" = $1 and ("company_id" = $1 or "seq" = 7)',
    values: [company],
  })
  expect(readHead({ companyId: 'other' }).text).toBe(query.text)
})

test('a statement returns its rows as objects or as arrays', async () => {
  const client = connect(database.url)
  await rowsOf(
    client,
    statement('test-insert', (p: Parameters<{ companyId: string; seq: number }>) =>
      db.insertInto('company_head').values({ company_id: p.companyId, seq: p.seq }),
    )({ companyId: company, seq: 3 }),
  )
  const [head] = await rowsOf(client, readHead({ companyId: company }))
  expect(head).toEqual({ seq: 3, last_number: 0 })
  const arrays = arrayStatement<{ companyId: string }, [seq: number]>('test-arrays', (p) =>
    db.selectFrom('company_head').select('seq').where('company_id', '=', p.companyId),
  )
  expect(await rowsOf(client, arrays({ companyId: company }))).toEqual([[3]])
  await client.end()
})

test('a constant is quoted, and anything else is refused', () => {
  const quoted = statement('test-quoted', () =>
    db.selectFrom('account').select('email').where('username', '=', "O'Hara"),
  )
  expect(quoted({}).text).toContain("= 'O''Hara'")
  const wrong = statement('test-wrong', () => db.selectFrom('account').select(sql`${{ any: 'object' }}`.as('x')))
  expect(() => wrong({})).toThrow('invalid immediate value')
})

test('a column in a subquery names the table it is of', () => {
  const beside = (name: string, column: 'company_id' | 'text_message.company_id') =>
    statement(name, () =>
      db
        .selectFrom('text_message')
        .select('text_id')
        .where(({ exists, ref, selectFrom }) =>
          exists(
            selectFrom('company_closing').select('erased_at').where('company_closing.company_id', '=', ref(column)),
          ),
        ),
    )
  expect(() => beside('test-own-column', 'company_id')({})).toThrow(
    'A column is compared with itself: "company_closing"."company_id" = "company_id"',
  )
  expect(beside('test-their-column', 'text_message.company_id')({}).text).toContain('= "text_message"."company_id"')
})

test('two statements never share a name', () => {
  expect(() => statement('test-head', () => db.selectFrom('event').select('seq'))).toThrow('test-head')
})

test('each shape of a query is its own statement, compiled once', () => {
  let compiled = 0
  const jobs = statementByShape('test-jobs', (p: Parameters<{ status: string }>, shape: { filtered: boolean }) => {
    compiled += 1
    const all = db.selectFrom('job_row').select('number')
    return shape.filtered ? all.where('job_status', '=', p.status) : all
  })
  const [one, other, again] = [true, false, true].map((filtered) => jobs({ filtered }, { status: 'booked' }))
  expect(one?.values).toEqual(['booked'])
  expect(other?.values).toEqual([])
  expect(again).toEqual(one)
  expect(one?.name).not.toBe(other?.name)
  expect(compiled).toBe(2)
})
