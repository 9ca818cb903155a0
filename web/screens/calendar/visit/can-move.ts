import type { BookedVisit } from '#web/features/schedule/visit-times.ts'

/** Completed jobs cannot be rescheduled: the rules require an open task. */
export const canMove = ({ jobStatus }: BookedVisit) => jobStatus !== 'completed'
