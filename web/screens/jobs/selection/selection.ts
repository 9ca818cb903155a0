import type { JobRow } from '#core/projections/job-row.ts'
import type { Chosen, Selected } from './use-selection.ts'

/** With all of these jobs. */
export const withAll = ({ chosen, last }: Selected, rows: readonly JobRow[]): Selected => ({
  chosen: new Map([...chosen, ...rows.map((row) => [row.jobId, row] as const)]),
  last,
})

/** With the whole page, or with nothing of it if all of it was selected. */
export function withPageToggled(selected: Selected, rows: readonly JobRow[]): Selected {
  if (shareOf(selected.chosen, rows) !== 'all') return withAll(selected, rows)
  const gone = new Set(rows.map((row) => row.jobId))
  return { ...selected, chosen: new Map([...selected.chosen].filter(([jobId]) => !gone.has(jobId))) }
}

/** With every job from the one that was selected last to this one; with this one alone, if that one is not on the page. */
export function withRange(selected: Selected, rows: readonly JobRow[], to: JobRow): Selected {
  const [one, other] = [placeOf(rows, selected.last), placeOf(rows, to.jobId)]
  const range = one < 0 || other < 0 ? [to] : rows.slice(Math.min(one, other), Math.max(one, other) + 1)
  return { ...withAll(selected, range), last: to.jobId }
}

const placeOf = (rows: readonly JobRow[], jobId: string | undefined) => rows.findIndex((row) => row.jobId === jobId)

/** How much of a page is selected. */
export function shareOf(chosen: Chosen, rows: readonly JobRow[]): 'none' | 'some' | 'all' {
  const count = rows.filter((row) => chosen.has(row.jobId)).length
  return count === 0 ? 'none' : count === rows.length ? 'all' : 'some'
}
