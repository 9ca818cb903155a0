import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** `fettle start` on a data folder, with the database in it. */
export type StartedFettle = {
  /** The process ids of the command and its programs, and that of PostgreSQL's first process. */
  programs: readonly number[]
  postmaster: number
  stop(): Promise<void>
}

/** Resolves once it is ready to serve. */
export async function startFettle(dataFolder: string): Promise<StartedFettle> {
  const { DATABASE_URL: _, ...environment } = process.env
  const fettle = spawn(process.execPath, ['cli/fettle.ts', 'start', '--json'], {
    env: { ...environment, FETTLE_DATA: dataFolder, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line]: string[] = await once(createInterface(fettle.stdout), 'line')
  const { processes }: { processes: Record<string, number> } = JSON.parse(line ?? '')
  const [pid] = (await readFile(path.join(dataFolder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')).split('\n')
  return {
    programs: [fettle.pid ?? 0, ...Object.values(processes)],
    postmaster: Number(pid),
    async stop() {
      const ended = once(fettle, 'exit')
      fettle.kill('SIGTERM')
      await ended
    },
  }
}
