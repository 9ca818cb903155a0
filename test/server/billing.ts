import Stripe from 'stripe'
import { end, pay, seconds } from '#api/payments/sandbox/actions.ts'
import type { Notice, SandboxState } from '#api/payments/sandbox/objects.ts'
import type { CompanyPlan } from '#core/company/company.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import type { CreateSubscriptionAnswer } from '#core/wire/account/billing.ts'
import type { CompanyAnswer } from '#core/wire/account/session.ts'
import { paths } from '#core/wire/paths.ts'
import { readStream } from '#ledger/log/read.ts'
import type { SignedInTest, TestServer } from './server.ts'

/** A company's dealings with the card provider's sandbox, whose own deliveries are held back. */
export function billingOf(server: TestServer) {
  const { payments, ledgerPool } = server.services
  const { stripe, sandbox, webhookSecret } = payments
  if (!stripe || !sandbox) throw new Error('Tests have no keys of Stripe')
  sandbox.deliverTo(undefined)

  const checkout = async (
    { token, user: { companyId } }: SignedInTest,
    tier = 2,
  ): Promise<CreateSubscriptionAnswer> => {
    const answer = await server.call(paths.createSubscription, { token, body: { tier, companyId } })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  /** Acts for a company in the sandbox; returns the notices that it would send. */
  const act = (
    { user: { companyId } }: SignedInTest,
    by: (state: SandboxState, now: Date) => void,
  ): Promise<Notice[]> =>
    sandbox.act(companyId, (state, now) => {
      by(state, now)
      return [...state.notices]
    })
  /** Starts and pays a checkout; returns the session, its subscription and the notices that it would send. */
  const buy = async (owner: SignedInTest, tier = 2) => {
    const { sessionId } = await checkout(owner, tier)
    const notices = await act(owner, (state, now) => pay(state, sessionId, now))
    const { sessions } = await sandbox.read(owner.user.companyId)
    const subscriptionId = sessions[sessionId]?.subscription ?? ''
    return { sessionId, subscriptionId, notices }
  }
  const confirm = ({ token, user: { companyId } }: SignedInTest, sessionId: string) =>
    server.call(paths.updateSubscription, { token, body: { sessionId, companyId } })
  return {
    stripe,
    checkout,
    act,
    buy,
    confirm,
    /** Gives the company a plan that ended an hour ago. */
    async hadPlan(owner: SignedInTest) {
      const { sessionId, subscriptionId } = await buy(owner)
      await act(owner, (state, now) => {
        const invoices = Object.values(state.invoices)
        const own = invoices.filter(({ parent }) => parent.subscription_details.subscription === subscriptionId)
        for (const line of own.flatMap(({ lines }) => lines.data)) line.period.end = seconds(now) - 3_600
        end(state, subscriptionId, now)
      })
      await confirm(owner, sessionId)
    },
    /** Delivers a notice as Stripe would. */
    deliver(notice: object, { secret = webhookSecret, signature }: { secret?: string; signature?: string } = {}) {
      const payload = JSON.stringify(notice)
      const signed = signature ?? Stripe.webhooks.generateTestHeaderString({ payload, secret })
      return server.call(paths.billingWebhook, { body: payload, headers: { 'stripe-signature': signed } })
    },
    /** The ledger's events about the plan: those after the registration. */
    async planEvents({ user: { companyId } }: SignedInTest): Promise<StoredEvent[]> {
      return (await readStream(ledgerPool, companyId, companyId)).slice(1)
    },
    async plan({ token }: SignedInTest, after = 0): Promise<CompanyPlan | undefined> {
      const answer = await server.call(`${paths.company}?after=${after}`, { token })
      const company: CompanyAnswer = await answer.json()
      return company.office
    },
  }
}
