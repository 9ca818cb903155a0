import type { Job } from '#core/job/job.ts'
import { PhoneButtons } from '#web/features/images/upload/choose-photos.tsx'
import { useVisit } from '#web/features/on-site/use-visit.ts'
import { Composer } from './composer.tsx'
import { VisitBar } from './lazy-visit-parts.tsx'

/** What is within thumb reach on a phone: the next step of the user's visit, else a new comment or photo. */
export function PhoneFoot({ job, tab }: { job: Job; tab: 'job' | 'notes' }) {
  const { jobId } = job
  const visit = useVisit(job)
  if (tab === 'job' && visit && visit.is !== 'left') return <VisitBar job={job} visit={visit} />
  return <Composer jobId={jobId} label="Add a comment" fixed before={<PhoneButtons jobId={jobId} />} />
}
