import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Processes under measure. */
export type Measured = {
  /** Looks at how much memory each has had at most, in MB; {@link Measured.peaks} tells. */
  look(): void
  peaks(): number[]
  /** Seconds of a core that each has used. */
  used(): number[]
  stop(): Promise<void>
}

type Program = { file: string; says: string }

/** Starts so many, and waits until they are at work. */
export const startProjectors = (databaseUrl: string, count: number): Promise<Measured> =>
  startProcesses({ file: '../../projector/main.ts', says: '"projecting"' }, databaseUrl, count)

/** A process that asks the database as often as an idle projector does, and does nothing else. */
export const startBareAsker = (databaseUrl: string): Promise<Measured> =>
  startProcesses({ file: '../projector/bare-poller.ts', says: '"asking"' }, databaseUrl, 1)

async function startProcesses(program: Program, databaseUrl: string, count: number): Promise<Measured> {
  const children = await Promise.all(Array.from({ length: count }, () => started(program, databaseUrl)))
  const peaks = children.map(() => 0)
  return {
    look: () =>
      children.forEach((child, at) => {
        peaks[at] = peakOf(child)
      }),
    peaks: () => peaks,
    used: () => children.map(usedBy),
    async stop() {
      const ended = children.map((child) => once(child, 'exit'))
      for (const child of children) child.kill('SIGTERM')
      await Promise.all(ended)
    },
  }
}

async function started({ file, says }: Program, databaseUrl: string): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  await new Promise<void>((resolve) =>
    child.stdout?.on('data', (said: Buffer) => {
      if (said.includes(says)) resolve()
    }),
  )
  return child
}

/** Of all its threads; each tells in nanoseconds, where the process as a whole tells in hundredths of a second. */
function usedBy({ pid }: ChildProcess): number {
  const tasks = `/proc/${pid}/task`
  const nanoseconds = readdirSync(tasks).map((task) =>
    Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]),
  )
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e9
}

/** The high-water mark that Linux keeps. */
function peakOf({ pid }: ChildProcess): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return (Number(kilobytes) * 1_024) / 1e6
}
