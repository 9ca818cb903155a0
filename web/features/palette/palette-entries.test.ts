import { expect, test } from 'vitest'
import type { JobRow } from '#core/projections/job-row.ts'
import { entriesFor, type Found, matchesSearch, mostEntries, stillFound } from './palette-entries.ts'

const job = (nth: number): JobRow => ({
  jobId: `job-${nth}`,
  jobRef: String(nth).padStart(5, '0'),
  apartmentName: `${nth} Marlowe Court`,
  jobStatus: 'pending',
  warning: '',
  createdAt: '2026-11-20',
  assignedTo: [],
  images: 0,
  notes: 0,
  readyTasks: [],
})
const found = (count: number, total = count): Found => ({
  jobs: Array.from({ length: count }, (_, nth) => job(nth + 1)),
  total,
})
const ids = (typed: string, role: 'owner' | 'team', jobs = found(0)) =>
  entriesFor(typed, role, jobs, 'dark').map(({ id }) => id)

test('an empty search offers a new job and the places of the menu, at most eight', () => {
  expect(ids('', 'owner').slice(0, 3)).toEqual(['new-job', '/sites', '/calendar'])
  expect(ids('', 'owner')).toHaveLength(mostEntries)
})

test('the team is offered no new job and no office pages', () => {
  expect(ids('', 'team')).not.toContain('new-job')
  expect(ids('new', 'team')).toEqual([])
  expect(ids('subscription', 'team')).toEqual([])
  expect(ids('subscription', 'owner')).toEqual(['/subscription'])
  expect(ids('deadlines', 'team')).toEqual([])
  expect(ids('deadlines', 'owner')).toEqual(['/deadlines'])
})

test('places and actions are found by the beginnings of their words and synonyms', () => {
  expect(ids('cal', 'team')).toEqual(['/calendar'])
  expect(ids('go to cal', 'team')).toEqual(['/calendar'])
  expect(ids('to do', 'team')).toEqual(['/todo'])
  expect(ids('dark', 'team')).toEqual(['scheme'])
  expect(ids('log out', 'team')).toEqual(['log-out'])
  expect(matchesSearch('book parts', 'Parts Book')).toBe(true)
  expect(matchesSearch('arts', 'Parts Book')).toBe(false)
})

test('jobs come first, and leave room for other matches', () => {
  expect(ids('marl', 'owner', found(3))).toEqual(['job-1', 'job-2', 'job-3'])
  const many = entriesFor('c', 'owner', found(16, 40), 'dark')
  expect(many).toHaveLength(mostEntries)
  expect(many.filter(({ kind }) => kind === 'job').length).toBeGreaterThanOrEqual(5)
  expect(many.map(({ id }) => id)).toContain('/calendar')
})

test('if not all matches are shown, an entry opens the list with a search that the role may use', () => {
  const last = (role: 'owner' | 'team') => entriesFor('marl', role, found(16, 40), 'dark').at(-1)
  expect(last('owner')).toMatchObject({ count: 40, to: '/sites?type=all&search=marl' })
  expect(last('team')).toMatchObject({ to: '/sites?search=marl' })
})

test('while the next search is on its way, only what matches it too is left of the last one', () => {
  const before = { ...found(12, 40), sites: [{ siteId: 'site', name: '2 Marlowe Court' }] }
  const numbers = (typed: string) => stillFound(typed, before).jobs.map(({ jobRef }) => jobRef)
  expect(numbers('2')).toEqual(['00002'])
  expect(numbers('00012')).toEqual(['00012'])
  expect(numbers('13')).toEqual([])
  expect(numbers('12 MARL')).toEqual(['00012'])
  expect(stillFound('2 marlowe', before)).toMatchObject({ total: 2, sites: [{ siteId: 'site' }] })
  expect(stillFound('sutler', before)).toEqual({ jobs: [], total: 0, sites: [] })
})
