import fc from 'fast-check'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import type { NotificationItem } from '#core/wire/jobs/notifications.ts'
import { folded, namesOf } from './folded.ts'

const by = uuid()
const item = (changes: NotificationItem['changes']): NotificationItem => ({
  ...{ notificationId: uuid(), jobId: uuid(), seq: 1, at: '2026-11-20T09:00:00.000Z', isRead: false },
  changes,
})
const finished = () => item({ finished: { by } })
const noAccess = () => item({ noAccess: { by } })

test('three finished jobs in a row stand in one line, two do not', () => {
  const [a, b, c, d, e] = [finished(), finished(), finished(), finished(), finished()]
  const door = noAccess()
  expect(folded([a, b, c, door, d, e])).toEqual([[a, b, c], [door], [d], [e]])
})

test('a finished job with other news stands alone', () => {
  const more = item({ finished: { by }, tenant: { wrote: true } })
  const [a, b] = [finished(), finished()]
  expect(folded([a, more, b])).toEqual([[a], [more], [b]])
})

test('nothing is left out, and the order stays', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean()), (kinds) => {
      const items = kinds.map((isFinished) => (isFinished ? finished() : noAccess()))
      expect(folded(items).flat()).toEqual(items)
    }),
  )
})

test('at most two people are named', () => {
  expect(namesOf(['Maya', 'Maya', ''])).toBe('Maya')
  expect(namesOf(['Maya', 'Jack', 'Maya'])).toBe('Maya and Jack')
  expect(namesOf(['Maya', 'Jack', 'Tom'])).toBe('Maya, Jack and 1 other')
  expect(namesOf(['Maya', 'Jack', 'Tom', 'Sofia'])).toBe('Maya, Jack and 2 others')
  expect(namesOf([''])).toBe('')
})
