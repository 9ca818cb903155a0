import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { endThread, exitOf } from '#api/http/turns/end-thread.ts'
import type { Answer, Asked, PackTask, Question } from './pack-messages.ts'

const program = fileURLToPath(new URL('drawing/pack-thread-main.ts', import.meta.url))

/** The most memory of a pack's thread, in megabytes, without the bytes of its photos. */
const mostMemory = 384

/** Answers a question; throws to end the thread. */
export type AnswerTo = (question: Question) => Promise<Omit<Answer, 'id'>>

/**
 * Makes a pack in a thread of its own, so that no other request of the process waits for it. Settles when the thread has
 * ended. Throws what the thread or an answer threw, and the signal's reason once it is aborted: the thread is then ended.
 */
export async function inPackThread(
  task: PackTask,
  answerTo: AnswerTo,
  signal: AbortSignal,
  memory = mostMemory,
): Promise<void> {
  signal.throwIfAborted()
  const worker = new Worker(program, { workerData: task, resourceLimits: { maxOldGenerationSizeMb: memory } })
  const { promise: over, resolve, reject } = Promise.withResolvers<void>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  worker.once('error', reject)
  const exited = exitOf(worker)
  void exited.then(resolve)
  worker.on('message', ({ id, question }: Asked) => {
    answerTo(question).then((answer) => worker.postMessage({ id, ...answer }), reject)
  })
  try {
    await over
  } finally {
    signal.removeEventListener('abort', abort)
    await endThread(worker, exited)
  }
}
