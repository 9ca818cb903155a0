import Stripe from 'stripe'
import { HttpFailure } from '#api/http/errors.ts'
import { billingErrors } from '#core/wire/account/billing.ts'

/** The card provider's response to a request. Throws a 502 with this error if it cannot be reached or refuses the request. */
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
