import type pg from 'pg'
import { readEntries } from '#api/history/read-entries.ts'
import { ofAgency } from '#api/history/read-log.ts'
import { testType, type WebhookPayload } from '#core/wire/connections/webhooks.ts'
import type { Queued } from './delivery-rows.ts'
import type { Webhook } from './webhook-rows.ts'

/**
 * The body of a delivery: the event as GET /api/events shows it to the webhook's audience now, without what has been erased since.
 * Undefined if they may not see it.
 */
export async function payloadOf(
  pool: pg.Pool,
  { companyId, webhookId, audience, onlyAgency }: Pick<Webhook, 'companyId' | 'webhookId' | 'audience' | 'onlyAgency'>,
  { seq, type }: Pick<Queued, 'seq' | 'type'>,
  now: Date,
): Promise<WebhookPayload | undefined> {
  if (seq === null) return { type: testType, timestamp: now.toISOString(), companyId, webhookId, people: {} }
  const read = await readEntries(pool, companyId, { since: seq - 1, before: seq + 1 }, 1, audience)
  const { entries, people } = onlyAgency === null ? read : await ofAgency(pool, { companyId, agency: onlyAgency }, read)
  const [event] = entries
  return event && { type, timestamp: event.recordedAt, companyId, webhookId, event, people }
}
