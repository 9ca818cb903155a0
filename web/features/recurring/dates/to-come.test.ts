import { expect, test } from 'vitest'
import type { ComingDate } from '#core/wire/jobs/recurring.ts'
import { toCome } from './to-come.ts'

const date = (on: string, more: Partial<ComingDate> = {}): ComingDate => ({
  ...{ date: on, on, makeAt: `${on}T00:00:00.000Z`, isSkipped: false },
  ...more,
})
type Work = Parameters<typeof toCome>[0][number]
const work = (title: string, dates: ComingDate[], more: Partial<Work> = {}): Work => ({
  ...{ recurringId: title, title, state: 'on', dates, madeAhead: [] },
  ...more,
})
const shown = (all: readonly Work[], most = 5) =>
  toCome(all, most).map(({ on, title, job }) => `${on} ${title}${job ? ` ${job.jobRef}` : ''}`)

test('the next jobs of all work are in the order of their days, without skipped dates, paused work and jobs that are done', () => {
  const made = { date: '2026-11-23', on: '2026-11-24', jobId: 'job' }
  const gas = work('Gas', [date('2026-12-07', { isSkipped: true }), date('2026-12-14')], {
    madeAhead: [
      { ...made, jobRef: '00012' },
      { ...made, jobRef: '00013', completedAt: '2026-11-20T10:00:00.000Z' },
    ],
  })
  const gutters = work('Gutters', [date('2026-12-01'), date('2026-12-14')])
  const paused = work('Lifts', [date('2026-11-25')], { state: 'paused' })
  const all = ['2026-11-24 Gas 00012', '2026-12-01 Gutters', '2026-12-14 Gas', '2026-12-14 Gutters']
  expect(shown([paused, gutters, gas])).toEqual(all)
  expect(shown([paused, gutters, gas], 2)).toEqual(all.slice(0, 2))
})
