import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express'
import * as z from 'zod/mini'
import { id as companyIdSchema } from '#core/model/values.ts'
import { end, seconds, setRenewal } from './actions.ts'
import { type Customer, companyIn, idOf, type Notice, type Portal, type SandboxState, type Session } from './objects.ts'
import type { SandboxStore } from './store.ts'

const words = z.record(z.string(), z.string())
const amount = z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number))
const customerParameters = z.object({
  name: z.optional(z.string()),
  metadata: z.catchall(z.object({ companyId: companyIdSchema }), z.string()),
})
const sessionParameters = z.object({
  mode: z.literal('subscription'),
  customer: z.string(),
  line_items: z.array(
    z.object({
      price_data: z.object({
        currency: z.literal('gbp'),
        unit_amount: amount,
        product_data: z.object({ name: z.string() }),
        recurring: z.object({ interval: z.literal('month'), interval_count: amount }),
      }),
    }),
  ),
  metadata: words,
  subscription_data: z.object({ metadata: words }),
  success_url: z.url(),
  cancel_url: z.url(),
})
const eventsParameters = z.object({
  types: z.array(z.string()),
  limit: z._default(amount, 10),
  starting_after: z.optional(z.string()),
})
const renewalParameters = z.object({ cancel_at_period_end: z.enum(['true', 'false']) })
const portalParameters = z.object({ customer: z.string(), return_url: z.url() })

/** A page of the notices of all companies, newest first. */
export type NoticePage = { types: readonly string[]; after: string | undefined; most: number }

type Api = {
  store: SandboxStore
  listNotices(page: NoticePage): Promise<Notice[]>
  key: string
  now(): Date
  changed(): void
}

/** The part of Stripe's API that we use, with the same paths, parameters and responses, for the same library. */
export function stripeApi({ store, listNotices, key, now, changed }: Api): Express {
  const app = express()
  app.set('query parser', 'extended')
  app.use(express.urlencoded({ extended: true, limit: '100kb' }))
  app.use((req, res, next) => {
    if (req.get('authorization') === `Bearer ${key}`) return next()
    fail(res, 401, 'api_key_invalid', 'Invalid API Key provided')
  })
  app.post('/v1/customers', async (req, res) => {
    const { name = '', metadata } = customerParameters.parse(req.body)
    const made = await once(store, req, metadata.companyId, 'customers', (state): Customer => {
      const customer: Customer = { id: idOf('cus', state), object: 'customer', name, metadata }
      state.customers[customer.id] = customer
      return customer
    })
    res.json(made)
  })
  app.post('/v1/checkout/sessions', async (req, res) => {
    const parameters = sessionParameters.parse(req.body)
    const [line] = parameters.line_items
    const owner = await stateOf(store, parameters.customer)
    if (!line || !owner?.customers[parameters.customer]) return missing(res, parameters.customer)
    const made = await once(store, req, owner.companyId, 'sessions', (state): Session => {
      const session = sessionOf(parameters, idOf('cs', state), line.price_data.unit_amount, now())
      const { product_data, recurring, unit_amount } = line.price_data
      state.orders[session.id] = {
        name: product_data.name,
        amount: unit_amount,
        months: recurring.interval_count,
        metadata: parameters.subscription_data.metadata,
      }
      state.sessions[session.id] = session
      return session
    })
    res.json(made)
  })
  app.post('/v1/billing_portal/sessions', async (req, res) => {
    const { customer, return_url } = portalParameters.parse(req.body)
    const owner = await stateOf(store, customer)
    if (!owner?.customers[customer]) return missing(res, customer)
    const id = idOf('bps', owner)
    const url = `${new URL(return_url).origin}/sandbox/portal/${id}`
    const portal: Portal = { id, object: 'billing_portal.session', url, customer, return_url }
    await store.change(owner.companyId, (state) => {
      state.portals[id] = portal
    })
    res.json(portal)
  })
  app.get('/v1/customers/:id', found(store, 'customers'))
  app.get('/v1/checkout/sessions/:id', found(store, 'sessions'))
  app.get('/v1/subscriptions/:id', found(store, 'subscriptions'))
  app.post('/v1/subscriptions/:id', async (req, res, next) => {
    const companyId = companyIn(req.params.id)
    const renews = renewalParameters.parse(req.body).cancel_at_period_end === 'false'
    if (companyId) await store.change(companyId, (state) => setRenewal(state, req.params.id, renews, now()))
    changed()
    await found(store, 'subscriptions')(req, res, next)
  })
  app.delete('/v1/subscriptions/:id', async (req, res) => {
    const companyId = companyIn(req.params.id)
    const ended = companyId && (await store.change(companyId, (state) => end(state, req.params.id, now())))
    if (!ended) return missing(res, req.params.id)
    changed()
    res.json(ended)
  })
  app.get('/v1/invoices', async (req, res) => {
    const owner = await stateOf(store, String(req.query.subscription))
    const invoices = Object.values(owner?.invoices ?? {}).filter(
      ({ status, parent }) =>
        status === req.query.status && parent.subscription_details.subscription === req.query.subscription,
    )
    res.json({ object: 'list', url: '/v1/invoices', has_more: false, data: invoices.toReversed() })
  })
  app.get('/v1/events', async (req, res) => {
    const { types, limit, starting_after: after } = eventsParameters.parse(req.query)
    const page = await listNotices({ types, after, most: limit + 1 })
    res.json({ object: 'list', url: '/v1/events', has_more: page.length > limit, data: page.slice(0, limit) })
  })
  app.use(failed)
  return app
}

/** Stripe answers in JSON whatever went wrong. */
const failed: ErrorRequestHandler = (_error, _req, res, _next) => fail(res, 500, 'api_error', 'The sandbox failed')

function sessionOf(parameters: z.infer<typeof sessionParameters>, id: string, total: number, now: Date): Session {
  const { customer, metadata, success_url, cancel_url } = parameters
  return {
    id,
    object: 'checkout.session',
    mode: 'subscription',
    status: 'open',
    payment_status: 'unpaid',
    url: `${new URL(success_url).origin}/sandbox/checkout/${id}`,
    metadata,
    amount_total: total,
    currency: 'gbp',
    customer,
    subscription: null,
    success_url: success_url.replace('{CHECKOUT_SESSION_ID}', id),
    cancel_url,
    created: seconds(now),
  }
}

type Kind = 'customers' | 'sessions' | 'subscriptions'

/** The state that an object's id belongs to; undefined if the sandbox made no such id. */
async function stateOf(store: SandboxStore, id: string): Promise<SandboxState | undefined> {
  const companyId = companyIn(id)
  return companyId === undefined ? undefined : store.read(companyId)
}

const found =
  (store: SandboxStore, kind: Kind): RequestHandler<{ id: string }> =>
  async ({ params: { id } }, res) => {
    const one = (await stateOf(store, id))?.[kind][id]
    if (!one) return missing(res, id)
    res.json(one)
  }

/** Creates an object once for each idempotency key. */
function once<T extends { id: string }>(
  store: SandboxStore,
  req: Request,
  companyId: string,
  kind: Kind,
  make: (state: SandboxState) => T,
) {
  return store.change(companyId, (state) => {
    const key = req.get('idempotency-key') ?? idOf('request', state)
    const first = state[kind][state.answers[key] ?? '']
    if (first) return first
    const made = make(state)
    state.answers[key] = made.id
    return made
  })
}

const missing = (res: Response, id: string) => fail(res, 404, 'resource_missing', `No such thing: '${id}'`)

const fail = (res: Response, status: number, code: string, message: string) =>
  void res.status(status).json({ error: { type: 'invalid_request_error', code, message } })
