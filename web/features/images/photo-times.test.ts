import { expect, test } from 'vitest'
import { photoTimes } from './photo-times.ts'

const now = '2026-11-21T09:00:00.000Z'
const times = (takenAt: string | undefined, timestamp: string) =>
  photoTimes({ ...(takenAt && { takenAt }), timestamp }, 'Europe/London', now)

test('a photo shows when it was taken and added, naming a shared day once', () => {
  expect(times('2026-11-20T09:08:41', '2026-11-20T09:58:00.000Z')).toBe('Taken Fri 20 Nov, 09:08 · added 09:58')
  expect(times('2026-11-19T17:40:00', '2026-11-20T09:58:00.000Z')).toBe(
    'Taken Thu 19 Nov, 17:40 · added Fri 20 Nov, 09:58',
  )
})

test("a camera time with an offset is shown in the company's time zone", () => {
  expect(times('2026-11-20T10:08:41+01:00', '2026-11-20T09:58:00.000Z')).toBe('Taken Fri 20 Nov, 09:08 · added 09:58')
})

test('a picture without a camera time shows that it is unknown', () => {
  expect(times(undefined, '2026-07-20T09:58:00.000Z')).toBe('Time taken unknown · added Mon 20 Jul, 10:58')
})
