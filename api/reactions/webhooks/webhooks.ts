import pLimit from 'p-limit'
import type pg from 'pg'
import type { Services } from '#api/services/services.ts'
import { runWhenWoken, type WokenTask } from '#api/services/woken-task.ts'
import { quietSince } from '#core/webhooks/delivery.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { rowsOf } from '#ledger/database/statement.ts'
import type { Claimed } from './delivery-rows.ts'
import { queueNext } from './queue-deliveries.ts'
import { claim } from './sending/claim-deliveries.ts'
import type { SendOptions } from './sending/post-once.ts'
import { sweepDeliveries } from './sweep-deliveries.ts'
import { ringTurnedOff, tellTurnedOff } from './tell-turned-off.ts'
import { tryDelivery } from './try-delivery.ts'
import {
  companiesWithWebhooks,
  lockWebhook,
  oneWebhook,
  turnOff,
  type Webhook,
  type WebhookPlace,
  webhooksAtWork,
} from './webhook-rows.ts'
import { standingOf } from './who-answers.ts'

type Parts = Pick<Services, 'ledgerPool' | 'overviewPool' | 'factorKey' | 'bell' | 'setbacks' | 'logger' | 'now'> & {
  config: Pick<Services['config'], 'webhooksPrivate'>
}
type Options = Partial<Omit<SendOptions, 'signal'>> & {
  /** Milliseconds between looks at all webhooks, in case a ring of the bell was lost. */
  every?: number
  /** How many events are queued together. */
  limit?: number
  /** Milliseconds for which a claimed delivery is left to its process: longer than a try takes. */
  lease?: number
}

/** Work on a webhook, and whether something has come since it last looked. */
type Working = { work?: Promise<void>; isWoken: boolean }

/** What a webhook sends next; `turnedOff` if it turned off instead. */
type Next = { webhook?: Webhook; claimed: Claimed[]; turnedOff?: boolean }

const instant = (at: number) => new Date(at).toISOString()

/** Deliveries of one webhook that a process sends side by side. */
const atOnce = 4
/** Webhooks for which a process works in the database side by side; it waits for any number of receivers meanwhile. */
const queriesAtOnce = 3
/** Milliseconds between deletions of old deliveries. */
const sweepEvery = 3_600_000
/** Milliseconds: a pause that is longer ends with a look at all webhooks. */
const shortPause = 15_000

/**
 * Sends the webhooks' deliveries until stopped. Each webhook is worked through by itself: one whose receiver is slow, or that fails, holds
 * up no other. Any number of processes may do so at once.
 */
export function startWebhooks(parts: Parts, options: Options = {}): WokenTask {
  const { config, ledgerPool, overviewPool, bell, setbacks, logger, now } = parts
  const { every = 5_000, limit, lease = 30_000, ...sending } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const sender = { ...parts, options: { mayBePrivate: config.webhooksPrivate ?? false, ...sending, signal } }
  const inTurn = pLimit(queriesAtOnce)
  /** By webhook. */
  const working = new Map<string, Working>()
  /** The companies that have any: what others append wakes nobody. */
  let companies = new Set<string>()
  let sweptAt = now().getTime()

  /** Queues and sends a webhook's next deliveries; returns whether there may be more. */
  async function round(place: WebhookPlace): Promise<boolean> {
    const isMore = await inTurn(() => queueNext(ledgerPool, place, now(), limit))
    const { webhook, claimed } = await inTurn(() => claimNext(place))
    if (!webhook) return false
    const next = await Promise.all(claimed.map((one) => tryDelivery(sender, webhook, one)))
    for (const at of next) {
      const pause = at === undefined ? shortPause : at - now().getTime()
      if (pause < shortPause) task.wake(Math.max(pause, 1))
    }
    return isMore || claimed.length > 0
  }

  async function claimNext(place: WebhookPlace): Promise<Next> {
    const next = await inCompany(ledgerPool, place.companyId, (client) => nextIn(client, place))
    if (next.turnedOff) ringTurnedOff(bell, place)
    return next
  }

  async function nextIn(client: pg.ClientBase, { companyId, webhookId }: WebhookPlace): Promise<Next> {
    const [webhook] = await rowsOf(client, oneWebhook({ companyId, webhookId }))
    if (!webhook) return { claimed: [] }
    const standing = await standingOf(client, webhook, now())
    if (standing !== 'stands') {
      const turnedOff = standing === 'left' && (await turnOff(client, webhook, 'maker-left'))
      if (turnedOff) await tellTurnedOff(client, webhook, 'maker-left', now())
      return { claimed: [], turnedOff }
    }
    const at = now().getTime()
    const failingSince = webhook.failingSince === null ? undefined : Date.parse(webhook.failingSince)
    const deliveredAt = webhook.deliveredAt === null ? undefined : Date.parse(webhook.deliveredAt)
    const quiet = quietSince({ failingSince, deliveredAt }, at)
    // Processes that look at once would each claim one of the new deliveries that are held back. It may have been turned off meanwhile.
    const current = quiet === undefined ? webhook : await lockWebhook(client, webhook)
    if (!current) return { claimed: [] }
    const claimed = await claim(client, {
      ...{ companyId, webhookId, now: instant(at), until: instant(at + lease) },
      limit: quiet === undefined ? atOnce : 1,
      onlyTests: current.off !== null,
      quietSince: quiet === undefined ? null : instant(quiet),
    })
    return { webhook: current, claimed }
  }

  async function workThrough(place: WebhookPlace, current: Working) {
    for (let isMore = true; (isMore || current.isWoken) && !signal.aborted; ) {
      isMore = false
      current.isWoken = false
      await setbacks.webhooks.attempt(place.webhookId, async () => {
        isMore = await round(place)
      })
    }
    working.delete(place.webhookId)
  }

  const task = runWhenWoken(
    { every, onFault: (error) => logger.warn({ err: error }, 'webhooks could not be looked for; retrying') },
    async () => {
      companies = new Set(await companiesWithWebhooks(overviewPool))
      for (const place of await webhooksAtWork(overviewPool, now())) {
        const current = working.get(place.webhookId)
        if (current) current.isWoken = true
        if (current || signal.aborted) continue
        const begun: Working = { isWoken: false }
        working.set(place.webhookId, begun)
        begun.work = workThrough(place, begun)
      }
      if (now().getTime() - sweptAt < sweepEvery) return
      sweptAt = now().getTime()
      await sweepDeliveries(parts, now())
    },
  )
  const stopListening = [
    bell.listen('fettle_webhooks', () => task.wake(), { polled: false }),
    bell.listen(
      'fettle_appended',
      (heard) => {
        if (heard === 'all' || heard.some((one) => companies.has(one))) task.wake()
      },
      { polled: false },
    ),
  ]
  return {
    wake: task.wake,
    async stop() {
      for (const stop of stopListening) stop()
      stopping.abort()
      await task.stop()
      await Promise.all([...working.values()].map((one) => one.work))
    },
  }
}
