import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { endThread, exitOf } from '#api/http/turns/end-thread.ts'
import type { InvoiceTask } from './invoice-task.ts'

const program = fileURLToPath(new URL('drawing/invoice-thread-main.ts', import.meta.url))

/** The most memory of an invoice's thread, in megabytes, and the longest that it may take, in milliseconds. */
const mostMemory = 256
const longest = 60_000

/** Draws an invoice as a PDF in a thread of its own, so that no other request of the process waits for it. Throws if it takes too long. */
export async function invoicePdf(task: InvoiceTask): Promise<Uint8Array> {
  const worker = new Worker(program, { workerData: task, resourceLimits: { maxOldGenerationSizeMb: mostMemory } })
  const exited = exitOf(worker)
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const late = setTimeout(() => reject(new Error('an invoice took too long to draw')), longest)
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('an invoice was not drawn')))
  try {
    return await promise
  } finally {
    clearTimeout(late)
    await endThread(worker, exited)
  }
}
