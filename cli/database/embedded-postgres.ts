import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { lock, tryLock } from './file-lock.ts'
import { becomesFree, freePort } from './ports.ts'
import { type PostgresAddress, readAddress, writeAddress } from './postgres-address.ts'
import { type PostgresPrograms, postgresPrograms } from './postgres-programs.ts'
import { createDatabase, initialise, runningPort, start, stop, untilAnswers } from './postgres-server.ts'
import { keepSpare, releaseSpare } from './spare-file.ts'
import { walSettings } from './wal-settings.ts'

/** A PostgreSQL that this process has open. The server stops when the last process closes it. */
export type EmbeddedPostgres = {
  url: string
  /** The folder of its files, if it is on this machine as far as we know. */
  folder?: string
  /** Restarts the server if it has died; true if it had. */
  revive(): Promise<boolean>
  close(): Promise<void>
}

/** Opens the PostgreSQL of the data folder: created if there is none, shared if it is running, else started. */
export async function openPostgres(dataFolder: string): Promise<EmbeddedPostgres> {
  const home = await homeOf(dataFolder)
  const changing = async <Result>(change: () => Promise<Result>) => {
    await makeRoomToStart(dataFolder)
    const held = await lock(home.changeLock, 'exclusive')
    try {
      return await change()
    } finally {
      held.release()
    }
  }
  const { url, use } = await changing(async () => ({
    ...(await joinOrStart(home)),
    use: await lock(home.useLock, 'shared'),
  }))
  const leave = async () => {
    use.release()
    const alone = tryLock(home.useLock, 'exclusive')
    if (alone && (await runningPort(home.cluster))) await stop(home.programs, home.cluster)
    alone?.release()
  }
  let left: Promise<void> | undefined
  return {
    url,
    folder: home.cluster,
    async revive() {
      if (await runningPort(home.cluster)) return false
      return changing(async () => (await joinOrStart(home)).started)
    },
    close() {
      left ??= changing(leave)
      return left
    },
  }
}

/** Releases the spare file of a data folder on a full disk, unless its server is running. Before any lock, which needs a little space. */
export async function makeRoomToStart(dataFolder: string): Promise<void> {
  const folder = path.resolve(dataFolder, 'postgres')
  if (existsSync(folder) && !(await runningPort(path.join(folder, 'cluster')))) await releaseSpare(folder)
}

type Home = {
  folder: string
  cluster: string
  log: string
  /** Held while the server is started or stopped. */
  changeLock: string
  /** Shared by every process that has it open. */
  useLock: string
  programs: PostgresPrograms
}

async function homeOf(dataFolder: string): Promise<Home> {
  const folder = path.resolve(dataFolder, 'postgres')
  await mkdir(path.dirname(folder), { recursive: true, mode: 0o711 })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const programs = postgresPrograms(folder)
  const [changeLock, useLock] = [path.join(folder, 'change.lock'), path.join(folder, 'use.lock')]
  return {
    folder,
    cluster: path.join(folder, 'cluster'),
    log: path.join(folder, 'server.log'),
    changeLock,
    useLock,
    programs,
  }
}

async function joinOrStart(home: Home): Promise<{ url: string; started: boolean }> {
  const address = await readAddress(home.folder)
  if (!existsSync(home.cluster)) await initialise(home.programs, home.cluster, address.password)
  const joined = await join(home, address)
  const port = joined ?? (await startOnKnownPort(home, address))
  await createDatabase(urlOf({ ...address, port }, 'postgres'), 'fettle')
  if (joined === undefined) await keepSpare(home.folder)
  return { url: urlOf({ ...address, port }, 'fettle'), started: joined === undefined }
}

async function join(home: Home, address: PostgresAddress): Promise<number | undefined> {
  const port = await runningPort(home.cluster)
  if (port === undefined) return undefined
  const isRunning = async () => (await runningPort(home.cluster)) === port
  return (await untilAnswers(urlOf({ ...address, port }, 'postgres'), isRunning)) ? port : undefined
}

async function startOnKnownPort(home: Home, address: PostgresAddress): Promise<number> {
  const same = address.port !== 0 && (await becomesFree(address.port, '127.0.0.1'))
  const port = same ? address.port : await anotherPort(home, address)
  await writeAddress(home.folder, { ...address, port })
  const url = urlOf({ ...address, port }, 'postgres')
  const settings = await walSettings(home.cluster)
  await start(home.programs, { cluster: home.cluster, port, url, log: home.log, settings })
  return port
}

/** A new port, unless another process has the server open: it would look for it on the old port. Throws then. */
async function anotherPort({ useLock }: Home, { port }: PostgresAddress): Promise<number> {
  const alone = tryLock(useLock, 'exclusive')
  if (!alone) throw new Error(`Another program is listening on PostgreSQL's port, ${port}.`)
  alone.release()
  return freePort()
}

const urlOf = ({ password, port }: PostgresAddress, database: string) =>
  `postgres://fettle:${password}@127.0.0.1:${port}/${database}`
