import { setTimeout as sleep } from 'node:timers/promises'
import { refuseUnsafe, UnsafeDatabase } from '#ledger/database/connect.ts'
import { isMigrated } from '#ledger/database/migrated.ts'
import { readConfig } from './config/config.ts'
import { InvalidSetting } from './config/invalid-setting.ts'
import { UnusableKeys } from './keys/keys.ts'
import { PortTaken, type Serving, serve } from './server/serve.ts'
import { closeServices, openServices, type Services } from './services/services.ts'

/** EX_CONFIG of sysexits.h: a wrong setup, which a restart will not fix. */
const configurationError = 78

/**
 * Milliseconds. Running requests have five seconds; after that only a connection to the database that has gone silent can keep us, for
 * minutes. What was confirmed is durable, and work that is cut off is done again by the next process.
 */
const longestStop = 6_000

let serving: Serving | undefined
let stopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
// The parent process has gone.
process.on('disconnect', stop)

const services = await openServices(orRefuse(() => readConfig())).catch(refuseToStart)
await untilReady(services)
serving = await serve(services).catch(refuseToStart)
services.logger.info({ port: serving.port }, 'listening')

/** Lets running requests finish, then closes everything. */
async function stop() {
  if (stopping) return
  stopping = true
  if (serving) {
    const { logger } = services
    logger.info('stopping')
    setTimeout(() => {
      logger.warn('stopped without waiting any longer for the database')
      process.exit(0)
    }, longestStop)
    await serving.stop()
    await closeServices(services)
  }
  process.exit(0)
}

/** Waits for a database that is not up or not migrated yet. */
async function untilReady({ config, logger, ledgerPool }: Services) {
  for (let isLogged = false; ; isLogged = true) {
    try {
      if (await isMigrated(config.databaseUrl)) return await refuseUnsafe(ledgerPool)
      if (!isLogged) logger.info('waiting for the migrations')
    } catch (error) {
      if (error instanceof UnsafeDatabase) refuseToStart(error)
      if (!isLogged) logger.warn({ err: error }, 'waiting for the database')
    }
    await sleep(300)
  }
}

function orRefuse<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    return refuseToStart(error)
  }
}

/** Prints a setup error in one line; any other error is a bug and keeps its stack. */
function refuseToStart(error: unknown): never {
  if (![InvalidSetting, UnusableKeys, UnsafeDatabase, PortTaken].some((kind) => error instanceof kind)) throw error
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(configurationError)
}
