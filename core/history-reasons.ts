import { label } from './job-values.ts'
import type { StoredEvent } from './ledger.ts'

/** Why the status followed, in words; undefined for an event that says no reason. */
export function whyOf(event: StoredEvent): string | undefined {
  if (event.type !== 'JobStatusChanged') return undefined
  const { to, reason } = event.data
  if (reason === 'warning') return 'it goes with the warning'
  if (reason === 'scheduled') return 'a visit was booked'
  if (reason === 'booking deleted') return 'the booking was deleted'
  if (to === 'completed') return 'all tasks completed'
  return to === 'to estimate' ? 'a task is to be estimated' : 'a task is open'
}

/** The same as a sentence of its own. */
export function reasonOf(event: StoredEvent | undefined): string | undefined {
  if (event?.type !== 'JobStatusChanged') return undefined
  return `status became ${label(event.data.to)}: ${whyOf(event)}`
}
