import { expect, test } from 'vitest'
import { recordedBy } from './recorded-by.ts'

const at = (time: string) => ({ recordedAt: `2026-11-20T${time}:00.000Z` })

test('a job as it was at an instant has its events up to the last one recorded by then', () => {
  const history = [at('09:00'), at('09:30'), at('10:00')]
  expect(recordedBy(history, '2026-11-20T09:45:00.000Z')).toEqual(history.slice(0, 2))
  expect(recordedBy(history, '2026-11-20T08:00:00.000Z')).toEqual([])
  expect(recordedBy(history, '2026-11-20T10:00:00.000Z')).toEqual(history)
})

test('no event is left out in the middle where the clock of the server went back', () => {
  const history = [at('10:00'), at('09:00'), at('09:30'), at('10:30')]
  expect(recordedBy(history, '2026-11-20T09:10:00.000Z')).toEqual(history.slice(0, 2))
  expect(recordedBy(history, '2026-11-20T09:30:00.000Z')).toEqual(history.slice(0, 3))
})
