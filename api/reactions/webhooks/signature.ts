import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A new secret, in the form of the Standard Webhooks convention. */
export const newSecret = (): string => prefix + randomBytes(32).toString('base64')

/**
 * The headers by which a receiver knows who sent a body, when, and whether it has had it before; see standardwebhooks.com. There is a
 * signature for each secret.
 */
export function signedHeaders(
  secrets: readonly string[],
  deliveryId: string,
  at: Date,
  body: string,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${deliveryId}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': deliveryId, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
