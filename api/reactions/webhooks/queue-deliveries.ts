import type pg from 'pg'
import { v5 as uuidFrom } from 'uuid'
import { agencySees } from '#api/history/lookups/owned-jobs.ts'
import { readListened } from '#api/reactions/event-rows.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { listenedTo } from '#core/webhooks/event-types.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { rowsOf } from '#ledger/database/statement.ts'
import { companyHead } from '#ledger/log/read.ts'
import { type Queued, queue, waitingDeliveries } from './delivery-rows.ts'
import { lockWebhook, moveWebhook, type Webhook, type WebhookPlace } from './webhook-rows.ts'

/** Any id: those of deliveries are made from it, so it never changes. */
const namespace = '0193a5f0-2eac-7000-8000-0000000000de'

/**
 * The same for the same webhook and event, in whatever process and however often. After a restore from a backup another event may get the
 * seq of one that was sent and is lost: it has another time, and so another id.
 */
export const deliveryIdOf = (
  { webhookId }: Pick<WebhookPlace, 'webhookId'>,
  { seq, recordedAt }: Pick<StoredEvent, 'seq' | 'recordedAt'>,
) => uuidFrom([webhookId, seq, recordedAt].join(' '), namespace)

/** How many events are taken together, and how many deliveries may wait: what follows stays in the log until some have gone. */
const page = 100
const mostWaiting = 1_000

/**
 * Queues what a webhook is told next. The deliveries and its place in the log are one transaction, so each event is queued once, whatever
 * fails and however many processes try. Returns whether there may be more.
 */
export const queueNext = (pool: pg.Pool, place: WebhookPlace, now: Date, limit = page): Promise<boolean> =>
  inCompany(pool, place.companyId, async (client) => {
    const webhook = await lockWebhook(client, place)
    if (!webhook || webhook.off !== null) return false
    if ((await waitingDeliveries(client, place, mostWaiting)) >= mostWaiting) return false
    const { queued, seq, isMore } = await nextOf(client, webhook, limit)
    await queue(client, place, queued, now)
    if (seq > webhook.seq) await moveWebhook(client, place, seq)
    return isMore
  })

/** What a webhook is told next, and the seq that it has come to with that. */
export async function nextOf(
  client: pg.ClientBase,
  webhook: Pick<Webhook, 'companyId' | 'webhookId' | 'audience' | 'eventTypes' | 'onlyAgency' | 'seq'>,
  limit: number,
): Promise<{ queued: Queued[]; seq: number; isMore: boolean }> {
  const { companyId, audience, eventTypes, onlyAgency: agency, seq: after } = webhook
  const [head] = await rowsOf(client, companyHead({ companyId }))
  const upTo = head?.seq ?? after
  const types = listenedTo(audience, eventTypes, agency !== null)
  const events = upTo > after ? await readListened(client, { companyId, types, after, upTo, limit }) : []
  const last = events.at(-1)
  const isMore = events.length === limit
  const sees = agency === null ? () => true : await agencySees(client, { companyId, agency, events })
  return {
    queued: events
      .filter(sees)
      .map((event) => ({ deliveryId: deliveryIdOf(webhook, event), seq: event.seq, type: event.type })),
    seq: isMore && last ? last.seq : upTo,
    isMore,
  }
}
