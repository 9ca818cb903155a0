import pg from 'pg'
import { expect, test } from 'vitest'
import { QueueFull } from './company-queue.ts'
import { isUnavailable } from './unavailable.ts'

const refusedBy = (code: string) => Object.assign(new pg.DatabaseError('refused', 7, 'error'), { code })

test.each([
  ['08006', 'a lost connection'],
  ['53300', 'too many connections'],
  ['57P01', 'a database that stops'],
  ['55P03', 'a lock that was not free in time'],
  ['25006', 'a database that takes no changes'],
  ['40P01', 'a rollback since two transactions waited for each other'],
])('%s, %s, may be over at the next try', (code) => {
  expect(isUnavailable(refusedBy(code))).toBe(true)
})

test('a fault of a query is none of those, nor is any other error', () => {
  for (const code of ['42601', '23505', '22P02', 'P0001']) expect(isUnavailable(refusedBy(code))).toBe(false)
  expect(isUnavailable(new Error('a bug'))).toBe(false)
  expect(isUnavailable(new AggregateError([refusedBy('08006'), new Error('a bug')]))).toBe(false)
  expect(isUnavailable(new AggregateError([refusedBy('08006'), new QueueFull()]))).toBe(true)
})
