import type { StoredEvent } from '#core/ledger/ledger.ts'
import { label } from '#core/model/label.ts'

/** Why an automatic event was recorded: what set the job status, or which of the card provider's events changed the plan. */
export function whyOf(event: StoredEvent): string | undefined {
  if (event.stream === 'company' && 'cause' in event.data) return `reported by Stripe (${event.data.cause})`
  if (event.type !== 'JobStatusChanged') return undefined
  const { from, to, reason } = event.data
  if (reason === 'warning') return 'set by the warning'
  if (reason === 'tasks' && from === 'cancelled') return 'a task was changed on the cancelled job'
  if (reason === 'scheduled') return to === 'booked' ? 'a visit was booked' : 'the visit was put back'
  if (reason === 'booking deleted') return 'the booking was deleted'
  if (to === 'completed') return 'all tasks completed'
  return to === 'to estimate' ? 'a task needs an estimate' : 'a task is open'
}

/** The new job status and the reason for it, as a sentence; undefined for other events. */
export function reasonOf(event: StoredEvent | undefined): string | undefined {
  if (event?.type !== 'JobStatusChanged') return undefined
  const { to, reason } = event.data
  const change = `Status set to ${label(to)}`
  return reason === 'warning' ? `${change} by the warning` : `${change}: ${whyOf(event)}`
}
