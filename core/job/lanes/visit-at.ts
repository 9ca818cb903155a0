import { instantAt } from '#core/time/wall-clock.ts'

/** Where a visit is put: its day and start, in minutes since midnight in the company's time zone, and its length on a clock. */
export type VisitPlace = { day: string; start: number; minutes: number }

/**
 * A visit's instants at a place; it ends on its day. Undefined where one of its ends does not exist, as when the clocks go forward.
 */
export function visitAt(
  { day, start, minutes }: VisitPlace,
  zone: string,
): { jobStart: string; jobEnd: string } | undefined {
  const jobStart = instantAt({ day, time: timeText(start) }, zone)
  const jobEnd = instantAt({ day, time: timeText(Math.min(start + minutes, lastMinute)) }, zone)
  if (!jobStart || !jobEnd || Date.parse(jobEnd) <= Date.parse(jobStart)) return undefined
  return { jobStart, jobEnd }
}

const lastMinute = 24 * 60 - 1

const timeText = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
