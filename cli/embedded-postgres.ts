import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { lock, tryLock } from './file-lock.ts'
import { freePort } from './ports.ts'
import { type PostgresAddress, readAddress, writeAddress } from './postgres-address.ts'
import { type PostgresPrograms, postgresPrograms } from './postgres-programs.ts'
import { createDatabase, initialise, runningPort, start, stop, untilAnswers } from './postgres-server.ts'

/** A PostgreSQL that is open for us. It stops when the last process that has it open closes it. */
export type EmbeddedPostgres = {
  url: string
  /** Starts the server again if it has died; true if it had. */
  revive(): Promise<boolean>
  close(): Promise<void>
}

/** Opens the PostgreSQL kept in the data folder: made if there is none, joined if it runs already, started if not. */
export async function openPostgres(dataFolder: string): Promise<EmbeddedPostgres> {
  const home = await homeOf(dataFolder)
  const [changeLock, useLock] = [path.join(home.folder, 'change.lock'), path.join(home.folder, 'use.lock')]
  const changing = async <Result>(change: () => Promise<Result>) => {
    const held = await lock(changeLock, 'exclusive')
    try {
      return await change()
    } finally {
      held.release()
    }
  }
  const { url, use } = await changing(async () => ({
    ...(await joinOrStart(home)),
    use: await lock(useLock, 'shared'),
  }))
  const leave = async () => {
    use.release()
    const alone = tryLock(useLock, 'exclusive')
    if (alone && (await runningPort(home.cluster))) await stop(home.programs, home.cluster)
    alone?.release()
  }
  let left: Promise<void> | undefined
  return {
    url,
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

type Home = { folder: string; cluster: string; log: string; programs: PostgresPrograms }

async function homeOf(dataFolder: string): Promise<Home> {
  const folder = path.resolve(dataFolder, 'postgres')
  await mkdir(path.dirname(folder), { recursive: true, mode: 0o711 })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const programs = postgresPrograms(folder)
  return { folder, cluster: path.join(folder, 'cluster'), log: path.join(folder, 'server.log'), programs }
}

async function joinOrStart(home: Home): Promise<{ url: string; started: boolean }> {
  const address = await readAddress(home.folder)
  if (!existsSync(home.cluster)) await initialise(home.programs, home.cluster, address.password)
  const found = await runningPort(home.cluster)
  const port = found ?? (await startOnFreePort(home, address))
  await untilAnswers(urlOf({ ...address, port }, 'postgres'), async () => !(await runningPort(home.cluster)))
  await createDatabase(urlOf({ ...address, port }, 'postgres'), 'fettle')
  return { url: urlOf({ ...address, port }, 'fettle'), started: found === undefined }
}

async function startOnFreePort(home: Home, address: PostgresAddress): Promise<number> {
  const port = await freePort(address.port)
  await writeAddress(home.folder, { ...address, port })
  await start(home.programs, { cluster: home.cluster, port, log: home.log })
  return port
}

const urlOf = ({ password, port }: PostgresAddress, database: string) =>
  `postgres://fettle:${password}@127.0.0.1:${port}/${database}`
