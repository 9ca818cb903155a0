import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { openBell } from '#ledger/database/bell.ts'
import { connect, refuseUnsafe, UnsafeDatabase } from '#ledger/database/connect.ts'
import { isMigrated } from '#ledger/database/migrated.ts'
import { InvalidSetting, readConfig } from './config.ts'
import { runProjector } from './live/projector.ts'
import { runUpkeep } from './live/upkeep.ts'
import { createMetrics, serveMetrics } from './metrics.ts'
import { watchRebuildSpace } from './replay/rebuild-space.ts'
import { runReplays } from './replay/replay-worker.ts'

/** EX_CONFIG of sysexits.h: a configuration error, so restarting will not help. */
const wronglySetUp = 78

/**
 * Milliseconds, after which only a connection to the database that has gone silent can keep us, for minutes. A batch that is cut off is
 * rolled back and folded again by the next process.
 */
const longestStop = 6_000

const stopping = Promise.withResolvers<'stopping'>()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.resolve('stopping'))
// The parent process is gone.
process.on('disconnect', () => stopping.resolve('stopping'))

const config = readOrRefuse()
const logger = pino({
  level: config.logLevel,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: plainError },
})
/** In milliseconds: it stops within seconds also while its line to the database is silent. */
const connectionTimeout = 2_500
const pool = connect(config.databaseUrl, 'fettle_projector', { max: 4, connectionTimeout })

if ((await Promise.race([untilReady(), stopping.promise])) === 'stopping') process.exit(0)

const bell = openBell(config.databaseUrl, {
  // Even without a notice an event is found and folded within a second.
  poll: 700,
  onFault: (error) => logger.warn({ err: error }, 'the bell is retrying'),
})
const buildPool = connect(config.databaseUrl, 'fettle_projector', { max: 2, queryTimeout: 60_000, connectionTimeout })
const metrics = createMetrics(pool)
const metricsServer = config.metricsPort ? await serveMetrics(metrics.registry, config.metricsPort, logger) : undefined
const projector = runProjector({ pool, bell, logger, onBatch: metrics.count })
const { mayRebuild } = await watchRebuildSpace({
  databaseFolder: config.databaseFolder,
  reserve: config.diskReserve,
  onFault: (error) => logger.warn({ err: error }, 'the free space of the disk cannot be read'),
})
const replays = runReplays({ pool: buildPool, bell, logger, mayRebuild })
const upkeep = runUpkeep({ pool: buildPool, bell, logger })
logger.info('projecting')

await stopping.promise
logger.info('stopping')
setTimeout(() => {
  logger.warn('stopped without waiting any longer for the database')
  process.exit(0)
}, longestStop)
metricsServer?.close()
await Promise.all([projector.stop(), replays.stop(), upkeep.stop()])
await Promise.allSettled([bell.close(), pool.end(), buildPool.end()])
process.exit(0)

/** Waits for a database that is not yet up or migrated; another process may be migrating it. */
async function untilReady(): Promise<'ready'> {
  for (let hasLogged = false; ; hasLogged = true) {
    try {
      if (await isMigrated(config.databaseUrl)) {
        await refuseUnsafe(pool)
        return 'ready'
      }
      if (!hasLogged) logger.info('waiting for the migrations')
    } catch (error) {
      if (error instanceof UnsafeDatabase) refuseToStart(error)
      if (!hasLogged) logger.warn({ err: error }, 'waiting for the database')
    }
    await sleep(300)
  }
}

function readOrRefuse() {
  try {
    return readConfig()
  } catch (error) {
    if (error instanceof InvalidSetting) refuseToStart(error)
    throw error
  }
}

function refuseToStart(error: Error): never {
  process.stderr.write(`${error.message}\n`)
  process.exit(wronglySetUp)
}

/** An error without PostgreSQL's details, which repeat the values of rows. */
function plainError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack } = error
  return { name, message, stack, ...('code' in error ? { code: error.code } : {}) }
}
