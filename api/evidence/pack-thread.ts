import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Answer, Asked, Ending, PackTask, Question } from './pack-messages.ts'

const program = fileURLToPath(new URL('drawing/pack-thread-main.ts', import.meta.url))

/** The most memory of a pack's thread, in megabytes, without the bytes of its photos. */
const mostMemory = 384

/** In milliseconds: how long a thread may take to come to where it can end. */
const patience = 5_000

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
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  void exited.then(resolve)
  worker.on('message', ({ id, question }: Asked) => {
    answerTo(question).then((answer) => worker.postMessage({ id, ...answer }), reject)
  })
  try {
    await over
  } finally {
    signal.removeEventListener('abort', abort)
    await end(worker, exited)
  }
}

/**
 * Has a thread end between two of its steps. Terminated in the middle of one, it would end the whole process if it was just making a
 * stream of zlib: Node 26 asserts that each is complete ('close before init').
 */
async function end(worker: Worker, exited: Promise<void>): Promise<void> {
  const ending: Ending = { end: true }
  worker.postMessage(ending)
  const late = setTimeout(() => void worker.terminate(), patience)
  await exited
  clearTimeout(late)
}
