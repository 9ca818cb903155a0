import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { DutyCard } from './duty-card.tsx'

/** A job's hazards and service levels, those that have ended last. The address of a deadline leads to the first. */
export function DutyCards({ job }: { job: JobBesidesTasks }) {
  const { hash } = useLocation()
  const duties = (job.duties ?? []).toSorted((one, other) => Number(Boolean(one.ended)) - Number(Boolean(other.ended)))
  const first = duties[0]?.dutyId
  useEffect(() => {
    if (hash === '#deadlines') document.getElementById(`deadlines-${first}`)?.scrollIntoView({ block: 'start' })
  }, [hash, first])
  return duties.map((duty) => <DutyCard key={duty.dutyId} job={job} duty={duty} />)
}
