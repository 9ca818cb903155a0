import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

import type { TaskMeta } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** What a test could not check on this machine; the end of the run says so. */
    notChecked?: string
  }
}

const verifier = fileURLToPath(new URL('../../docs/proof/verify.py', import.meta.url))

const hasPython = spawnSync('python3', ['-c', 'import hashlib, zlib']).status === 0

/**
 * Whether the verifier cannot be run on this machine, in which case the end of the run says so. Fettle needs no Python, so its
 * tests do not demand it either.
 */
export function isWithoutPython(task: { meta: TaskMeta }): boolean {
  if (!hasPython) task.meta.notChecked = 'docs/proof/verify.py was NOT run, as python3 is not installed'
  return !hasPython
}

/** What the verifier says: the exit code, its output, and the fault of each file that is not as recorded (its first line). */
export async function runVerifier(args: readonly string[]) {
  const child = spawn('python3', ['-B', verifier, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  const faults = new Map<string, string>()
  for (const [, file = '', fault = ''] of out.matchAll(/^(\S+): NOT AS RECORDED\n +(.*)$/gm)) faults.set(file, fault)
  return { code: child.exitCode, out, errors, faults }
}
