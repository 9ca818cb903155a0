import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { refusals, refuse } from '#core/model/refusals.ts'
import { text } from '#core/model/values.ts'
import { HttpFailure, parse, refused } from './errors.ts'

const schema = z.strictObject({ name: text(5), tasks: z.optional(z.array(z.strictObject({ price: z.int() }))) })

function failureOf(value: unknown) {
  try {
    parse(schema, value)
  } catch (error) {
    if (error instanceof HttpFailure) return { status: error.status, ...error.body }
    throw error
  }
  return undefined
}

test('a valid value is returned as its schema parses it', () => {
  expect(parse(schema, { name: 'abc' })).toEqual({ name: 'abc' })
})

test.each([
  [{}, 'name', 'The field name is missing or not valid.'],
  [{ name: 'abcdef' }, 'name', 'The field name may have at most 5 characters.'],
  [{ name: 'a\u0000' }, 'name', 'This text contains a character that cannot be stored.'],
  [
    { name: 'a', tasks: [{ price: 1 }, { price: 1.5 }] },
    'tasks.1.price',
    'The field tasks.1.price is missing or not valid.',
  ],
])('%j is refused at the field %s', (value, field, error) => {
  expect(failureOf(value)).toEqual({ status: 400, code: 'invalid', field, error })
})

test.each([undefined, null, [], 'text', 5])('%j is no body', (value) => {
  expect(failureOf(value)).toEqual({
    status: 400,
    code: 'invalid',
    error: 'The request body must be a JSON object of the expected form.',
  })
})

test('an unknown field is named, also a nested one', () => {
  expect(failureOf({ name: 'a', role: 'owner' })).toMatchObject({ code: 'unknown-field', field: 'role' })
  expect(failureOf({ name: 'a', tasks: [{ price: 1, ready: 1 }] })).toMatchObject({ field: 'tasks.0.ready' })
})

test('every refusal has its status', () => {
  const statuses = Object.keys(refusals).map((code) => [code, refused(refuse(code as keyof typeof refusals)).status])
  expect(Object.fromEntries(statuses)).toMatchObject({
    'site-required': 400,
    'office-only': 403,
    'job-not-found': 404,
    'task-moved-on': 409,
    'too-many-users': 403,
  })
  for (const [, status] of statuses) expect([400, 403, 404, 409]).toContain(status)
})
