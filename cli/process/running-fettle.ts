import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { makeRoomToStart } from '#cli/database/embedded-postgres.ts'
import { tryLock } from '#cli/database/file-lock.ts'
import { openDatabase } from '#cli/database/open-database.ts'
import { becomesFree, freePort } from '#cli/database/ports.ts'
import { openLogins, warningOfLogin } from '#cli/database/service-logins.ts'
import type { Settings } from '#cli/settings/settings.ts'
import { describeDisk } from '#ledger/database/disk-space.ts'
import { watchDisks } from '#ledger/database/disk-watch.ts'
import { migrate } from '#migrations/migrate.ts'
import { compiledCode } from './compiled-code.ts'
import { errorMessage } from './error-message.ts'
import { keepDatabaseRunning } from './keep-database-running.ts'
import { type Supervised, supervise } from './supervise.ts'

export type RunningFettle = {
  address: string
  databaseUrl: string
  programs: Supervised[]
  /** Rejects if Fettle cannot continue; otherwise never settles. */
  failed: Promise<never>
  /** Stops everything, the database last. */
  stop(): Promise<void>
}

export type Starting = { report: (line: string) => void; signal: AbortSignal }

/** Starts the whole product: database, migrations, API and projector. Resolves once it is ready to serve. */
export async function startFettle(settings: Settings, { report, signal }: Starting): Promise<RunningFettle> {
  const dataFolder = path.resolve(settings.dataFolder)
  const undo: (() => Promise<void> | void)[] = []
  const stop = async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await step()
  }
  try {
    if (!settings.databaseUrl) await makeRoomToStart(dataFolder)
    undo.push(await claim(dataFolder))
    const port = settings.port || (await freePort())
    if (!(await becomesFree(port)))
      throw new Error(`Another program is listening on port ${port}. Stop it, or set PORT to another number.`)
    const database = await openDatabase(settings)
    undo.push(database.close)
    undo.push(await tellDisks(database.folder, { ...settings, dataFolder }, report))
    signal.throwIfAborted()
    await migrate(database.url, { report, signal })
    const servicesUrl = await openLogins(database.url, settings)
    const warning = await warningOfLogin(servicesUrl)
    if (warning) report(warning)
    undo.push(keepDatabaseRunning(database, report))
    // The programs do not need to know the owner's password.
    const urls = { DATABASE_URL: servicesUrl, FETTLE_SERVICES_DATABASE_URL: servicesUrl }
    const own = { PORT: `${port}`, FETTLE_DATA: dataFolder, ...urls }
    if (database.folder) Object.assign(own, { FETTLE_DATABASE_FOLDER: database.folder })
    const defaults = { FETTLE_LOG_LEVEL: 'warn', NODE_COMPILE_CACHE: compiledCode }
    const environment = { ...defaults, ...settings.environment, ...own }
    const programs = ['api', 'projector'].map((name) => supervise({ name, file: main(name), environment }, report))
    undo.push(async () => void (await Promise.all(programs.map((program) => program.stop()))))
    const failed = Promise.race(programs.map((program) => program.refused))
    const address = `http://${nameOf(settings.host)}:${port}`
    await untilReady(address, failed, signal)
    return { address, databaseUrl: database.url, programs, failed, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The name under which this machine reaches what listens at an address: localhost unless it is another one of its own. */
const nameOf = (host: string) =>
  ['127.0.0.1', '::1', 'localhost', '0.0.0.0', '::'].includes(host)
    ? 'localhost'
    : host.includes(':')
      ? `[${host}]`
      : host

/** Reports when a disk is filling up or full, until the returned function is called. */
async function tellDisks(database: string | undefined, settings: Settings, report: Starting['report']) {
  const watch = await watchDisks({
    folders: { database: database ?? settings.databaseFolder, files: settings.dataFolder },
    reserve: settings.diskReserve,
    onChange: (space) => report(describeDisk(space)),
    onFault: (error) => report(`The free space of a disk cannot be read: ${errorMessage(error)}`),
  })
  return watch.stop
}

/** Only one Fettle may run on a data folder. */
async function claim(dataFolder: string): Promise<() => void> {
  await mkdir(dataFolder, { recursive: true, mode: 0o711 })
  const claimed = tryLock(path.join(dataFolder, 'start.lock'), 'exclusive')
  if (claimed) return claimed.release
  throw new Error(`Fettle is already running in ${dataFolder}. Stop it first, or set FETTLE_DATA to another folder.`)
}

const main = (name: string) => fileURLToPath(new URL(`../../${name}/main.ts`, import.meta.url))

async function untilReady(address: string, failed: Promise<never>, signal: AbortSignal) {
  const isReady = () =>
    fetch(`${address}/readyz`, { signal }).then(
      (answer) => answer.ok,
      () => false,
    )
  while (!(await Promise.race([isReady(), failed]))) {
    signal.throwIfAborted()
    await sleep(100)
  }
}
