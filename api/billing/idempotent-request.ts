import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'

/**
 * Makes something at the card provider under an idempotency key, so that two requests at once make one. The provider keeps for a
 * day what it first answered under a key, a failure of its own as well, and refuses the key with other words in the request:
 * then it is made under another.
 */
export async function withIdempotencyKey<T>(
  idempotencyKey: string,
  make: (key: { idempotencyKey: string }) => Promise<T>,
) {
  try {
    return await make({ idempotencyKey })
  } catch (error) {
    if (!isKept(error)) throw error
    return make({ idempotencyKey: `${idempotencyKey}:${randomUUID()}` })
  }
}

const isKept = (error: unknown) =>
  error instanceof Stripe.errors.StripeAPIError ||
  (error instanceof Stripe.errors.StripeIdempotencyError && error.code !== 'idempotency_key_in_use')
