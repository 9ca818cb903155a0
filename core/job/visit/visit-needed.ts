import type { JobStatus, Warning } from '#core/job/values.ts'

/** A job as far as it tells whether somebody has to be sent there. */
type Waiting = { jobStatus: JobStatus; jobEnd?: string | undefined }

/** Whether a job waits for a visit: it is pending, and none is under way or ahead. */
export const needsVisit = ({ jobStatus, jobEnd }: Waiting, now: string) =>
  jobStatus === 'pending' && (jobEnd === undefined || Date.parse(jobEnd) <= Date.parse(now))

/** The warnings for which a visit is booked first, most urgent first; all others come after them. */
export const urgentWarnings = [
  'no access',
  'reschedule',
  'quote approved',
  'insurance',
  'management',
] as const satisfies Warning[]
