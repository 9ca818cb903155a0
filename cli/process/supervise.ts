import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

export type Program = { name: string; file: string; environment: NodeJS.ProcessEnv }

export type Supervised = {
  name: string
  /** Of the process that runs at the moment. */
  processId(): number | undefined
  /** Ends the program and keeps it ended. */
  stop(): Promise<void>
  /** Settles only if the program says that its settings are wrong, which starting it again cannot cure. */
  refused: Promise<never>
}

/** By the convention of sysexits.h, EX_CONFIG. */
export const wrongSettings = 78

/** Runs a program of the project and starts it again whenever it ends, the slower the sooner it ends. */
export function supervise(program: Program, report: (line: string) => void): Supervised {
  const stopping = new AbortController()
  let child: ChildProcess | undefined

  async function keepRunning(): Promise<void> {
    for (let pause = shortestPause; !stopping.signal.aborted; pause = Math.min(pause * 2, longestPause)) {
      const startedAt = performance.now()
      child = start(program)
      const [code, signal] = await once(child, 'exit')
      if (stopping.signal.aborted) return
      if (code === wrongSettings) throw new Error(`The ${program.name} refused its settings, see above.`)
      if (performance.now() - startedAt > longestPause) pause = shortestPause
      report(`The ${program.name} ended (${signal ?? code}); starting it again.`)
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
      const patience = setTimeout(() => child?.kill('SIGKILL'), longestPause)
      await ended.catch(() => {})
      clearTimeout(patience)
    },
  }
}

const shortestPause = 100
const longestPause = 10_000

/** In a group of its own, so that Ctrl-C reaches it only through us; with a channel to us, whose end tells it that we are gone. */
const start = ({ file, environment }: Program) =>
  fork(file, { env: environment, detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
