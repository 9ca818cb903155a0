import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'

export type Environment = Record<string, string>

const started = z.object({ address: z.string(), processes: z.object({ api: z.int(), projector: z.int() }) })

export type StartedFettle = z.infer<typeof started> & {
  /** Its standard error so far. */
  errors(): string
  /** Sends the signal, waits for the exit and returns the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Runs a `fettle` command to its end, interrupting it with Ctrl-C once `moment` has resolved, which is given its standard error so far. */
export async function runFettle(
  args: readonly string[],
  environment: Environment,
  moment?: (errors: () => string) => Promise<unknown>,
) {
  const child = launch(args, environment)
  let said = ''
  child.stderr.on('data', (more) => {
    said += more
  })
  void moment?.(() => said).finally(() => child.kill('SIGINT'))
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: child.exitCode, out, errors }
}

/** Runs `fettle start` and waits until it responds. */
export async function startFettle(environment: Environment): Promise<StartedFettle> {
  const child = launch(['start', '--json'], environment)
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (said: string) => {
    errors += said
  })
  const ended = once(child, 'exit')
  const line = await Promise.race([once(createInterface(child.stdout), 'line'), ended.then(() => undefined)])
  if (!line) throw new Error(`Fettle did not start: ${errors}`)
  return {
    ...started.parse(JSON.parse(String(line[0]))),
    errors: () => errors,
    async end(signal) {
      if (child.exitCode === null) child.kill(signal)
      await ended
      return child.exitCode
    },
  }
}

function launch(args: readonly string[], environment: Environment) {
  const { DATABASE_URL: _, ...inherited } = process.env
  return spawn(process.execPath, [path.resolve(import.meta.dirname, '../../cli/fettle.ts'), ...args], {
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
