import { JobInDialog } from '#web/features/edit-job/job-in-dialog.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'

/** The schedule of a job of the list. */
export const ScheduleOfRow = ({ jobId, onClose }: { jobId: string; onClose: () => void }) => (
  <JobInDialog jobId={jobId} title="Schedule" onClose={onClose}>
    {(job) => <ScheduleDialog job={job} opened onClose={onClose} />}
  </JobInDialog>
)
