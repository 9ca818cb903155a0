import { expect, test } from 'vitest'
import type { JobRow } from '#core/projections/job-row.ts'
import { shareOf, withAll, withPageToggled, withRange } from './selection.ts'
import { type Selected, toggled } from './use-selection.ts'

const row = (jobId: string): JobRow => ({
  jobId,
  jobRef: '',
  jobStatus: 'pending',
  warning: '',
  apartmentName: '14 Marlowe Court',
  createdAt: '2026-11-19',
  assignedTo: [],
  images: 0,
  notes: 0,
  readyTasks: [],
})
const page = ['a', 'b', 'c', 'd', 'e'].map(row)
const [a, b, , d] = page
if (!a || !b || !d) throw new Error('There are five rows')
const nothing: Selected = { chosen: new Map() }
const ids = ({ chosen }: Selected) => [...chosen.keys()].join('')

test('a job is selected, and by the same again it is not', () => {
  const one = toggled(nothing, b)
  expect(ids(one)).toBe('b')
  expect(ids(toggled(one, b))).toBe('')
})

test('Shift selects every job from the last one to this one, up or down', () => {
  expect(ids(withRange(toggled(nothing, b), page, d))).toBe('bcd')
  expect(ids(withRange(toggled(nothing, d), page, b))).toBe('dbc')
})

test('where the last one is on another page, Shift selects this one alone', () => {
  expect(ids(withRange({ ...nothing, last: 'elsewhere' }, page, d))).toBe('d')
  expect(ids(withRange(nothing, page, d))).toBe('d')
})

test('a page is selected as a whole and taken out again, and the other pages stay as they are', () => {
  const elsewhere = toggled(nothing, row('z'))
  const all = withAll(elsewhere, page)
  expect(ids(all)).toBe('zabcde')
  expect(ids(withPageToggled(elsewhere, page))).toBe('zabcde')
  expect(ids(withPageToggled(all, page))).toBe('z')
})

test('a page is selected in whole, in part or not at all', () => {
  expect(shareOf(nothing.chosen, page)).toBe('none')
  expect(shareOf(toggled(nothing, a).chosen, page)).toBe('some')
  expect(shareOf(withAll(nothing, page).chosen, page)).toBe('all')
  expect(shareOf(toggled(nothing, a).chosen, [])).toBe('none')
})
