import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { tooManyAtOnce } from '#core/prediction/many-jobs.ts'
import type { JobRow } from '#core/projections/job-row.ts'
import type { AskedJobs } from '#web/sync/reads/jobs.ts'
import { numberText } from '#web/ui/number-format.ts'
import { toast } from '#web/ui/states/toast.tsx'
import { readAllJobs } from './read-all.ts'
import styles from './selection-bar.module.css'

type Props = { asked: AskedJobs; total: number; onSelect: (rows: readonly JobRow[]) => void }

/** Selects every job of the list, on all its pages; a list that is too long gets a sentence and nothing is selected. */
export function SelectAll({ asked, total, onSelect }: Props) {
  const client = useQueryClient()
  const [read, setRead] = useState<number>()
  const reading = useRef<AbortController>(undefined)
  useEffect(() => () => reading.current?.abort(), [])
  const select = async () => {
    const tooMany = tooManyAtOnce(total)
    if (tooMany) return toast.failure(tooMany)
    reading.current = new AbortController()
    const { signal } = reading.current
    setRead(0)
    try {
      const rows = await readAllJobs(client, asked, signal, setRead)
      if (signal.aborted) return
      // The list may have grown while it was read.
      const grown = tooManyAtOnce(rows.length)
      if (grown) toast.failure(grown)
      else onSelect(rows)
    } catch (error) {
      toast.failure(`Failed to select all jobs: ${error instanceof Error ? error.message : ''}`, () => void select())
    }
    setRead(undefined)
  }
  return (
    <button type="button" className={styles.all} aria-disabled={read !== undefined} onClick={() => read ?? select()}>
      {read === undefined ? `Select all ${numberText(total)}` : `Selecting ${numberText(read)} of ${numberText(total)}`}
    </button>
  )
}
