import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { Job } from '#core/job/job.ts'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import { shownJob } from '#web/sync/ledger/shown-documents.ts'
import { jobRead } from '#web/sync/reads/job.ts'

/** Jobs are read two at a time: the company's other reads must not wait. */
const lanes = 2

/** Many jobs as shown; `read` counts those that were read or could not be, and `isRead` is true once that is all. */
export function useManyJobs(jobIds: readonly string[]) {
  const client = useQueryClient()
  const [read, setRead] = useState(0)
  const [wanted] = useState(jobIds)
  useEffect(() => {
    const stopping = new AbortController()
    void readAll(client, wanted, stopping.signal, () => setRead((count) => count + 1))
    return () => stopping.abort()
  }, [client, wanted])
  const isRead = read >= wanted.length
  const jobs = useLedger(
    useShallow((state) => (isRead ? wanted.map((jobId): Job | undefined => shownJob(state, jobId)) : none)),
  )
  return { jobs, read, isRead }
}

const none: readonly (Job | undefined)[] = []

async function readAll(client: QueryClient, jobIds: readonly string[], signal: AbortSignal, onRead: () => void) {
  const left = jobIds.values()
  const readInLane = async () => {
    for (const jobId of left) {
      if (signal.aborted) return
      // A job that cannot be read is shown as such, beside the others.
      await client.fetchQuery(jobRead(jobId)).catch(() => undefined)
      if (!signal.aborted) onRead()
    }
  }
  await Promise.all(Array.from({ length: lanes }, readInLane))
}
