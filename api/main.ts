import { setTimeout as sleep } from 'node:timers/promises'
import { refuseUnsafe, UnsafeDatabase } from '#ledger/connect.ts'
import { isMigrated } from '#migrations/migrate.ts'
import { readConfig, WrongSetting } from './config.ts'
import { serve } from './serve.ts'
import { closeServices, openServices, type Services } from './services.ts'

/** By the convention of sysexits.h: wrongly set up, and starting again will not help. */
const wronglySetUp = 78

const services = await open()
await untilReady(services)
const serving = await serve(services)
services.logger.info({ port: serving.port }, 'listening')

for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(signal, stop)

let stopping: Promise<void> | undefined

function stop() {
  stopping ??= (async () => {
    services.logger.info('stopping')
    await serving.stop()
    await closeServices(services)
    process.exit(0)
  })()
}

async function open(): Promise<Services> {
  try {
    return await openServices(readConfig())
  } catch (error) {
    return refuseToStart(error)
  }
}

/** Waits for a database that is not up or not migrated yet; another process may be at it. */
async function untilReady({ config, logger, ledgerPool }: Services) {
  for (let told = false; ; told = true) {
    try {
      if (await isMigrated(config.databaseUrl)) return await refuseUnsafe(ledgerPool)
      if (!told) logger.info('waiting for the migrations')
    } catch (error) {
      if (error instanceof UnsafeDatabase) return refuseToStart(error)
      if (!told) logger.warn({ err: error }, 'waiting for the database')
    }
    await sleep(300)
  }
}

function refuseToStart(error: unknown): never {
  if (!(error instanceof WrongSetting) && !(error instanceof UnsafeDatabase)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(wronglySetUp)
}
