import type { Job } from '#core/job/job.ts'
import { isOpenAgain } from '#core/job/values.ts'
import { isOffice } from '#core/model/access.ts'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import { toast } from '#web/ui/states/toast.tsx'

/** Tells the user at once when a cancelled job that this device has read is open again, by offline work for instance. */
export const watchReopened = () =>
  useLedger.subscribe(({ jobs: now }, { jobs: before }) => {
    if (now === before) return
    for (const [jobId, { body }] of Object.entries(now)) {
      const was = before[jobId]?.body
      if (was && body && was !== body && isOpenAgain(body) && !isOpenAgain(was)) tell(body)
    }
  })

const told = new Set<string>()

/** Tells the office the same of jobs that its device has not read. They may have been open for long, so each is told of once. */
export function tellOfUnread(pushed: readonly Job[]) {
  const { asker, jobs } = useLedger.getState()
  if (!asker || !isOffice(asker.userRole)) return
  for (const job of pushed) {
    if (!isOpenAgain(job) || jobs[job.jobId]?.body || told.has(job.jobId)) continue
    told.add(job.jobId)
    tell(job)
  }
}

const tell = ({ apartmentName, jobRef }: Job) =>
  toast.failure(`${apartmentName} (${jobRef}) was cancelled, and is open again: it was changed afterwards.`)
