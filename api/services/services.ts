import type { KeyObject } from 'node:crypto'
import type pg from 'pg'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { type AuditLog, openAuditLog } from '#api/audit/audit-log.ts'
import type { Config } from '#api/config/config.ts'
import { createLogger } from '#api/config/logging.ts'
import { type Images, openImages } from '#api/image-store/images.ts'
import { loadFactorKey } from '#api/keys/factor-key.ts'
import { loadHeadKey } from '#api/keys/head-key.ts'
import { type Keys, loadKeys } from '#api/keys/keys.ts'
import { loadPushKeys, type PushKeys } from '#api/keys/push-keys.ts'
import { openPayments, type Payments } from '#api/payments/payments.ts'
import { type Bell, openBell } from '#ledger/database/bell.ts'
import { connect } from '#ledger/database/connect.ts'
import type { HeadKey } from '#ledger/proof/signed-head.ts'
import { reportCountsInMemory } from './counts-in-memory.ts'
import { type Disks, openDisks } from './disks.ts'
import { createConsoleTransport, createSmtpTransport, type MailTransport } from './mail-transport.ts'
import { openSetbacks, type SetbacksByTask } from './setbacks.ts'

/** The services that routes share. */
export type Services = {
  config: Config
  logger: Logger
  /** Connects as the role that sees one company at a time. */
  ledgerPool: pg.Pool
  /** Connects as the role that also sees accounts and sessions; only for signing in. */
  authPool: pg.Pool
  /** Connects as the role that reads all companies; for pushes, ended rights, and finding heads to sign and erasures to complete. */
  overviewPool: pg.Pool
  /** The same, for the figures of /metrics alone: they scan all companies, and a removed person must not wait for them. */
  metricsPool: pg.Pool
  bell: Bell
  /** Writes the audit lists. */
  audit: AuditLog
  keys: Keys
  /** Signs the heads of ledgers. */
  headKey: HeadKey
  /** Opens the secrets of authenticator apps. */
  factorKey: KeyObject
  /** By which push services know this installation. */
  pushKeys: PushKeys
  images: Images
  payments: Payments
  transport: MailTransport
  metrics: Registry
  /** The disks of the database and of the data folder. */
  disks: Disks
  /** Keeps the failures of background tasks apart by company. */
  setbacks: SetbacksByTask
  /** The server's clock. */
  now(): Date
}

/** In milliseconds: a hung connection must not delay a request past the three seconds we promise. */
const usualPatience = 2_500

/** Opens the services of the API. Connects to nothing yet. */
export async function openServices(config: Config, logger = createLogger(config)): Promise<Services> {
  const metrics = new Registry()
  const keys = await loadKeys(config.dataFolder)
  const now = () => new Date()
  const queryTimeout = config.databasePatience ?? usualPatience
  collectDefaultMetrics({ register: metrics })
  const ledgerPool = connect(config.databaseUrl, 'fettle_api', { max: 10, queryTimeout })
  const authPool = connect(config.databaseUrl, 'fettle_auth', { max: 5, queryTimeout })
  reportCountsInMemory(authPool, { metrics, logger })
  return {
    config,
    logger,
    ledgerPool,
    authPool,
    overviewPool: connect(config.databaseUrl, 'fettle_projector', { max: 2, queryTimeout, readOnly: true }),
    metricsPool: connect(config.databaseUrl, 'fettle_projector', { max: 1, queryTimeout, readOnly: true }),
    bell: openBell(config.databaseUrl, {
      onFault: (error) => logger.warn({ err: error }, 'listening for changes failed; retrying'),
    }),
    audit: openAuditLog({ authPool, logger, now }),
    keys,
    headKey: await loadHeadKey(config.dataFolder),
    factorKey: await loadFactorKey(config.dataFolder),
    pushKeys: await loadPushKeys(config.dataFolder),
    images: await openImages(config, keys, now),
    payments: await openPayments({ config, ledgerPool, authPool, logger, now }),
    transport: config.mail ? createSmtpTransport(config.mail) : createConsoleTransport(print),
    metrics,
    disks: await openDisks({ config, metrics, logger }),
    setbacks: openSetbacks({ metrics, logger, now }),
    now,
  }
}

/** Prints messages for people, separately from the log. */
const print = (text: string) => void process.stdout.write(text)

/** Ends all connections; call it after the last request. */
export async function closeServices({ audit, bell, payments, disks, ...pools }: Services) {
  disks.stop()
  await payments.close()
  await audit.close()
  const { ledgerPool, authPool, overviewPool, metricsPool } = pools
  const ended = [ledgerPool, authPool, overviewPool, metricsPool].map((pool) => pool.end())
  await Promise.allSettled([bell.close(), ...ended])
}
