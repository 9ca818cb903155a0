import type { BookedVisit } from '#web/features/schedule/visit-times.ts'

/** Work that is done is not rescheduled: the rules ask for an open task. */
export const canMove = ({ jobStatus }: BookedVisit) => jobStatus !== 'completed'
