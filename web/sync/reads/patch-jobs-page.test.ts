import { expect, test } from 'vitest'
import type { JobRow } from '#core/projections/job-row.ts'
import type { AskedJobs, JobsPage } from './jobs.ts'
import { mayMove, patched } from './patch-jobs-page.ts'
import { forgetChanges, markChange, sentenceOf, useRecentChanges } from './recent-changes.ts'

const row = (nth: number, change: Partial<JobRow> = {}): JobRow => ({
  jobId: `job-${nth}`,
  jobRef: String(nth).padStart(5, '0'),
  jobStatus: 'pending',
  warning: '',
  apartmentName: `${nth} Marlowe Court`,
  createdAt: '2026-11-20',
  assignedTo: [],
  images: 0,
  notes: 0,
  readyTasks: [],
  ...change,
})
const page = (asked: AskedJobs, ...nths: number[]): JobsPage => ({
  asked,
  jobs: nths.map((nth) => row(nth)),
  totalPages: 1,
  totalResults: nths.length,
  seq: 50,
})

test('a pushed row replaces the row of the same job', () => {
  const changed = row(2, { jobStatus: 'booked' })
  expect(patched(page({}, 3, 2, 1), [changed], 51).jobs.map((one) => one.jobStatus)).toEqual([
    'pending',
    'booked',
    'pending',
  ])
})

test('a page read after the push stays unchanged', () => {
  const read = page({}, 3, 2, 1)
  expect(patched(read, [row(2, { jobStatus: 'booked' })], 49)).toBe(read)
})

test('sorted by number, only a newer job changes the first page', () => {
  expect(mayMove(page({}, 20, 19), row(21))).toBe(true)
  expect(mayMove(page({}, 20, 19), row(4, { jobStatus: 'booked' }))).toBe(false)
  expect(mayMove(page({}, 20, 19), row(19, { jobStatus: 'booked' }))).toBe(false)
})

test('a row moves when its sorted or filtered value changes', () => {
  expect(mayMove(page({ sort: 'apartmentName' }, 2, 1), row(1, { apartmentName: '1 Kestrel Mews' }))).toBe(true)
  expect(mayMove(page({ status: 'pending' }, 2, 1), row(1, { jobStatus: 'booked' }))).toBe(true)
  expect(mayMove(page({ status: 'pending' }, 2, 1), row(1, { notes: 1 }))).toBe(false)
  expect(mayMove(page({ status: 'pending' }, 2, 1), row(7))).toBe(true)
})

test('the sentence about a change names what changed', () => {
  const before = row(1)
  expect(sentenceOf(before, row(1, { jobStatus: 'booked' }))).toBe('1 Marlowe Court is booked, changed just now')
  expect(sentenceOf(before, row(1, { notes: 1 }))).toBe('1 Marlowe Court has a new comment')
  expect(sentenceOf(before, row(1))).toBeUndefined()
})

test('recent changes are forgotten when the signed-in area closes, since somebody else may sign in next', () => {
  markChange(row(1), row(1, { notes: 1 }))
  expect(useRecentChanges.getState()).toEqual({
    jobIds: new Set(['job-1']),
    sentence: '1 Marlowe Court has a new comment',
  })
  forgetChanges()
  expect(useRecentChanges.getState()).toEqual({ jobIds: new Set(), sentence: '' })
})
