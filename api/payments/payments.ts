import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { Logger } from 'pino'
import Stripe from 'stripe'
import type { Config } from '#api/config/config.ts'
import { openSandbox, type Sandbox } from './sandbox/sandbox.ts'

/** The card provider: Stripe or our sandbox. */
export type Payments = {
  stripe: Stripe
  /** Signs the provider's notices. */
  webhookSecret: string
  /** Our own stand-in for the provider, if no keys are set. */
  sandbox?: Sandbox
  close(): Promise<void>
}

type Parts = { config: Pick<Config, 'stripe' | 'dataFolder'>; logger: Logger; now(): Date }

/** Short, in milliseconds: people wait for the response, and an unanswered notice is sent again. */
const requestOptions = { timeout: 8_000, maxNetworkRetries: 1, telemetry: false }

/** Stripe with the configured keys; without any, the sandbox behind the same library. */
export async function openPayments({ config, logger, now }: Parts): Promise<Payments> {
  const { stripe: keys } = config
  if (keys)
    return {
      stripe: new Stripe(keys.key, requestOptions),
      webhookSecret: keys.webhookSecret,
      close: async () => undefined,
    }
  logger.info('no Stripe keys are set: plans are bought in a sandbox, and no card is charged')
  const key = `sk_test_${randomBytes(16).toString('hex')}`
  const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`
  const file = path.join(config.dataFolder, 'sandbox-payments.json')
  const sandbox = await openSandbox({ file, key, webhookSecret, logger, now })
  const stripe = new Stripe(key, { ...requestOptions, host: '127.0.0.1', port: sandbox.port, protocol: 'http' })
  return { stripe, webhookSecret, sandbox, close: sandbox.close }
}

/** Whether the error means that the requested object does not exist, rather than that the provider cannot be reached. */
export const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
