import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { Logger } from 'pino'
import Stripe from 'stripe'
import type { Config } from '#api/config/config.ts'
import { openSandbox, type Sandbox } from './sandbox/sandbox.ts'

/** The way to the card provider. */
export type Payments = {
  stripe: Stripe
  /** Signs the provider's notices. */
  webhookSecret: string
  /** The provider's place is taken by our own server, where no keys are set. */
  sandbox?: Sandbox
  close(): Promise<void>
}

type Needs = { config: Pick<Config, 'stripe' | 'dataFolder'>; logger: Logger; now(): Date }

/** A person waits for the answer, and a notice that is not answered comes again. */
const patience = { timeout: 8_000, maxNetworkRetries: 1, telemetry: false }

/** Stripe with the keys that are set; without any, the sandbox behind the same library. */
export async function openPayments({ config, logger, now }: Needs): Promise<Payments> {
  const { stripe: keys } = config
  if (keys)
    return { stripe: new Stripe(keys.key, patience), webhookSecret: keys.webhookSecret, close: async () => undefined }
  logger.info('no keys of Stripe are set: plans are bought in a sandbox, and nothing is paid')
  const key = `sk_test_${randomBytes(16).toString('hex')}`
  const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`
  const file = path.join(config.dataFolder, 'sandbox-payments.json')
  const sandbox = await openSandbox({ file, key, webhookSecret, logger, now })
  const stripe = new Stripe(key, { ...patience, host: '127.0.0.1', port: sandbox.port, protocol: 'http' })
  return { stripe, webhookSecret, sandbox, close: sandbox.close }
}

/** Whether the provider says that it does not have what it was asked for, as against being out of reach. */
export const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
