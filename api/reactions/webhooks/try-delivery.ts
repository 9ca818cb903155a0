import { unseal } from '#api/keys/factor-key.ts'
import type { Services } from '#api/services/services.ts'
import { healthAfter, isDelivered, nextTry, type SendFailure } from '#core/webhooks/delivery.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { type Claimed, giveBack, noteTry, tryNow } from './delivery-rows.ts'
import { payloadOf } from './payload.ts'
import { postOnce, type SendOptions, type Sent } from './sending/post-once.ts'
import { signedHeaders } from './signature.ts'
import { ringTurnedOff, tellTurnedOff } from './tell-turned-off.ts'
import { lockWebhook, noteHealth, type Webhook } from './webhook-rows.ts'

/** What sends deliveries. */
export type Sender = Pick<Services, 'ledgerPool' | 'factorKey' | 'bell' | 'now'> & { options: SendOptions }

/** For what a webhook's secret is sealed. */
export const secretOf = (webhookId: string) => `webhook ${webhookId}`

/** How often it is noted that deliveries arrive, in milliseconds. */
const noted = 60_000

/**
 * Tries a delivery once, and notes what came of it with how the webhook stands. Returns when it is tried again, in milliseconds since 1970,
 * if it is. Throws database errors: it is then tried again once its claim has run out.
 */
export async function tryDelivery(sender: Sender, webhook: Webhook, one: Claimed): Promise<number | undefined> {
  const { ledgerPool, bell, now, options } = sender
  const at = now()
  const sent = await send(sender, webhook, one, at)
  const { outcome } = sent
  const arrived = isDelivered(outcome)
  if (!arrived && options.signal?.aborted) {
    await inCompany(ledgerPool, webhook.companyId, (client) => giveBack(client, webhook, [one], at))
    return undefined
  }
  const since = Date.parse(one.queuedAt)
  // A test is for somebody who waits for its outcome.
  const isLast = arrived || one.seq === null
  const next = isLast ? undefined : nextTry({ tries: one.tries, since }, outcome, now().getTime(), Math.random())
  const state = arrived ? 'delivered' : next === undefined ? 'parked' : 'waiting'
  const turnedOff = await inCompany(ledgerPool, webhook.companyId, async (client) => {
    const { failingSince, deliveredAt } = webhook
    const isKnown = deliveredAt !== null && at.getTime() - Date.parse(deliveredAt) < noted
    const isAsBefore = arrived && failingSince === null && isKnown
    // Before its delivery, as everywhere: the office may be sending its deliveries again.
    const locked = isAsBefore ? undefined : await lockWebhook(client, webhook)
    await noteTry(client, webhook, one, sent, { state, next, at })
    if (!locked) return false
    const before = locked.failingSince === null ? undefined : Date.parse(locked.failingSince)
    const health = healthAfter({ failingSince: before }, outcome, now().getTime())
    const { companyId, webhookId } = webhook
    await noteHealth(client, { companyId, webhookId, ...health, deliveredAt: arrived ? at.toISOString() : null })
    if (arrived && before !== undefined) await tryNow(client, webhook, at)
    if (locked.off !== null || health.off === undefined) return false
    await tellTurnedOff(client, webhook, health.off, now())
    return true
  })
  if (turnedOff) ringTurnedOff(bell, webhook)
  return next
}

async function send(
  { ledgerPool, factorKey, options }: Sender,
  webhook: Webhook,
  one: Claimed,
  at: Date,
): Promise<Sent> {
  const secrets = secretsAt(webhook, at).map((sealed) => unseal(factorKey, secretOf(webhook.webhookId), sealed))
  if (!secrets.every((secret) => secret !== undefined)) return unsent('secret-unreadable')
  const payload = await payloadOf(ledgerPool, webhook, one, at)
  if (!payload) return unsent('not-visible')
  const body = JSON.stringify(payload)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Fettle-Webhooks/1',
    ...signedHeaders(secrets, one.deliveryId, at, body),
  }
  return postOnce({ url: webhook.url, headers, body }, options)
}

/** The newest secret, and the one before it for as long as receivers may still have that. */
const secretsAt = ({ sealedSecret, earlierSecret, earlierUntil }: Webhook, at: Date): Buffer[] =>
  earlierSecret && earlierUntil && at.getTime() < Date.parse(earlierUntil)
    ? [sealedSecret, earlierSecret]
    : [sealedSecret]

const unsent = (failure: SendFailure): Sent => ({ outcome: { failure }, took: 0 })
