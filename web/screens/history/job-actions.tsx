import { useMemo } from 'react'
import type { CompanyEntry } from '#core/history/company-entry.ts'
import { EntryActions } from '#web/features/history/history-actions.tsx'
import { ProofBadge } from '#web/features/proof/proof-badge.tsx'
import { useJobRead } from '#web/sync/reads/job.ts'
import { useJobHistory } from '#web/sync/reads/job-history/use-job-history.ts'

/** Whether the history of the event's job is unaltered. */
export function JobProof({ jobId }: { jobId: string }) {
  const { data } = useJobHistory(jobId)
  return data ? <ProofBadge jobId={jobId} seq={data.seq} /> : null
}

/** The actions for an event of a job, as on the job itself. */
export function JobActions({ jobId, entry, zone }: { jobId: string; entry: CompanyEntry; zone: string }) {
  useJobRead(jobId)
  const { data } = useJobHistory(jobId, entry.version)
  const events = data?.events
  const eventAt = useMemo(() => new Map(events?.map((event) => [event.version, event])), [events])
  if (!data) return null
  return <EntryActions entry={entry} jobId={jobId} history={data} eventAt={eventAt} zone={zone} />
}
