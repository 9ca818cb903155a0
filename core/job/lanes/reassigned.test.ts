import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reassigned } from './reassigned.ts'

test('a visit that moves to another lane has that person in the place of the one before', () => {
  expect(reassigned(['tom'], 'tom', 'maya')).toEqual(['maya'])
  expect(reassigned(['tom', 'jack'], 'tom', 'maya')).toEqual(['maya', 'jack'])
  expect(reassigned(['tom', 'maya'], 'tom', 'maya')).toEqual(['maya'])
})

test('the lane of nobody takes a person off a visit, and from there it gets one', () => {
  expect(reassigned(['tom', 'maya'], 'tom', undefined)).toEqual(['maya'])
  expect(reassigned([], undefined, 'tom')).toEqual(['tom'])
})

const person = fc.constantFrom('tom', 'maya', 'jack', 'sofia')

test('a person who is moved is on no visit twice, and the others stay', () => {
  fc.assert(
    fc.property(fc.uniqueArray(person), fc.option(person, { nil: undefined }), (people, to) => {
      for (const from of people) {
        const after = reassigned(people, from, to)
        expect(new Set(after).size).toBe(after.length)
        if (to !== undefined) expect(after).toContain(to)
        for (const other of people) if (other !== from) expect(after).toContain(other)
      }
    }),
  )
})
