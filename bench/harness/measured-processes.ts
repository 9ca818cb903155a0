import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { processorTimeOf } from './processor-time.ts'

/** Child processes whose memory and processor time are measured. */
export type MeasuredProcesses = {
  /** Records each process's peak memory so far; {@link MeasuredProcesses.peaks} returns it. */
  samplePeaks(): void
  /** The last recorded peak memory of each process, in MB. */
  peaks(): number[]
  /** The processor time that each process has used, in seconds. */
  processorTime(): number[]
  stop(): Promise<void>
}

type Program = { file: string; readyText: string }

/** Starts this many projectors and waits until they are working. */
export const startProjectors = (databaseUrl: string, count: number): Promise<MeasuredProcesses> =>
  startProcesses({ file: '../../projector/main.ts', readyText: '"projecting"' }, databaseUrl, count)

/** A process that polls the database as often as an idle projector, and does nothing else. */
export const startBarePoller = (databaseUrl: string): Promise<MeasuredProcesses> =>
  startProcesses({ file: '../projector/bare-poller.ts', readyText: '"polling"' }, databaseUrl, 1)

async function startProcesses(program: Program, databaseUrl: string, count: number): Promise<MeasuredProcesses> {
  const children = await Promise.all(Array.from({ length: count }, () => started(program, databaseUrl)))
  const peaks = children.map(() => 0)
  return {
    samplePeaks: () =>
      children.forEach((child, at) => {
        peaks[at] = peakOf(child)
      }),
    peaks: () => peaks,
    processorTime: () => children.map(({ pid = 0 }) => processorTimeOf(pid)),
    async stop() {
      const ended = children.map((child) => once(child, 'exit'))
      for (const child of children) child.kill('SIGTERM')
      await Promise.all(ended)
    },
  }
}

async function started({ file, readyText }: Program, databaseUrl: string): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  await new Promise<void>((resolve) =>
    child.stdout?.on('data', (output: Buffer) => {
      if (output.includes(readyText)) resolve()
    }),
  )
  return child
}

/** The peak memory that Linux records (VmHWM), in MB. */
function peakOf({ pid }: ChildProcess): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return (Number(kilobytes) * 1_024) / 1e6
}
