import { type Request, type RequestHandler, type Response, Router } from 'express'
import { v7 as uuid } from 'uuid'
import { doneBy } from '#api/audit/from-request.ts'
import { HttpFailure, invalid, notFound, parse, refused } from '#api/http/errors.ts'
import { requireConfirmed } from '#api/rights/confirmed.ts'
import { storedLimiter, tooMany as tooManyCalls } from '#api/rights/rate-limits.ts'
import { requireMember, requireOpen } from '#api/rights/require-member.ts'
import type { Services } from '#api/services/services.ts'
import { isOffice } from '#core/model/access.ts'
import { refuse } from '#core/model/refusals.ts'
import { id } from '#core/model/values.ts'
import { typesFor } from '#core/webhooks/event-types.ts'
import * as wire from '#core/wire/connections/webhooks.ts'
import { paths } from '#core/wire/paths.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { deleteDeliveries, queue, retryFailed, retryOne } from './delivery-rows.ts'
import { changeWebhook, deleteWebhook, giveSecret, makeWebhook, setOn } from './keep-webhooks.ts'
import { readDeliveries, readDelivery, readWebhooks } from './read-webhooks.ts'
import { urlOfWebhook } from './url-of-webhook.ts'
import { lockWebhook, moveWebhook, type WebhookPlace } from './webhook-rows.ts'

/** Deliveries of a webhook are deleted, or sent again, so many at once. */
const batch = 2_000

/** How many tests and replays a company may send in an hour: the owner of the address may never have asked for them. */
const mostTests = { points: 60, duration: 60 * 60 }
const mostReplays = { points: 20, duration: 60 * 60 }

/** The webhooks of a company, for its office: where its events are sent, and what came of it. */
export function webhookRoutes(services: Services): Router {
  const { audit, authPool, ledgerPool, factorKey, bell, config, now } = services
  const mayBePrivate = config.webhooksPrivate ?? false
  const office: RequestHandler[] = [requireMember(services), officeOnly]
  const change: RequestHandler[] = [...office, requireOpen]
  const confirmed: RequestHandler[] = [...change, requireConfirmed(services)]
  const tests = storedLimiter(authPool, 'webhook-test', mostTests.points, mostTests.duration)
  const replays = storedLimiter(authPool, 'webhook-replay', mostReplays.points, mostReplays.duration)
  const count = (limiter: typeof tests, { companyId }: WebhookPlace) =>
    limiter.consume(companyId).catch((reason: { msBeforeNext?: number }) => {
      throw typeof reason.msBeforeNext === 'number' ? tooManyCalls(reason.msBeforeNext) : reason
    })

  const asked = async (body: unknown): Promise<wire.NewWebhook> => {
    const { url, audience, eventTypes, onlyAgency } = parse(wire.newWebhook, body)
    const seen: readonly string[] = typesFor(audience, onlyAgency !== undefined)
    const unseen = eventTypes.find((type) => !seen.includes(type))
    const about = onlyAgency === undefined ? '' : ' of the jobs of one agency'
    if (unseen)
      throw invalid(`A webhook that sees what the ${audience} sees${about} is not told of ${unseen}.`, 'eventTypes')
    return { url: await urlOfWebhook(url, mayBePrivate), audience, eventTypes: [...new Set(eventTypes)], onlyAgency }
  }
  /** Changes a webhook on the sign-in pool, together with its entry of the audit list. */
  const audited = async (req: Request, res: Response, detail: string, work: Parameters<typeof inCompany>[2]) => {
    const { member } = res.locals
    const isDone = await inCompany(authPool, member.companyId, async (client) => {
      if (!(await work(client))) return false
      await audit.recordIn(client, doneBy(req, member, 'key-changed', detail, String(req.params.webhookId)))
      return true
    })
    if (!isDone) throw missing
    bell.ring('fettle_webhooks', [member.companyId])
  }
  /** Has deliveries queued; throws a 404 if the webhook does not exist, a 409 if it has to be on and is not. */
  const queueing = async <T>(place: WebhookPlace, mustBeOn: boolean, work: Work<T>) => {
    const done = await inCompany(ledgerPool, place.companyId, async (client) => {
      const webhook = await lockWebhook(client, place)
      if (!webhook) throw missing
      if (mustBeOn && webhook.off !== null) throw isOff
      return work(client)
    })
    bell.ring('fettle_webhooks', [place.companyId])
    return done
  }

  return Router()
    .get(paths.webhooks, ...office, async (_req, res) => {
      res.json(await readWebhooks(ledgerPool, res.locals.member.companyId, now()))
    })
    .post(paths.webhooks, ...confirmed, async (req, res) => {
      const { member } = res.locals
      const webhook = await asked(req.body)
      const { webhooks, seq } = await readWebhooks(ledgerPool, member.companyId, now())
      if (webhooks.length >= wire.mostWebhooks) throw tooMany
      const made = await inCompany(authPool, member.companyId, async (client) => {
        const result = await makeWebhook(client, member, { ...webhook, seq }, factorKey, now())
        await audit.recordIn(client, doneBy(req, member, 'key-changed', 'webhook', result.webhookId))
        return result
      })
      bell.ring('fettle_webhooks', [member.companyId])
      res.json(made satisfies wire.MadeWebhook)
    })
    .put(paths.webhook, ...confirmed, async (req, res) => {
      const webhook = await asked(req.body)
      const { webhookId } = placeIn(req, res)
      const { member } = res.locals
      await audited(req, res, 'webhook-changed', (client) => changeWebhook(client, webhookId, member, webhook, now()))
      res.json({ message: 'Changed.' })
    })
    .delete(paths.webhook, ...office, async (req, res) => {
      const place = placeIn(req, res)
      await audited(req, res, 'webhook-deleted', (client) => deleteWebhook(client, place))
      for (let gone = batch; gone === batch; )
        gone = await inCompany(ledgerPool, place.companyId, (client) => deleteDeliveries(client, place, batch))
      res.json({ message: 'Deleted.' })
    })
    .post(paths.webhookOn, ...change, async (req, res) => {
      const { isOn } = parse(wire.webhookOn, req.body)
      const place = { ...placeIn(req, res), userId: res.locals.member.userId }
      await audited(req, res, isOn ? 'webhook-on' : 'webhook-paused', (client) => setOn(client, place, isOn, now()))
      res.json({ message: isOn ? 'On.' : 'Paused.' })
    })
    .post(paths.webhookSecret, ...confirmed, async (req, res) => {
      const place = { ...placeIn(req, res), userId: res.locals.member.userId }
      let rolled: wire.RolledSecret | undefined
      await audited(req, res, 'webhook-secret', async (client) => {
        rolled = await giveSecret(client, place, factorKey, now())
        return rolled !== undefined
      })
      res.json(rolled satisfies wire.RolledSecret | undefined)
    })
    .post(paths.webhookTest, ...change, async (req, res) => {
      const place = placeIn(req, res)
      await count(tests, place)
      const sent = { deliveryId: uuid(), seq: null, type: wire.testType }
      await queueing(place, false, (client) => queue(client, place, [sent], now()))
      res.json({ deliveryId: sent.deliveryId })
    })
    .post(paths.webhookReplay, ...change, async (req, res) => {
      const place = placeIn(req, res)
      const { after } = parse(wire.replayWebhook, req.body)
      const { seq } = await readWebhooks(ledgerPool, place.companyId, now())
      if (after > seq) throw invalid(`The newest event is ${seq}.`, 'after')
      await count(replays, place)
      await queueing(place, true, (client) => moveWebhook(client, place, after))
      res.json({ message: 'They are being sent.' })
    })
    .post(paths.webhookRetry, ...change, async (req, res) => {
      const place = placeIn(req, res)
      const at = now()
      let retried = 0
      for (let some = batch; some === batch; retried += some)
        some = await queueing(place, true, (client) => retryFailed(client, place, at, batch))
      res.json({ retried } satisfies wire.Retried)
    })
    .get(paths.webhookDeliveries, ...office, async (req, res) => {
      const place = placeIn(req, res)
      const { before, failed } = parse(wire.deliveriesQuery, req.query)
      const answer = await readDeliveries(ledgerPool, place, before, failed === 'yes')
      if (!answer) throw missing
      res.json(answer)
    })
    .get(paths.webhookDelivery, ...office, async (req, res) => {
      const answer = await readDelivery(ledgerPool, placeIn(req, res), deliveryIn(req), now())
      if (!answer) throw missing
      res.json(answer)
    })
    .post(paths.retryDelivery, ...change, async (req, res) => {
      const place = placeIn(req, res)
      const one = { ...place, deliveryId: deliveryIn(req) }
      if (!(await queueing(place, true, (client) => retryOne(client, one, now())))) throw missing
      res.json({ retried: 1 } satisfies wire.Retried)
    })
}

type Work<T> = (client: Parameters<Parameters<typeof inCompany<T>>[2]>[0]) => Promise<T>

const officeOnly: RequestHandler = (_req, res, next) => {
  if (!isOffice(res.locals.member.role)) throw refused(refuse('office-only'))
  next()
}

const missing = notFound('There is no such webhook or delivery.')

function placeIn(req: Request, res: Response): WebhookPlace {
  const webhookId = id.safeParse(req.params.webhookId).data
  if (webhookId === undefined) throw missing
  return { companyId: res.locals.member.companyId, webhookId }
}

function deliveryIn(req: Request): string {
  const deliveryId = id.safeParse(req.params.deliveryId).data
  if (deliveryId === undefined) throw missing
  return deliveryId
}

const isOff = new HttpFailure(409, { error: 'This webhook is off. Turn it on first.', code: 'webhook-off' })

const tooMany = new HttpFailure(409, {
  error: `You have ${wire.mostWebhooks} webhooks, the most there may be. Delete one before you make another.`,
  code: 'too-many-webhooks',
})
