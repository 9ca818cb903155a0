import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Told } from './attack-main.ts'
import type { AttackName, Target } from './attacks.ts'

const program = fileURLToPath(new URL('attack-main.ts', import.meta.url))

/** A process that attacks. */
export type Attacker = {
  /** Begins an attack, and waits for its first answer. */
  begin(name: AttackName, target: Target): Promise<void>
  /** Ends it; returns how many answers had each status. */
  end(): Record<string, number>
  close(): Promise<void>
}

/**
 * An attacker has a machine of their own. Here the process takes a core only while nobody else wants it: however nice it was, Linux let
 * it go on for up to 3 ms when the server had work to do.
 */
const onlyWhenIdle = { execPath: 'chrt', execArgv: ['--idle', '0', process.execPath] }

export function startAttacker(): Attacker {
  const child = fork(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], ...onlyWhenIdle })
  const tell = (told: Told) => void child.send(told)
  let answered: Record<string, number> = {}
  child.on('message', (status: number) => {
    answered[status] = (answered[status] ?? 0) + 1
  })
  return {
    async begin(name, target) {
      answered = {}
      tell({ name, target })
      await once(child, 'message')
    },
    end() {
      tell('stop')
      return answered
    },
    async close() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
