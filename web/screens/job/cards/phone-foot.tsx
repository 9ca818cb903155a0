import { PhoneButtons } from '#web/features/images/upload/choose-photos.tsx'
import { useVisit } from '#web/features/on-site/use-visit.ts'
import { besidesTasks, type JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { useMay } from '#web/sync/rights.ts'
import { useRootMark } from '#web/ui/root-mark.ts'
import { Composer } from './composer.tsx'
import { VisitBar } from './visit-bar.tsx'

/** What is within thumb reach on a phone: the next step of the user's visit, else a new comment or photo. */
export const PhoneFoot = besidesTasks(function PhoneFoot({ job, tab }: { job: JobBesidesTasks; tab: 'job' | 'notes' }) {
  const { jobId } = job
  const visit = useVisit(job)
  const mayWork = useMay('work')
  useRootMark('pageFoot', mayWork)
  if (!mayWork) return null
  if (tab === 'job' && visit && visit.is !== 'left') return <VisitBar job={job} visit={visit} />
  return <Composer jobId={jobId} label="Add a comment" fixed before={<PhoneButtons jobId={jobId} />} />
})
