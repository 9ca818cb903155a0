import { useMemo, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { JobRow } from '#core/projections/job-row.ts'
import { createdRows, shownRow } from '#web/sync/ledger/ledger-state.ts'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import { useShared } from '#web/sync/ledger/use-shared.ts'
import type { JobsPage } from '#web/sync/reads/jobs.ts'

const none: readonly JobRow[] = []

/** A page's rows, with what was changed and created on this device; those that are as before keep their identity. */
export function useShownRows(page: JobsPage | undefined): readonly JobRow[] {
  const parts = useLedger(useShallow(({ queue, seqs }) => ({ queue, seq: seqs['job-rows'] })))
  const shown = useMemo(() => {
    if (!page || !parts) return none
    const state = useLedger.getState()
    const rows = page.jobs.map((row) => shownRow(state, row, page))
    if (!showsNewest(page)) return rows
    const here = new Set(rows.map((row) => row.jobId))
    return [...createdRows(state, page.seq).filter((row) => !here.has(row.jobId)), ...rows]
  }, [page, parts])
  return useShared(shown)
}

const showsNewest = ({ asked: { sort, direction, page, ...filters } }: JobsPage) =>
  sort === 'jobRef' && direction === 'desc' && page === 1 && !Object.values(filters).some(Boolean)

/**
 * Rows that do not move under the pointer: while the list is in use, cells change in place, and a new order waits until the
 * user asks for it. `of` identifies the list; another list shows at once.
 */
export function useSteadyRows(rows: readonly JobRow[], of: string, inUse: boolean) {
  const [held, setHeld] = useState({ of, rows })
  if (held.of !== of || (held.rows !== rows && (!inUse || sameOrder(held.rows, rows)))) setHeld({ of, rows })
  if (held.of !== of || !inUse) return { rows, changes: 0, show: () => {} }
  const latest = new Map(rows.map((row) => [row.jobId, row]))
  const before = new Set(held.rows.map((row) => row.jobId))
  const come = rows.filter((row) => !before.has(row.jobId)).length
  const changes = sameOrder(held.rows, rows) ? 0 : Math.max(1, come)
  return {
    rows: held.rows.map((row) => latest.get(row.jobId) ?? row),
    changes,
    show: () => setHeld({ of, rows }),
  }
}

const sameOrder = (one: readonly JobRow[], other: readonly JobRow[]) =>
  one.length === other.length && one.every((row, place) => row.jobId === other[place]?.jobId)
