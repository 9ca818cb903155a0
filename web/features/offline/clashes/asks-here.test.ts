import { expect, test } from 'vitest'
import { jobId } from '#test/core/given-when-then.ts'
import { booking } from '#test/core/job-events.ts'
import { isAskedHere } from './asks-here.ts'

const loadedAt = Date.parse('2026-11-20T10:00:00.000Z')
const at = (happenedAt: string) =>
  ({ command: { type: 'ScheduleJob', data: { jobId, ...booking } }, happenedAt }) as const
const [before, since] = [at('2026-11-20T09:59:00.000Z'), at('2026-11-20T10:00:01.000Z')]

test('a clash is asked about in a dialog on the page of its job, also after a reload', () => {
  expect(isAskedHere(since, `/job/${jobId}`, loadedAt)).toBe(true)
  expect(isAskedHere(before, `/job/${jobId}`, loadedAt)).toBe(true)
})

test('the calendar and the jobs list ask about visits that were booked there, not about those from before a reload', () => {
  for (const path of ['/calendar', '/sites']) {
    expect(isAskedHere(since, path, loadedAt), path).toBe(true)
    expect(isAskedHere(before, path, loadedAt), path).toBe(false)
  }
})

test('no other page is interrupted by the dialog', () => {
  for (const path of ['/parts', '/job/another', '/waiting', '/'])
    expect(isAskedHere(since, path, loadedAt), path).toBe(false)
})
