import express, { type Express, type Request, type RequestHandler, type Response } from 'express'
import * as z from 'zod/mini'
import { end, idOf, seconds } from './actions.ts'
import type { Customer, Portal, SandboxState, Session } from './objects.ts'
import type { StateFile } from './state-file.ts'

const words = z.record(z.string(), z.string())
const amount = z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number))
const customerParameters = z.object({ name: z.optional(z.string()), metadata: z.optional(words) })
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
const portalParameters = z.object({ customer: z.string(), return_url: z.url() })

type Api = { store: StateFile; key: string; now(): Date; changed(): void }

/** The part of Stripe's API that we use, with the same paths, parameters and responses, for the same library. */
export function stripeApi({ store, key, now, changed }: Api): Express {
  const app = express()
  app.set('query parser', 'extended')
  app.use(express.urlencoded({ extended: true, limit: '100kb' }))
  app.use((req, res, next) => {
    if (req.get('authorization') === `Bearer ${key}`) return next()
    fail(res, 401, 'api_key_invalid', 'Invalid API Key provided')
  })
  app.post('/v1/customers', (req, res) => {
    const { name = '', metadata = {} } = customerParameters.parse(req.body)
    const made = once(store, req, 'customers', (state): Customer => {
      const customer: Customer = { id: idOf('cus'), object: 'customer', name, metadata }
      state.customers[customer.id] = customer
      return customer
    })
    res.json(made)
  })
  app.post('/v1/checkout/sessions', (req, res) => {
    const parameters = sessionParameters.parse(req.body)
    const [line] = parameters.line_items
    if (!line || !store.read().customers[parameters.customer]) return missing(res, parameters.customer)
    const made = once(store, req, 'sessions', (state): Session => {
      const session = sessionOf(parameters, line.price_data.unit_amount, now())
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
  app.post('/v1/billing_portal/sessions', (req, res) => {
    const { customer, return_url } = portalParameters.parse(req.body)
    if (!store.read().customers[customer]) return missing(res, customer)
    const id = idOf('bps')
    const url = `${new URL(return_url).origin}/sandbox/portal/${id}`
    const portal: Portal = { id, object: 'billing_portal.session', url, customer, return_url }
    store.change((state) => {
      state.portals[id] = portal
    })
    res.json(portal)
  })
  app.get('/v1/customers/:id', found(store, 'customers'))
  app.get('/v1/checkout/sessions/:id', found(store, 'sessions'))
  app.get('/v1/subscriptions/:id', found(store, 'subscriptions'))
  app.delete('/v1/subscriptions/:id', (req, res) => {
    const ended = store.change((state) => end(state, req.params.id, now()))
    if (!ended) return missing(res, req.params.id)
    changed()
    res.json(ended)
  })
  app.get('/v1/invoices', (req, res) => {
    const invoices = Object.values(store.read().invoices).filter(
      ({ status, parent }) =>
        status === req.query.status && parent.subscription_details.subscription === req.query.subscription,
    )
    res.json({ object: 'list', url: '/v1/invoices', has_more: false, data: invoices.toReversed() })
  })
  app.get('/v1/events', (req, res) => {
    const { types, limit, starting_after: after } = eventsParameters.parse(req.query)
    const newestFirst = store.read().events.toReversed()
    const from = after === undefined ? 0 : newestFirst.findIndex((one) => one.id === after) + 1
    const rest = newestFirst.slice(from).filter(({ type }) => types.includes(type))
    res.json({ object: 'list', url: '/v1/events', has_more: rest.length > limit, data: rest.slice(0, limit) })
  })
  return app
}

function sessionOf(parameters: z.infer<typeof sessionParameters>, total: number, now: Date): Session {
  const id = idOf('cs')
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

const found =
  (store: StateFile, kind: Kind): RequestHandler<{ id: string }> =>
  ({ params: { id } }, res) => {
    const objects = store.read()[kind]
    const one = Object.hasOwn(objects, id) && objects[id]
    if (!one) return missing(res, id)
    res.json(one)
  }

/** Creates an object once for each idempotency key. */
function once<T extends { id: string }>(store: StateFile, req: Request, kind: Kind, make: (state: SandboxState) => T) {
  const key = req.get('idempotency-key') ?? idOf('request')
  return store.change((state) => {
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
