import { Router } from 'express'
import { notFound } from '#api/http/errors.ts'
import { planOfTier, priceShown } from '#core/company/plans.ts'
import { pay, renew, setRenewal } from './actions.ts'
import { act, html, type Markup, page } from './html.ts'
import type { Portal, SandboxState, Session, Subscription } from './objects.ts'
import type { Sandbox } from './sandbox.ts'

/**
 * The sandbox's own pages in place of Stripe's: a checkout, and a portal that can also move time on. As at Stripe, anyone who
 * knows the address of a page may use it.
 */
export function sandboxPages(sandbox: Sandbox): Router {
  const sessionOf = (id: string): Session => {
    const { sessions } = sandbox.read()
    const session = Object.hasOwn(sessions, id) && sessions[id]
    if (!session) throw notFound()
    return session
  }
  const portalOf = (id: string): Portal => {
    const { portals } = sandbox.read()
    const portal = Object.hasOwn(portals, id) && portals[id]
    if (!portal) throw notFound()
    return portal
  }
  /** The customer's current subscription. */
  const subscriptionOf = (state: SandboxState, { customer }: Portal): Subscription | undefined =>
    Object.values(state.subscriptions).findLast((one) => one.customer === customer && one.status !== 'canceled')
  const change = (portal: Portal, by: (state: SandboxState, subscriptionId: string, now: Date) => void) =>
    sandbox.act((state, now) => {
      const subscription = subscriptionOf(state, portal)
      if (subscription) by(state, subscription.id, now)
    })

  return Router()
    .get('/sandbox/checkout/:id', (req, res) => {
      const session = sessionOf(req.params.id)
      const order = sandbox.read().orders[session.id]
      const content = session.status === 'open' ? checkout(session, order?.months ?? 1) : paidAlready(session)
      res.send(page(order?.name ?? 'Checkout', content))
    })
    .post('/sandbox/checkout/:id/pay', (req, res) => {
      const { id, success_url } = sessionOf(req.params.id)
      sandbox.act((state, now) => pay(state, id, now))
      res.redirect(303, success_url)
    })
    .post('/sandbox/checkout/:id/decline', (req, res) => {
      const session = sessionOf(req.params.id)
      const order = sandbox.read().orders[session.id]
      const declined = html`<p class="danger" role="alert">Your card was declined. You have not been charged.</p>`
      res.send(page(order?.name ?? 'Checkout', html`${declined}${checkout(session, order?.months ?? 1)}`))
    })
    .get('/sandbox/portal/:id', (req, res) => {
      const portal = portalOf(req.params.id)
      const state = sandbox.read()
      const subscription = subscriptionOf(state, portal)
      const name = subscription && planOfTier(Number(subscription.metadata.tier))?.name
      res.send(page(name ? `Fettle ${name}` : 'No plan', inPortal(portal, subscription)))
    })
    .post('/sandbox/portal/:id/:action', (req, res) => {
      const portal = portalOf(req.params.id)
      const action = actions.get(req.params.action)
      if (!action) throw notFound()
      change(portal, action)
      res.redirect(303, `/sandbox/portal/${portal.id}`)
    })
}

const actions = new Map<string, (state: SandboxState, subscriptionId: string, now: Date) => void>([
  ['renew', (state, subscriptionId, now) => renew(state, subscriptionId, now, 'paid')],
  ['fail', (state, subscriptionId, now) => renew(state, subscriptionId, now, 'open')],
  ['cancel', (state, subscriptionId, now) => setRenewal(state, subscriptionId, false, now)],
  ['resume', (state, subscriptionId, now) => setRenewal(state, subscriptionId, true, now)],
])

function checkout({ id, amount_total, cancel_url }: Session, months: number): Markup {
  const price = priceShown(amount_total ?? 0)
  const period = months === 1 ? 'every month' : `every ${months} months`
  const to = `/sandbox/checkout/${id}`
  return html`<p>A plan for your company, billed ${period}.</p><p class="price">${price}</p>
    ${act(`${to}/pay`, `Pay ${price}`, true)}${act(`${to}/decline`, 'Simulate a declined card')}
    <a class="button" href="${cancel_url}">Cancel</a>`
}

const paidAlready = ({ success_url }: Session) =>
  html`<p>This plan has been paid for.</p><a class="button" href="${success_url}">Back to Fettle</a>`

function inPortal({ id, return_url }: Portal, subscription: Subscription | undefined): Markup {
  const back = html`<a class="button" href="${return_url}">Back to Fettle</a>`
  if (!subscription) return html`<p>Your company has not bought a plan yet.</p>${back}`
  const end = new Date((subscription.items.data[0]?.current_period_end ?? 0) * 1_000)
  const day = end.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  const to = `/sandbox/portal/${id}`
  const state = subscription.cancel_at_period_end
    ? html`<p>Ends on ${day}.</p>`
    : html`<p>${subscription.status === 'past_due' ? 'The last payment failed.' : `Renews on ${day}.`}</p>`
  return html`${state}
    ${subscription.cancel_at_period_end ? act(`${to}/resume`, 'Keep the plan') : act(`${to}/cancel`, 'Cancel the plan')}
    ${act(`${to}/renew`, 'Simulate a successful renewal')}${act(`${to}/fail`, 'Simulate a failed renewal')}${back}`
}
