import { html, type Markup } from '#api/http/html.ts'
import { priceShown } from '#core/company/plans.ts'
import { act } from './html.ts'
import type { Portal, Session, Subscription } from './objects.ts'

export const declined = html`<p class="danger" role="alert">Your card was declined. You have not been charged.</p>`

/** An open checkout: its price, and buttons that pay it or decline. */
export function checkout({ id, amount_total, cancel_url }: Session, months: number): Markup {
  const price = priceShown(amount_total ?? 0)
  const period = months === 1 ? 'every month' : `every ${months} months`
  const to = `/sandbox/checkout/${id}`
  return html`<p>A plan for your company, billed ${period}.</p><p class="price">${price}</p>
    ${act(`${to}/pay`, `Pay ${price}`, true)}${act(`${to}/decline`, 'Simulate a declined card')}
    <a class="button" href="${cancel_url}">Cancel</a>`
}

export const paidAlready = ({ success_url }: Session): Markup =>
  html`<p>This plan has been paid for.</p><a class="button" href="${success_url}">Back to Fettle</a>`

/** The customer's portal: the state of their plan, and buttons that change it or move time on. */
export function inPortal({ id, return_url }: Portal, subscription: Subscription | undefined): Markup {
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
