import cookieParser from 'cookie-parser'
import { type Request, Router } from 'express'
import { notFound } from '#api/http/errors.ts'
import { mayRenew, pay, renew, setRenewal } from '#api/payments/sandbox/actions.ts'
import { page } from '#api/payments/sandbox/html.ts'
import { companyIn, type Portal, type SandboxState, type Subscription } from '#api/payments/sandbox/objects.ts'
import { checkout, declined, inPortal, paidAlready } from '#api/payments/sandbox/page-content.ts'
import type { Sandbox } from '#api/payments/sandbox/sandbox.ts'
import { requireOwnOrigin } from '#api/rights/origin.ts'
import { memberByCookie } from '#api/rights/require-member.ts'
import type { Services } from '#api/services/services.ts'
import { planOfTier } from '#core/company/plans.ts'
import { may } from '#core/model/access.ts'

/**
 * The sandbox's own pages in place of Stripe's: a checkout, and a portal that can also move time on. Only the company's owner,
 * signed in with the same browser, may see and use them.
 */
export function sandboxPages(services: Services, sandbox: Sandbox): Router {
  /** The state of the company in a page's address. Throws a 401 without sign-in, and a 404 for anyone but its owner. */
  const ownState = async (req: Request<{ id: string }>): Promise<SandboxState> => {
    const member = await memberByCookie(services, req)
    if (companyIn(req.params.id) !== member.companyId || !may.buyPlans(member.role)) throw notFound()
    return sandbox.read(member.companyId)
  }
  const ownSession = async (req: Request<{ id: string }>) => {
    const state = await ownState(req)
    const session = found(state.sessions[req.params.id])
    const order = state.orders[session.id]
    return { companyId: state.companyId, session, title: order?.name ?? 'Checkout', months: order?.months ?? 1 }
  }
  const ownPortal = async (req: Request<{ id: string }>) => {
    const state = await ownState(req)
    return { state, portal: found(state.portals[req.params.id]) }
  }

  const address = requireOwnOrigin(services.config)
  return Router()
    .use('/sandbox', cookieParser())
    .post('/sandbox/*path', address)
    .get('/sandbox/checkout/:id', async (req, res) => {
      const { session, title, months } = await ownSession(req)
      res.send(page(title, session.status === 'open' ? checkout(session, months) : paidAlready(session)))
    })
    .post('/sandbox/checkout/:id/pay', async (req, res) => {
      const { companyId, session } = await ownSession(req)
      await sandbox.act(companyId, (state, now) => pay(state, session.id, now))
      res.redirect(303, session.success_url)
    })
    .post('/sandbox/checkout/:id/decline', async (req, res) => {
      const { session, title, months } = await ownSession(req)
      res.send(page(title, [declined, checkout(session, months)]))
    })
    .get('/sandbox/portal/:id', async (req, res) => {
      const { state, portal } = await ownPortal(req)
      const subscription = subscriptionOf(state, portal)
      const name = subscription && planOfTier(Number(subscription.metadata.tier))?.name
      res.send(page(name ? `Fettle ${name}` : 'No plan', inPortal(portal, subscription)))
    })
    .post('/sandbox/portal/:id/:action', async (req, res) => {
      const action = found(actions.get(req.params.action))
      const { state: seen, portal } = await ownPortal(req)
      if (isAllowed(seen, portal, action, services.now()))
        await sandbox.act(seen.companyId, (state, now) => {
          const subscription = subscriptionOf(state, portal)
          if (subscription && action.isAllowed(subscription, now)) action.carryOut(state, subscription.id, now)
        })
      res.redirect(303, `/sandbox/portal/${portal.id}`)
    })
}

function found<T>(one: T | undefined): T {
  if (one === undefined) throw notFound()
  return one
}

/** The customer's current subscription. */
const subscriptionOf = (state: SandboxState, { customer }: Portal): Subscription | undefined =>
  Object.values(state.subscriptions).findLast((one) => one.customer === customer && one.status !== 'canceled')

type Action = {
  isAllowed(subscription: Subscription, now: Date): boolean
  carryOut(state: SandboxState, subscriptionId: string, now: Date): void
}

/** Asked before the company's row is locked, so that what changes nothing costs no write. */
function isAllowed(state: SandboxState, portal: Portal, action: Action, now: Date): boolean {
  const subscription = subscriptionOf(state, portal)
  return subscription !== undefined && action.isAllowed(subscription, now)
}

const renewal = (outcome: 'paid' | 'open'): Action => ({
  isAllowed: (subscription, now) => mayRenew(subscription, now, outcome),
  carryOut: (state, id, now) => renew(state, id, now, outcome),
})

const keeping = (renews: boolean): Action => ({
  isAllowed: ({ cancel_at_period_end: ends }) => ends === renews,
  carryOut: (state, id, now) => setRenewal(state, id, renews, now),
})

const actions = new Map<string, Action>([
  ['renew', renewal('paid')],
  ['fail', renewal('open')],
  ['cancel', keeping(false)],
  ['resume', keeping(true)],
])
