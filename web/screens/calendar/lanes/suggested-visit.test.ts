import { expect, test } from 'vitest'
import { lanesOf } from '#core/job/lanes/lanes.ts'
import { instantAt } from '#core/time/wall-clock.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import { slotOnScreen, suggestedIn } from './suggested-visit.ts'

const today = '2027-01-12'
const tomorrow = '2027-01-13'
const at = (time: string) => ({ day: today, time })
const free = [
  { from: 480, to: 540 },
  { from: 660, to: 1020 },
]

test('a visit is proposed where the slot was pointed at, else in free hours, else at nine', () => {
  const now = at('08:00')
  expect(suggestedIn({ userId: 'maya', day: tomorrow, free, start: 975 }, now)).toEqual({
    ...{ day: tomorrow, start: '16:15', assignedTo: ['maya'] },
  })
  expect(suggestedIn({ userId: 'maya', day: tomorrow, free }, now)?.start).toBe('11:00')
  expect(suggestedIn({ userId: undefined, day: tomorrow, free: [] }, now)).toEqual({
    ...{ day: tomorrow, start: '09:00', assignedTo: [] },
  })
})

test('of today no hour that is over is proposed, even where one was pointed at', () => {
  const startAt = (time: string, slot: { free?: typeof free; start?: number }) =>
    suggestedIn({ userId: 'maya', day: today, free, ...slot }, at(time))?.start
  expect(startAt('13:05', {})).toBe('13:15')
  expect(startAt('13:05', { start: 540 })).toBe('13:15')
  expect(startAt('13:05', { start: 795 })).toBe('13:15')
  expect(startAt('13:05', { start: 840 })).toBe('14:00')
  expect(startAt('17:30', {})).toBe('17:30')
  expect(startAt('07:10', { free: [] })).toBe('09:00')
  expect(startAt('23:50', {})).toBeUndefined()
})

test('who chooses a day that is over may book any of its hours', () => {
  const monday = { userId: 'maya', day: '2027-01-11', free }
  expect(suggestedIn(monday, at('13:05'))?.start).toBe('11:00')
  expect(suggestedIn({ ...monday, start: 600 }, at('13:05'))?.start).toBe('10:00')
})

const visit = (start: string, end: string, assignedTo: string[]): BookedVisit => {
  const [jobStart = '', jobEnd = ''] = [start, end].map((time) => instantAt({ day: tomorrow, time }, 'Europe/London'))
  const job = {
    jobId: start,
    jobRef: '',
    apartmentName: '6 Mill Parade',
    jobStatus: 'booked' as const,
    warning: '' as const,
  }
  return { ...job, jobBookingId: start, jobStart, jobEnd, access: '', assignedTo }
}

test('a job of the tray is proposed on the day on screen, in hours that anyone shown has free, and to one person shown alone', () => {
  const visits = [visit('08:00', '12:00', ['tom']), visit('09:00', '11:00', ['maya'])]
  const shown = (people: string[], day = tomorrow) =>
    slotOnScreen(lanesOf(visits, people, [day], 'Europe/London'), day, today)
  const both = shown(['maya', 'tom'])
  expect(both && suggestedIn(both, at('08:00'))).toEqual({ day: tomorrow, start: '11:00', assignedTo: [] })
  const [tom] = lanesOf(visits, ['tom'], [tomorrow], 'Europe/London')
  const alone = slotOnScreen(tom ? [tom] : [], tomorrow, today)
  expect(alone && suggestedIn(alone, at('08:00'))).toEqual({ day: tomorrow, start: '12:00', assignedTo: ['tom'] })
  expect(slotOnScreen([], tomorrow, today)).toEqual({ userId: undefined, day: tomorrow, free: [] })
  expect(shown(['maya', 'tom'], '2027-01-11')).toBeUndefined()
})
