import type { Job } from '#core/job/job.ts'
import { useVisit } from '#web/features/on-site/use-visit.ts'
import { OnSiteCard, ProofCard } from './lazy-visit-parts.tsx'
import { Visit } from './visit.tsx'

/** The visit on a phone: as booked, and what its user has recorded of it today. */
export function PhoneVisit({ job }: { job: Job }) {
  const visit = useVisit(job)
  if (visit?.is === 'on site') return <OnSiteCard job={job} arrival={visit.arrival} />
  return (
    <>
      {visit?.is === 'left' && <OnSiteCard job={job} arrival={visit.arrival} />}
      {visit?.is === 'no access' && <ProofCard job={job} record={visit.record} />}
      <Visit job={job} phone />
    </>
  )
}
