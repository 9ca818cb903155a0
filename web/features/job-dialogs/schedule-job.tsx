import { ScheduleDialog } from '#web/features/schedule/schedule-dialog.tsx'
import type { SuggestedVisit } from '#web/features/schedule/schedule-form.ts'
import { JobInDialog } from './job-in-dialog.tsx'

type Props = { jobId: string; suggested?: SuggestedVisit | undefined; onClose: () => void }

/** The schedule dialog of a job in a list; `suggested` is where its visit was asked for. */
export const ScheduleJob = ({ jobId, suggested, onClose }: Props) => (
  <JobInDialog jobId={jobId} title="Schedule" onClose={onClose}>
    {(job) => <ScheduleDialog job={job} opened suggested={suggested} onClose={onClose} />}
  </JobInDialog>
)
