import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'

/**
 * Makes a request to the card provider with an idempotency key, so that concurrent requests create one object. For a day the
 * provider repeats its first response to a key, even an internal error, and refuses the key with different parameters; in both
 * cases the request is retried with a new key.
 */
export async function withIdempotencyKey<T>(
  idempotencyKey: string,
  request: (key: { idempotencyKey: string }) => Promise<T>,
) {
  try {
    return await request({ idempotencyKey })
  } catch (error) {
    if (!isStuckKey(error)) throw error
    return request({ idempotencyKey: `${idempotencyKey}:${randomUUID()}` })
  }
}

const isStuckKey = (error: unknown) =>
  error instanceof Stripe.errors.StripeAPIError ||
  (error instanceof Stripe.errors.StripeIdempotencyError && error.code !== 'idempotency_key_in_use')
