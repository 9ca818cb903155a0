import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Logger } from 'pino'
import Stripe from 'stripe'
import type { Config } from '#api/config/config.ts'
import { openSandbox, type Sandbox } from './sandbox/sandbox.ts'

/** The card provider: Stripe, our sandbox, or neither. */
export type Payments = {
  /** Undefined if payment is not set up: no plan can be bought. */
  stripe?: Stripe
  /** Signs the provider's notices. */
  webhookSecret: string
  /** Our own stand-in for the provider, if no keys are set. */
  sandbox?: Sandbox
  close(): Promise<void>
}

type Parts = {
  config: Pick<Config, 'stripe' | 'publicUrl' | 'paymentSandbox'>
  ledgerPool: pg.Pool
  authPool: pg.Pool
  logger: Logger
  now(): Date
}

/** Short, in milliseconds: people wait for the response, and an unanswered notice is sent again. */
const requestOptions = { timeout: 8_000, maxNetworkRetries: 1, telemetry: false }

/** Stripe with the configured keys; without any, the sandbox behind the same library, unless the installation is public. */
export async function openPayments({ config, ledgerPool, authPool, logger, now }: Parts): Promise<Payments> {
  const { stripe: keys } = config
  const close = async () => undefined
  if (keys) return { stripe: new Stripe(keys.key, requestOptions), webhookSecret: keys.webhookSecret, close }
  const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`
  if (!usesSandbox(config)) {
    logger.warn(
      'no plan can be bought: no Stripe keys are set, and the payment sandbox, where plans are free, does not run at an https FETTLE_PUBLIC_URL unless FETTLE_PAYMENT_SANDBOX is on',
    )
    return { webhookSecret, close }
  }
  logger.info('no Stripe keys are set: plans are bought in a sandbox, and no card is charged')
  const key = `sk_test_${randomBytes(16).toString('hex')}`
  const sandbox = await openSandbox({ ledgerPool, authPool, key, webhookSecret, logger, now })
  const stripe = new Stripe(key, { ...requestOptions, host: '127.0.0.1', port: sandbox.port, protocol: 'http' })
  return { stripe, webhookSecret, sandbox, close: sandbox.close }
}

/** Whether plans are bought in the sandbox: as the setting says, else wherever the address is not a public one. */
export const usesSandbox = ({ publicUrl, paymentSandbox }: Pick<Config, 'publicUrl' | 'paymentSandbox'>): boolean =>
  paymentSandbox ?? !publicUrl?.startsWith('https:')

/** Whether the error means that the requested object does not exist, rather than that the provider cannot be reached. */
export const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
