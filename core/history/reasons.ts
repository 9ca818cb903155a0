import type { StoredEvent } from '#core/ledger/ledger.ts'
import { label } from '#core/model/label.ts'

/** Why it came to be, in words: a status that followed, a plan that the card provider told of. */
export function whyOf(event: StoredEvent): string | undefined {
  if (event.stream === 'company' && 'cause' in event.data) return `Stripe’s ${event.data.cause} says so`
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
