import * as z from 'zod/mini'
import { InvalidSetting } from './invalid-setting.ts'
import { onOrOff, wholeNumber } from './setting-values.ts'
import { type SmsSettings, smsIn, smsSettings } from './sms-settings.ts'

/** An http(s) address without a path, as its origin. */
const origin = z.pipe(
  z.string().check(
    z.refine((text) => {
      const url = URL.parse(text)
      return url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username
    }),
  ),
  z.transform((text) => new URL(text).origin),
)

/** We send the issuer tokens and secrets, so it must use https or be on this machine. */
function isSafeIssuer(text: string) {
  const url = URL.parse(text)
  const isHere = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1'
  return url !== null && !url.search && (url.protocol === 'https:' || (url.protocol === 'http:' && isHere))
}

const databaseUrl = z
  .string()
  .check(z.refine((text) => ['postgres:', 'postgresql:'].includes(URL.parse(text)?.protocol ?? '')))

const settings = {
  /** The network address and port where the API listens: by default this machine only. */
  HOST: z._default(z.string().check(z.regex(/^[\w.:%-]{1,255}$/)), '127.0.0.1'),
  PORT: z._default(wholeNumber(0, 65_535), 3000),
  /** The folder for the signing keys, the pictures, and the database if Fettle runs its own. */
  FETTLE_DATA: z._default(z.string().check(z.minLength(1)), './.fettle'),
  DATABASE_URL: databaseUrl,
  /** The address with which the API and the projector log in, if not the owner's. */
  FETTLE_SERVICES_DATABASE_URL: z.optional(databaseUrl),
  /** The folder of the database, if it is on this machine: its disk is watched. */
  FETTLE_DATABASE_FOLDER: z.optional(z.string().check(z.minLength(1))),
  /** What must stay free of each disk, in MiB; see ledger/database/disk-space.ts. */
  FETTLE_DISK_RESERVE: z.optional(wholeNumber(1, 999_999_999)),
  /** The address that people open, if known; see rights/origin.ts. */
  FETTLE_PUBLIC_URL: z.optional(origin),
  /** The number of our own proxies in front of the API; only their X-Forwarded-For is trusted. */
  FETTLE_PROXY_HOPS: z._default(wholeNumber(0, 9), 0),
  FETTLE_LOG_LEVEL: z._default(z.enum(['silent', 'error', 'warn', 'info', 'debug']), 'info'),
  /** If set, /metrics requires this bearer token. */
  FETTLE_METRICS_TOKEN: z.optional(z.string().check(z.minLength(16))),
  /** Failed sign-ins allowed in 15 minutes, per account and per IP address. */
  FETTLE_LOGIN_FAILURES: z._default(wholeNumber(1, 1_000_000), 10),
  /** Company registrations allowed in an hour per IP address. */
  FETTLE_REGISTRATIONS: z._default(wholeNumber(1, 1_000_000), 20),
  /** The lifetime of an access token in seconds. */
  FETTLE_TOKEN_SECONDS: z._default(wholeNumber(1, 3_600), 600),
  /** A bucket for pictures at any S3-compatible service, instead of the data folder. */
  FETTLE_IMAGES_S3_BUCKET: z.optional(z.string().check(z.regex(/^[\w.-]{3,63}$/))),
  FETTLE_IMAGES_S3_REGION: z._default(z.string().check(z.regex(/^[\w-]{1,40}$/)), 'us-east-1'),
  /** The service's address, if it is not Amazon. */
  FETTLE_IMAGES_S3_ENDPOINT: z.optional(origin),
  /** Our credentials there, both or neither; without them, the machine's own are used. */
  FETTLE_IMAGES_S3_KEY_ID: z.optional(z.string()),
  FETTLE_IMAGES_S3_SECRET: z.optional(z.string()),
  /** A bucket for signed heads at any S3-compatible service, instead of the data folder; it should forbid changes. */
  FETTLE_HEADS_S3_BUCKET: z.optional(z.string().check(z.regex(/^[\w.-]{3,63}$/))),
  FETTLE_HEADS_S3_REGION: z._default(z.string().check(z.regex(/^[\w-]{1,40}$/)), 'us-east-1'),
  FETTLE_HEADS_S3_ENDPOINT: z.optional(origin),
  FETTLE_HEADS_S3_KEY_ID: z.optional(z.string()),
  FETTLE_HEADS_S3_SECRET: z.optional(z.string()),
  /** Our Stripe keys, both or neither; without them plans are bought in a sandbox that charges nothing. */
  FETTLE_STRIPE_KEY: z.optional(z.string().check(z.regex(/^(sk|rk)_\w+$/))),
  FETTLE_STRIPE_WEBHOOK_SECRET: z.optional(z.string().check(z.regex(/^whsec_\w+$/))),
  /** Whether plans can be bought in the sandbox; unless set, only where FETTLE_PUBLIC_URL is not https. */
  FETTLE_PAYMENT_SANDBOX: z.optional(onOrOff),
  /** Our mail server; without one, links are printed on the console. */
  FETTLE_SMTP_URL: z.optional(
    z.string().check(z.refine((text) => ['smtp:', 'smtps:'].includes(URL.parse(text)?.protocol ?? ''))),
  ),
  FETTLE_MAIL_FROM: z.optional(z.string().check(z.regex(/^[^\r\n]*@[^\r\n]+$/), z.maxLength(320))),
  ...smsSettings,
  /** Whether webhooks may also reach private addresses and use http; for those who host Fettle beside their own systems. */
  FETTLE_WEBHOOKS_PRIVATE: z.optional(onOrOff),
  /** An external identity provider, instead of our own passwords. */
  FETTLE_OIDC_ISSUER: z.optional(z.string().check(z.refine(isSafeIssuer))),
  FETTLE_OIDC_CLIENT_ID: z.optional(z.string().check(z.minLength(1))),
  FETTLE_OIDC_CLIENT_SECRET: z.optional(z.string().check(z.minLength(1))),
  /** The audience of the provider's tokens; the client id unless set. */
  FETTLE_OIDC_AUDIENCE: z.optional(z.string().check(z.minLength(1))),
}

/** The names of all settings that the API knows. */
export const settingNames: readonly string[] = Object.keys(settings)

/** The settings of a process. Nothing else reads the environment. */
export type Config = {
  /** The network address to listen at. */
  host: string
  port: number
  dataFolder: string
  databaseUrl: string
  databaseFolder?: string
  /** In bytes; a part of each disk unless set. */
  diskReserve?: number
  publicUrl?: string
  proxyHops: number
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  metricsToken?: string
  loginFailures: number
  registrations: number
  tokenSeconds: number
  imagesS3?: S3Bucket
  headsS3?: S3Bucket
  stripe?: StripeKeys
  /** Unless set, the sandbox runs where the public address is not https. */
  paymentSandbox?: boolean
  mail?: MailSettings
  sms?: SmsSettings
  /** Texts that a company can send in a day, if it was set. */
  smsDaily?: number
  /** The countries whose numbers are sent texts, by their ISO codes, if they were set. */
  smsCountries?: readonly string[]
  /** Unless set, the sandbox of text messages runs where the public address is not https. */
  smsSandbox?: boolean
  /** Whether webhooks may reach private addresses, and use http. */
  webhooksPrivate?: boolean
  /** Whether push may be sent to private addresses, for a push service in tests. There is no setting for it. */
  pushPrivate?: boolean
  /** In milliseconds: how long a query may take, for tests on busy machines. There is no setting for it. */
  databasePatience?: number
  external?: ExternalIssuer
}

/** Our mail server, and the sender's address. */
export type MailSettings = { smtpUrl: string; from: string }

/** An OpenID Connect provider, and our credentials there. */
export type ExternalIssuer = { issuer: string; clientId: string; clientSecret: string; audience: string }

/** Our key at Stripe, and the secret that signs its notices. */
export type StripeKeys = { key: string; webhookSecret: string }

/** A bucket for pictures or signed heads. */
export type S3Bucket = {
  bucket: string
  region: string
  endpoint?: string
  credentials?: { accessKeyId: string; secretAccessKey: string }
}

/** The settings from the environment. Throws {@link InvalidSetting} for the first that is missing or invalid. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const known = Object.fromEntries(Object.entries(environment).filter(([name, value]) => name in settings && value))
  const read = z.safeParse(z.object(settings), known)
  if (!read.success) throw new InvalidSetting(String(read.error.issues[0]?.path[0]))
  const { data } = read
  return {
    host: data.HOST,
    port: data.PORT,
    dataFolder: data.FETTLE_DATA,
    databaseUrl: data.FETTLE_SERVICES_DATABASE_URL ?? data.DATABASE_URL,
    databaseFolder: data.FETTLE_DATABASE_FOLDER,
    diskReserve: data.FETTLE_DISK_RESERVE && data.FETTLE_DISK_RESERVE * 1024 * 1024,
    publicUrl: data.FETTLE_PUBLIC_URL,
    proxyHops: data.FETTLE_PROXY_HOPS,
    logLevel: data.FETTLE_LOG_LEVEL,
    metricsToken: data.FETTLE_METRICS_TOKEN,
    loginFailures: data.FETTLE_LOGIN_FAILURES,
    registrations: data.FETTLE_REGISTRATIONS,
    tokenSeconds: data.FETTLE_TOKEN_SECONDS,
    imagesS3: s3In(data, 'IMAGES'),
    headsS3: s3In(data, 'HEADS'),
    stripe: stripeIn(data),
    paymentSandbox: data.FETTLE_PAYMENT_SANDBOX,
    mail: mailIn(data),
    sms: smsIn(data),
    smsDaily: data.FETTLE_SMS_DAILY,
    smsCountries: data.FETTLE_SMS_COUNTRIES,
    smsSandbox: data.FETTLE_SMS_SANDBOX,
    webhooksPrivate: data.FETTLE_WEBHOOKS_PRIVATE,
    external: externalIn(data),
  }
}

type Data = z.infer<z.ZodMiniObject<typeof settings>>

/** Mailed links need a configured public address: the one in a request cannot be trusted. */
function mailIn({ FETTLE_SMTP_URL: smtpUrl, FETTLE_MAIL_FROM: from, FETTLE_PUBLIC_URL }: Data) {
  if (!smtpUrl) return undefined
  if (!from) throw new InvalidSetting('FETTLE_MAIL_FROM')
  if (!FETTLE_PUBLIC_URL) throw new InvalidSetting('FETTLE_PUBLIC_URL')
  return { smtpUrl, from }
}

function externalIn(data: Data): ExternalIssuer | undefined {
  const { FETTLE_OIDC_ISSUER: issuer, FETTLE_OIDC_CLIENT_ID: clientId, FETTLE_OIDC_CLIENT_SECRET: clientSecret } = data
  if (!issuer) return undefined
  if (!clientId) throw new InvalidSetting('FETTLE_OIDC_CLIENT_ID')
  if (!clientSecret) throw new InvalidSetting('FETTLE_OIDC_CLIENT_SECRET')
  if (!data.FETTLE_PUBLIC_URL) throw new InvalidSetting('FETTLE_PUBLIC_URL')
  return { issuer, clientId, clientSecret, audience: data.FETTLE_OIDC_AUDIENCE ?? clientId }
}

function stripeIn(data: Pick<Data, 'FETTLE_STRIPE_KEY' | 'FETTLE_STRIPE_WEBHOOK_SECRET'>): StripeKeys | undefined {
  const { FETTLE_STRIPE_KEY: key, FETTLE_STRIPE_WEBHOOK_SECRET: webhookSecret } = data
  if (key && !webhookSecret) throw new InvalidSetting('FETTLE_STRIPE_WEBHOOK_SECRET')
  if (webhookSecret && !key) throw new InvalidSetting('FETTLE_STRIPE_KEY')
  return key && webhookSecret ? { key, webhookSecret } : undefined
}

function s3In(data: Data, of: 'IMAGES' | 'HEADS'): S3Bucket | undefined {
  const [accessKeyId, secretAccessKey] = [data[`FETTLE_${of}_S3_KEY_ID`], data[`FETTLE_${of}_S3_SECRET`]]
  if (accessKeyId && !secretAccessKey) throw new InvalidSetting(`FETTLE_${of}_S3_KEY_ID`)
  if (secretAccessKey && !accessKeyId) throw new InvalidSetting(`FETTLE_${of}_S3_SECRET`)
  const [bucket, endpoint] = [data[`FETTLE_${of}_S3_BUCKET`], data[`FETTLE_${of}_S3_ENDPOINT`]]
  if (!bucket) return undefined
  return {
    bucket,
    region: data[`FETTLE_${of}_S3_REGION`],
    ...(endpoint ? { endpoint } : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
  }
}
