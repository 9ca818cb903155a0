import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { keepOutput } from '#test/warnings/warnings.ts'

export { freePort } from '#cli/database/ports.ts'

/** The setting with which a program without the environment of the tests starts as quickly as with it: where its compiled code is. */
export const compiledCode = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '' }

/** A process of the product that a test can kill and restart. */
export type Process = {
  start(): Promise<void>
  kill(signal?: NodeJS.Signals): Promise<void>
  /** Stops it for so many milliseconds, as when its machine is suspended. */
  pause(milliseconds: number): Promise<void>
  isRunning(): boolean
  /** Undefined until it was started. */
  processId(): number | undefined
  output(): string
}

/** Starts a program of the project as a process; `ready` is polled until it returns true. */
export function processOf(
  program: string,
  env: Record<string, string>,
  ready: () => Promise<boolean> = async () => true,
): Process {
  let child: ChildProcess | undefined
  let said = ''
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null
  return {
    async start() {
      child = spawn(process.execPath, [program], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
      const onOutput = (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-20_000)
      }
      for (const stream of [child.stdout, child.stderr]) {
        if (!stream) continue
        stream.on('data', onOutput)
        createInterface({ input: stream }).on('line', (line) => keepOutput(program, line))
      }
      const started = child
      // A limit for what hangs: a machine that does much else starts a program in a minute.
      for (let tries = 0; tries < 3_600; tries += 1) {
        if (await ready().catch(() => false)) return
        if (started.exitCode !== null) throw new Error(`${program} ended with ${started.exitCode}: ${said}`)
        await wait(50)
      }
      throw new Error(`${program} did not get ready: ${said}`)
    },
    async kill(signal = 'SIGKILL') {
      if (!child || !isRunning()) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
    async pause(milliseconds) {
      child?.kill('SIGSTOP')
      await wait(milliseconds)
      child?.kill('SIGCONT')
    },
    isRunning,
    processId: () => child?.pid,
    output: () => said,
  }
}
