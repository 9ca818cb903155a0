import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { type Claim, openSlots } from '#api/http/slots/slots.ts'
import { letRequestsPass } from '#api/processes/let-requests-pass.ts'
import { spareCores } from '#api/processes/spare-cores.ts'
import { cameraTime } from '#core/model/values.ts'
import { type Encoded, type EncodeFault, limits, type Purpose } from './encode-limits.ts'

const program = fileURLToPath(new URL('encode-main.ts', import.meta.url))
const answer = z.union([
  z.object({ digest: z.string(), width: z.int(), height: z.int(), takenAt: z.optional(cameraTime) }),
  z.object({ fault: z.enum(['not-an-image', 'too-many-pixels', 'too-complex']) }),
])

/** This process encodes up to three images at a time, two of a company, however many are uploaded. */
const turn = openSlots({
  all: Math.min(3, spareCores),
  company: Math.min(2, spareCores),
  waiting: Number.POSITIVE_INFINITY,
})

/**
 * Encodes an uploaded file to `display` and `thumbnail` in `folder`, in a process that is killed if it exceeds its time or memory.
 * Returns the result, or why the file is refused. Throws if the process itself failed, and the reason of the claim's signal once it
 * is aborted: the process is then killed.
 */
export const encode = (
  file: string,
  folder: string,
  claim: Claim,
  { milliseconds, longest, memory }: Pick<typeof limits, 'milliseconds' | 'longest' | 'memory'> = limits,
  purpose: Purpose = 'photo',
): Promise<Encoded | { fault: EncodeFault }> =>
  turn(claim, async () => {
    const written = await run([file, folder, ...[milliseconds, longest, memory].map(String), purpose], claim.signal)
    return answer.parse(JSON.parse(written))
  })

/** Runs the program with an empty environment and returns its output. */
const run = (input: string[], signal?: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    const settings = {
      timeout: limits.longest + 1_000,
      killSignal: 'SIGKILL',
      env: {},
      maxBuffer: 10_000,
      ...(signal ? { signal } : {}),
    } as const
    const child = execFile(
      process.execPath,
      ['--max-old-space-size=64', program, ...input],
      settings,
      (error, stdout, stderr) => {
        if (!error) resolve(stdout)
        else if (signal?.aborted) reject(signal.reason)
        // Killed by the timeout, or out of memory.
        else if (error.signal) resolve(JSON.stringify({ fault: 'too-complex' }))
        else reject(/ENOSPC|EDQUOT/.test(stderr) ? new NoSpace('No space for the photo', { cause: error }) : error)
      },
    )
    letRequestsPass(child, 5)
  })

class NoSpace extends Error {
  readonly code = 'ENOSPC'
}
