import { expect, test } from 'vitest'
import { nameOfType } from './event-names.ts'
import { typesFor } from './event-types.ts'

test('every type that a webhook may be told of has a name of its own in plain words', () => {
  const names = typesFor('office').map(nameOfType)
  for (const name of names) expect(name).toMatch(/^[A-Z][a-z-]+( [a-z-]+)*$/)
  expect(new Set(names).size).toBe(names.length)
  expect(nameOfType('JobCreated')).toBe('Job created')
})
