import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { apiDescription } from '#api/openapi/openapi.ts'
import { callScopes } from '#api/rights/api-keys/call-scopes.ts'
import { callsOfDescription } from './calls-of-description.ts'
import { typeOfSchema } from './type-of-schema.ts'

const kept = readFileSync(join(import.meta.dirname, '../../client/calls.ts'), 'utf8')

test('the client has the calls as the API describes them; run `npm run client` if it has not', () => {
  expect(kept).toBe(callsOfDescription(apiDescription()))
})

test('the client has every call that an API key may make, and no other', () => {
  const calls = [...kept.matchAll(/^ {2}"((?:GET|POST|PUT|DELETE) .+)": \{$/gm)].map(([, call]) => call)
  const allowed = [...callScopes.keys()].map((call) => call.replaceAll(/:(\w+)/g, '{$1}'))
  expect(calls.toSorted()).toEqual(allowed.toSorted())
})

test('a schema becomes the type of what it allows', () => {
  const types: [Parameters<typeof typeOfSchema>[0], string][] = [
    [{ type: 'string', format: 'uuid' }, 'string'],
    [{ type: 'string', format: 'binary' }, 'Blob'],
    [{ type: 'string', enum: ['a', 'b'] }, '"a" | "b"'],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'number | null'],
    [{ oneOf: [{ $ref: '#/components/schemas/AddNote' }, { const: true }] }, 'Schemas["AddNote"] | true'],
    [{ allOf: [{ type: 'string' }, {}] }, '(string) & (unknown)'],
    [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } }, 'Array<string | number>'],
    [{ type: 'object', additionalProperties: { type: 'boolean' } }, 'Record<string, boolean>'],
    [
      { type: 'object', properties: { id: { type: 'string' }, 'a-b': { type: 'boolean' } }, required: ['id'] },
      '{\n  id: string\n  "a-b"?: boolean\n}',
    ],
  ]
  for (const [schema, type] of types) expect(typeOfSchema(schema)).toBe(type)
  expect(() => typeOfSchema({ type: 'date' })).toThrow('date')
})
