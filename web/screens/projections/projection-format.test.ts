import { expect, test } from 'vitest'
import { projections } from '#core/projections/projections.ts'
import type { ProjectionRun } from '#core/wire/projections.ts'
import { duration, namesOf, outcomeOf, projectionTitle } from './projection-format.ts'

test('every projection has a name people know', () => {
  expect(projections.map(({ name }) => name).filter((name) => projectionTitle(name) === name)).toEqual([])
})

test('a duration is shown in its two largest units', () => {
  expect([0.4, 40, 64, 60, 3_600, 7_530].map(duration)).toEqual([
    '0 s',
    '40 s',
    '1 min 4 s',
    '1 min',
    '1 h',
    '2 h 5 min',
  ])
})

const run = (over: Partial<ProjectionRun>): ProjectionRun => ({
  runId: '0193f000-0000-7000-8000-000000000001',
  kind: 'replay',
  state: 'done',
  projections: [{ name: 'job-rows', version: 13 }],
  events: { done: 10, total: 10 },
  companies: { done: 1, total: 1 },
  rate: 0,
  errors: [],
  startedAt: '2026-11-20T10:39:00.000Z',
  startedBy: 'dana.whitfield',
  ...over,
})

test('a run describes its outcome', () => {
  const counts = { same: 18_204, changed: 37, added: 0, removed: 2 }
  const error = { projection: 'job-rows', seq: 48_217, error: 'no such task' }
  expect(outcomeOf(run({}))).toBe('Version 13 replayed')
  expect(outcomeOf(run({ kind: 'promote' }))).toBe('Version 13 promoted')
  expect(outcomeOf(run({ kind: 'compare', counts }))).toBe('Dry run: 39 rows differ')
  expect(outcomeOf(run({ kind: 'compare', counts: { same: 9, changed: 0, added: 0, removed: 0 } }))).toBe(
    'Dry run: no differences',
  )
  expect(outcomeOf(run({ state: 'cancelled' }))).toBe('Cancelled; nothing was switched')
  expect(outcomeOf(run({ state: 'failed', errors: [error] }))).toBe('Failed at event 48,217')
  expect(outcomeOf(run({ state: 'failed', errors: [{ ...error, seq: 0 }] }))).toBe('Failed')
  expect(namesOf(run({}), 12)).toBe('job-rows')
  expect(namesOf(run({ projections: [1, 2].map((one) => ({ name: `p${one}`, version: 1 })) }), 2)).toBe(
    'all 2 projections',
  )
})
