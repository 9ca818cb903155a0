import { expect, test } from 'vitest'
import { dayName, fullDayIn } from '#core/time/format.ts'
import { ago, dateIn, dayIn, visitIn } from './format-instant.ts'

const london = 'Europe/London'
const now = '2026-11-20T12:00:00.000Z'

test('days and visits read as the office writes them', () => {
  expect(dayName('2026-11-19')).toBe('19 Nov 2026')
  expect(dayName('2026-09-01')).toBe('1 Sep 2026')
  expect(visitIn('2026-11-20T09:00:00.000Z', '2026-11-20T11:00:00.000Z', london, now)).toBe('Fri 20 Nov, 09:00–11:00')
  expect(visitIn('2026-11-20T22:00:00.000Z', '2026-11-21T02:00:00.000Z', london, now)).toBe(
    'Fri 20 Nov, 22:00–Sat 21 Nov, 02:00',
  )
  expect(dayIn('2025-11-20T09:00:00.000Z', london, now)).toBe('Thu 20 Nov 2025')
})

test('a visit shows the company’s local time, in summer and wherever the reader is', () => {
  expect(visitIn('2026-07-01T08:00:00.000Z', '2026-07-01T10:00:00.000Z', london, now)).toBe('Wed 1 Jul, 09:00–11:00')
  expect(visitIn('2026-11-20T14:00:00.000Z', '2026-11-20T16:00:00.000Z', 'America/New_York', now)).toBe(
    'Fri 20 Nov, 09:00–11:00',
  )
})

test.each([
  ['2026-11-20T11:59:30.000Z', 'just now'],
  ['2026-11-20T12:00:20.000Z', 'just now'],
  ['2026-11-20T11:59:00.000Z', '1 minute ago'],
  ['2026-11-20T11:01:00.000Z', '59 minutes ago'],
  ['2026-11-20T10:30:00.000Z', '1 hour ago'],
  ['2026-11-19T15:00:00.000Z', '21 hours ago'],
  ['2026-11-19T12:00:00.000Z', '1 day ago'],
  ['2026-10-21T12:00:00.000Z', '30 days ago'],
  ['2026-10-20T11:00:00.000Z', '20 Oct 2026'],
])('a comment made at %s reads %s', (timestamp, text) => {
  expect(ago(timestamp, Date.parse(now), london)).toBe(text)
})

test('paper has the full date, a short list only day and month', () => {
  expect(fullDayIn('2026-11-20T23:30:00.000Z', london)).toBe('Friday 20 November 2026')
  expect(dateIn('2026-11-20T23:30:00.000Z', london, now)).toBe('20 Nov')
  expect(dateIn('2025-11-20T23:30:00.000Z', london, now)).toBe('20 Nov 2025')
})
