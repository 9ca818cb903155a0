import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as values from './values.ts'

test('the values are the specification’s', () => {
  expect(values.jobStatuses).toEqual(['pending', 'booked', 'completed', 'cancelled', 'quote sent', 'to estimate'])
  expect(values.taskStatuses).toEqual(['not completed', 'completed', 'to estimate'])
  expect(values.warnings.toSorted()).toEqual(
    [
      '',
      'invoiced',
      'free of charge',
      'cancelled',
      'reschedule',
      'no access',
      'quote sent',
      'quote approved',
      'quote rejected',
      'management',
      'insurance',
    ].toSorted(),
  )
  expect(values.nextVisitHours).toEqual([0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8])
  expect(values.nextVisitPeople).toEqual([0, 1, 2, 3, 4, 5])
})

test('a job number has at least five digits', () => {
  expect([1, 7, 213, 99_999, 100_000].map(values.jobRef)).toEqual(['00001', '00007', '00213', '99999', '100000'])
})

test('a site name that is saved again stays as it is', () => {
  expect(values.capitalised('ßtraße ŉ ﬁnch')).toBe('Sstraße ʼn Finch')
  const words = fc.array(fc.constantFrom('ß', 'İ', 'ı', 'ŉ', 'ﬁ', 'ΐ', 'Σ', 'ς', 'ǆ', '𐐨', 'a', 'Z', ' ', '\u0307'))
  const names = fc.oneof(
    fc.string({ unit: 'binary' }),
    words.map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(names, (name) => {
      const saved = values.capitalised(name)
      expect(values.capitalised(saved)).toBe(saved)
    }),
    { numRuns: 500 },
  )
})

test('a site name has each word capitalised', () => {
  expect(values.capitalised('  14 marlowe   COURT ')).toBe('14 Marlowe Court')
  expect(values.capitalised("o'brien HOUSE\tflat 2B")).toBe("O'brien House Flat 2b")
  expect(values.capitalised('éLAN vital')).toBe('Élan Vital')
  expect(values.capitalised(' \n ')).toBe('')
})

test('a task cycles from not completed to completed to to estimate and back', () => {
  expect(values.taskStatuses.map(values.nextTaskStatus)).toEqual(['completed', 'to estimate', 'not completed'])
})

test('the status of a job follows from its tasks', () => {
  const derived = (...statuses: values.TaskStatus[]) => values.derivedStatus(statuses.map((status) => ({ status })))
  expect(derived('completed', 'completed')).toBe('completed')
  expect(derived('completed', 'not completed')).toBe('pending')
  expect(derived('not completed', 'to estimate', 'completed')).toBe('to estimate')
  expect(derived('completed', 'to estimate')).toBe('to estimate')
  expect(derived()).toBeUndefined()
})

test('only invoiced and free of charge need all tasks completed', () => {
  expect(values.warnings.filter(values.needsAllTasksCompleted)).toEqual(['invoiced', 'free of charge'])
})
