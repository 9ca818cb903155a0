import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import * as z from 'zod/mini'
import { cameraTime } from '#core/model/values.ts'
import { type Encoded, type EncodeFault, limits } from './encode-limits.ts'

const program = fileURLToPath(new URL('encode-main.ts', import.meta.url))
const answer = z.union([
  z.object({ digest: z.string(), width: z.int(), height: z.int(), takenAt: z.optional(cameraTime) }),
  z.object({ fault: z.enum(['not-an-image', 'too-many-pixels', 'too-complex']) }),
])

/** This process encodes two images at a time, however many are uploaded. */
const turn = pLimit(2)

/**
 * Encodes an uploaded file to `display` and `thumbnail` in `folder`, in a process that is killed if it exceeds its time or memory.
 * Returns the result, or why the file is refused. Throws if the process itself failed.
 */
export const encode = (
  file: string,
  folder: string,
  { milliseconds, memory }: Pick<typeof limits, 'milliseconds' | 'memory'> = limits,
): Promise<Encoded | { fault: EncodeFault }> =>
  turn(async () => answer.parse(JSON.parse(await run([file, folder, String(milliseconds), String(memory)]))))

/** Runs the program with an empty environment and returns its output. */
const run = (input: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const settings = {
      timeout: limits.milliseconds + 1_000,
      killSignal: 'SIGKILL',
      env: {},
      maxBuffer: 10_000,
    } as const
    execFile(process.execPath, ['--max-old-space-size=64', program, ...input], settings, (error, stdout, stderr) => {
      if (!error) resolve(stdout)
      // Killed by the timeout, or out of memory.
      else if (error.signal) resolve(JSON.stringify({ fault: 'too-complex' }))
      else reject(/ENOSPC|EDQUOT/.test(stderr) ? new NoSpace('No space for the photo', { cause: error }) : error)
    })
  })

class NoSpace extends Error {
  readonly code = 'ENOSPC'
}
