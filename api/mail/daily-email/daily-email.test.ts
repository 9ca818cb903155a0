import { expect, test } from 'vitest'
import type { JobChanges } from '#core/reactions/changes.ts'
import { dana, idOf } from '#test/core/given-when-then.ts'
import { dailyEmailOf, type Unread } from './daily-email.ts'

const reader = {
  name: 'dana.whitfield',
  businessName: 'Harrow & Pike',
  address: 'https://fettle.example.com',
  email: { at: '06:30', days: 'weekdays' as const },
}
const namer = { nameOf: () => 'Tom Okafor', whenOf: () => 'Fri 20 Nov, 09:00–10:00', momentOf: () => 'Thu 26 Nov' }
const off = 'https://fettle.example.com/t/email/abc'
const visit = { jobStart: '2026-11-20T09:00:00.000Z', jobEnd: '2026-11-20T10:00:00.000Z' }
const job = (nth: number, changes: JobChanges, place = '18 Beacon\nTerrace'): Unread => ({
  ...{ jobId: idOf('a', nth), jobRef: String(nth).padStart(5, '0'), place },
  changes,
})
const write = (...unread: Unread[]) => dailyEmailOf(reader, unread, namer, off)

test('a daily email names each job with what happened to it, where to read on, and how to end it', () => {
  const email = write(
    job(1, { noAccess: { by: dana.userId }, finished: {} }),
    { jobId: idOf('b', 2), changes: { report: { urgency: 'danger' } }, place: '4 Mill Lane' },
    { jobId: dana.userId, changes: { dayAhead: { count: 2, first: visit } } },
  )
  expect(email?.subject).toBe('Harrow & Pike: 3 unread notifications')
  expect(email?.unsubscribe).toBe(off)
  expect(email?.text).toBe(`Hello dana.whitfield,

You haven’t read this at Harrow & Pike yet.

18 Beacon Terrace · Job 00001
Tom Okafor recorded no access
Job finished
https://fettle.example.com/job/${idOf('a', 1)}

4 Mill Lane
A repair was reported as an immediate danger
https://fettle.example.com/reports

Your next day: 2 visits, the first Fri 20 Nov, 09:00–10:00
https://fettle.example.com/day

You get this email at 06:30 from Monday to Friday, if anything is unread. Choose what it tells you:
https://fettle.example.com/profile?show=notifications

Turn it off, without signing in:
${off}
`)
})

test('there is none where nothing is unread, and a long one says how many more there are', () => {
  expect(write()).toBeUndefined()
  const { subject = '', text = '' } = write(...Array.from({ length: 75 }, (_, nth) => job(nth, { finished: {} }))) ?? {}
  expect(subject).toBe('Harrow & Pike: 75 unread notifications')
  expect(text.match(/\/job\//g)).toHaveLength(40)
  expect(text).toContain('And 35 more:\nhttps://fettle.example.com/notifications')
})
