import type { FoldedEvent } from '#core/ledger/ledger.ts'
import { inMilliseconds } from '#core/model/milliseconds.ts'
import type { VisitTime } from './changes.ts'

/** The visit that people expect to go to: none while the job is cancelled. */
export type StandingVisit = VisitTime & { assignedTo: readonly string[] }

/** The event types that change it. */
export const visitTypes = ['JobScheduled', 'BookingDeleted', 'JobStatusChanged'] as const

/** The visit of a job after these events of it. */
export function standingVisit(events: readonly FoldedEvent[]): StandingVisit | undefined {
  let visit: StandingVisit | undefined
  let isCancelled = false
  for (const event of events) {
    if (event.type === 'JobScheduled') {
      const { jobStart, jobEnd, assignedTo } = event.data
      visit = { jobStart: inMilliseconds(jobStart), jobEnd: inMilliseconds(jobEnd), assignedTo }
    }
    if (event.type === 'BookingDeleted') visit = undefined
    if (event.type === 'JobStatusChanged') isCancelled = event.data.to === 'cancelled'
  }
  return isCancelled ? undefined : visit
}
