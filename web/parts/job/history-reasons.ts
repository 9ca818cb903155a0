import { label } from '#core/job-values.ts'
import type { StoredEvent } from '#core/ledger.ts'

/** Why the status followed, in words; undefined for an event that says no reason. */
export function reasonOf(event: StoredEvent | undefined): string | undefined {
  if (event?.type !== 'JobStatusChanged') return undefined
  const { to, reason } = event.data
  return `status became ${label(to)}: ${why(to, reason)}`
}

function why(to: string, reason: 'tasks' | 'warning' | 'scheduled' | 'booking deleted') {
  if (reason === 'warning') return 'it goes with the warning'
  if (reason === 'scheduled') return 'a visit was booked'
  if (reason === 'booking deleted') return 'the booking was deleted'
  if (to === 'completed') return 'all tasks completed'
  return to === 'to estimate' ? 'a task is to be estimated' : 'a task is open'
}
