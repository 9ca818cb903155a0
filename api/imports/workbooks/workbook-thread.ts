import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { createFairQueue } from '#api/http/fair-queue.ts'
import { endThread, exitOf } from '#api/http/turns/end-thread.ts'
import { faults, type ReadWorkbook, type WorkbookLimits, workbookLimits } from './workbook.ts'

export type ThreadTask = { bytes: Uint8Array; limits: WorkbookLimits }
export type ThreadAnswer = ReadWorkbook | { fault: string }

const program = fileURLToPath(new URL('thread-main.ts', import.meta.url))

/** Two threads, whatever waits: companies take turns, and the rest of the machine is left to all other requests. */
const inTurn = createFairQueue({ slots: 2, most: 100, full: () => new Error('Too many workbooks are waiting.') })

/**
 * Reads a workbook in a thread of its own, so that no other request of the process waits for it; or says why it is refused. One
 * that needs too much memory or time ends its thread alone. Throws the signal's reason once it is aborted.
 */
export async function inWorkbookThread(
  bytes: Uint8Array,
  companyId: string,
  signal: AbortSignal,
  limits = workbookLimits,
): Promise<ThreadAnswer> {
  return inTurn({ group: companyId, isTrusted: true }, async () => {
    signal.throwIfAborted()
    const task: ThreadTask = { bytes, limits }
    const worker = new Worker(program, { workerData: task, resourceLimits: { maxOldGenerationSizeMb: limits.memory } })
    const exited = exitOf(worker)
    const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer>()
    const abort = () => reject(signal.reason)
    const timer = setTimeout(() => resolve({ fault: faults.tooSlow }), limits.milliseconds)
    signal.addEventListener('abort', abort)
    worker.once('message', resolve)
    worker.once('error', (error) => (isOutOfMemory(error) ? resolve({ fault: faults.tooLarge }) : reject(error)))
    worker.once('exit', () => reject(new Error('The thread of a workbook ended without an answer.')))
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      await endThread(worker, exited)
    }
  })
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
