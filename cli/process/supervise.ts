import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

export type Program = { name: string; file: string; environment: NodeJS.ProcessEnv }

export type Supervised = {
  name: string
  /** The id of the current process. */
  processId(): number | undefined
  /** Stops the program for good. */
  stop(): Promise<void>
  /** Rejects if the program exits because its settings are wrong, which a restart cannot fix; otherwise never settles. */
  refused: Promise<never>
}

/** EX_CONFIG of sysexits.h. */
export const wrongSettings = 78

/** Runs a program of the project and restarts it whenever it exits, with growing pauses if it keeps exiting quickly. */
export function supervise(program: Program, report: (line: string) => void): Supervised {
  const stopping = new AbortController()
  let child: ChildProcess | undefined

  async function keepRunning(): Promise<void> {
    for (let pause = shortestPause; !stopping.signal.aborted; pause = Math.min(pause * 2, longestPause)) {
      const startedAt = performance.now()
      child = start(program)
      const [code, signal] = await once(child, 'exit')
      if (stopping.signal.aborted) return
      if (code === wrongSettings) throw new Error(`The ${program.name} rejected its settings (see above).`)
      if (performance.now() - startedAt > longestPause) pause = shortestPause
      report(`The ${program.name} exited (${signal ?? code}); restarting it.`)
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const ended = keepRunning()
  return {
    name: program.name,
    processId: () => child?.pid,
    refused: ended.then(() => new Promise<never>(() => {})),
    async stop() {
      stopping.abort()
      child?.kill('SIGTERM')
      const timeout = setTimeout(() => child?.kill('SIGKILL'), longestPause)
      await ended.catch(() => {})
      clearTimeout(timeout)
    },
  }
}

const shortestPause = 100
const longestPause = 10_000

/** In its own process group, so that Ctrl-C reaches it only through us. It stops when the channel to us closes. */
const start = ({ file, environment }: Program) =>
  fork(file, { env: environment, detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
