import Stripe from 'stripe'
import { HttpFailure } from '#api/http/errors.ts'
import { billingErrors } from '#core/wire/account/billing.ts'

/** What the card provider answers. Throws 502 with the sentence where it cannot be reached or does not take the question. */
export async function askProvider<T>(work: () => Promise<T>, error: string = billingErrors.notInitiated): Promise<T> {
  try {
    return await work()
  } catch (fault) {
    if (!(fault instanceof Stripe.errors.StripeError)) throw fault
    const failure = new HttpFailure(502, { error, code: 'card-provider' })
    failure.cause = fault
    throw failure
  }
}
