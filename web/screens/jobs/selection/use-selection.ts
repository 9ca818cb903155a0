import { useCallback, useMemo, useState } from 'react'
import type { JobRow } from '#core/projections/job-row.ts'

/** The jobs that are selected, by id, in the order in which they were; they may be on several pages of the list. */
export type Chosen = ReadonlyMap<string, JobRow>
/** A list with check boxes: the jobs that are selected, and the last one, from which Shift selects as far as another. */
export type Selected = { chosen: Chosen; last?: string | undefined }
/** What is selected in a list; nothing while it has no check boxes. */
export type Selection = {
  selected: Selected | undefined
  change: (to: (now: Selected) => Selected | undefined) => void
}

/** With this job, or without it if it was selected. */
export function toggled({ chosen }: Selected, row: JobRow): Selected {
  const now = new Map(chosen)
  if (!now.delete(row.jobId)) now.set(row.jobId, row)
  return { chosen: now, last: row.jobId }
}

/** The jobs selected in a list; `of` identifies the list with its filters: nothing of another list stays selected. */
export function useSelection(of: string): Selection {
  const [kept, setKept] = useState<{ of: string; selected: Selected | undefined }>()
  const selected = kept?.of === of ? kept.selected : undefined
  const change = useCallback(
    (to: (now: Selected) => Selected | undefined) =>
      setKept((now) => ({ of, selected: to((now?.of === of && now.selected) || { chosen: new Map() }) })),
    [of],
  )
  return useMemo(() => ({ selected, change }), [selected, change])
}
