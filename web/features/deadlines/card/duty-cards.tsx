import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { DutyCard } from './duty-card.tsx'

/** A job's hazards and service levels: those with something due first. */
export function DutyCards({ job }: { job: JobBesidesTasks }) {
  const { hash } = useLocation()
  const start = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (hash === '#deadlines') start.current?.scrollIntoView({ block: 'start' })
  }, [hash])
  const duties = (job.duties ?? []).toSorted((one, other) => Number(Boolean(one.ended)) - Number(Boolean(other.ended)))
  return (
    <>
      <div ref={start} style={{ display: 'contents' }} />
      {duties.map((duty) => (
        <DutyCard key={duty.dutyId} job={job} duty={duty} />
      ))}
    </>
  )
}
