import { ProofCard } from '#web/features/on-site/no-access/proof-card.tsx'
import { OnSiteCard } from '#web/features/on-site/on-site-card.tsx'
import { useVisit } from '#web/features/on-site/use-visit.ts'
import { besidesTasks, type JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { SiteLine } from './lazy-site-line.tsx'
import styles from './visit.module.css'
import { Visit } from './visit.tsx'

/** The visit on a phone: as booked, and what its user has recorded of it today. */
export const PhoneVisit = besidesTasks(function PhoneVisit({ job }: { job: JobBesidesTasks }) {
  const visit = useVisit(job)
  if (visit?.is === 'on site')
    return (
      <OnSiteCard job={job} arrival={visit.arrival}>
        {job.jobRef && (
          <div className={styles.facts}>
            <SiteLine jobId={job.jobId} name={job.apartmentName} access={job.access} />
          </div>
        )}
      </OnSiteCard>
    )
  return (
    <>
      {visit?.is === 'left' && <OnSiteCard job={job} arrival={visit.arrival} />}
      {visit?.is === 'no access' && <ProofCard job={job} record={visit.record} />}
      <Visit job={job} phone />
    </>
  )
})
