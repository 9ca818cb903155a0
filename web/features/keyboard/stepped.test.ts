import { expect, test } from 'vitest'
import { stepped } from './stepped.ts'

const rows = ['first', 'second', 'third']

test('steps go from row to row, and end at the first and the last', () => {
  expect(stepped(rows, 0, 'next')).toBe('second')
  expect(stepped(rows, 1, 'previous')).toBe('first')
  expect(stepped(rows, 2, 'next')).toBeUndefined()
  expect(stepped(rows, 0, 'previous')).toBeUndefined()
})

test('from elsewhere on the page the next row is the first, and the previous the last', () => {
  expect(stepped(rows, -1, 'next')).toBe('first')
  expect(stepped(rows, -1, 'previous')).toBe('third')
  expect(stepped([], -1, 'next')).toBeUndefined()
  expect(stepped([], -1, 'previous')).toBeUndefined()
})
