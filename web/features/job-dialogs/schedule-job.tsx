import { ScheduleDialog } from '#web/features/schedule/schedule-dialog.tsx'
import { JobInDialog } from './job-in-dialog.tsx'

/** The schedule dialog of a job in the list. */
export const ScheduleJob = ({ jobId, onClose }: { jobId: string; onClose: () => void }) => (
  <JobInDialog jobId={jobId} title="Schedule" onClose={onClose}>
    {(job) => <ScheduleDialog job={job} opened onClose={onClose} />}
  </JobInDialog>
)
