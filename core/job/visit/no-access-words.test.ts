import { expect, test } from 'vitest'
import { atTheDoorWords, triedWords } from './no-access-words.ts'

const zone = 'Europe/London'

test('what was tried at a door reads as a sentence, with the times of calls', () => {
  const tried = ['knocked', 'rang the bell', 'called the tenant', 'called the office'] as const
  expect(triedWords({ tried: [...tried], tenantCalledAt: '2026-07-20T10:21:00.000Z' }, zone)).toBe(
    'Knocked, rang the bell, called the tenant 11:21, called the office',
  )
  expect(triedWords({ tried: [] }, zone)).toBe('Nothing recorded')
})

test('the time at a door is from when the record was begun to when it was saved', () => {
  const happenedAt = '2026-11-20T11:26:00.000Z'
  expect(atTheDoorWords({ atDoorFrom: '2026-11-20T11:17:00.000Z', happenedAt }, zone)).toBe('11:17 to 11:26')
  expect(atTheDoorWords({ happenedAt }, zone)).toBe('11:26')
})
