import { expect, test } from 'vitest'
import { initials } from './person.tsx'

test('a person is marked by the first letters of the first two words of the name', () => {
  expect(initials('tom.okafor')).toBe('TO')
  expect(initials('maya')).toBe('M')
})

test('the office is not marked as somebody whose name begins with T and O', () => {
  expect(initials('The office')).toBe('O')
})
