/** A visit's length in minutes, unless another is known. */
export const usualMinutes = 2 * 60

/** When a visit starts, unless another time is chosen or somebody is free at another. */
export const usualStart = '09:00'

type Asking = { nextVisitHours?: number | undefined; jobStart?: string | undefined; jobEnd?: string | undefined }

/** How long a job's next visit takes, in minutes: as long as was noted on the job, else as long as its last one. */
export function visitLength({ nextVisitHours = 0, jobStart, jobEnd }: Asking): number {
  if (nextVisitHours > 0) return nextVisitHours * 60
  if (jobStart === undefined || jobEnd === undefined) return usualMinutes
  return Math.min((Date.parse(jobEnd) - Date.parse(jobStart)) / 60_000, longest)
}

/** A visit over several days says nothing of how long the next one takes. */
const longest = 12 * 60
