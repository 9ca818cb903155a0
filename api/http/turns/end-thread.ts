import { parentPort, type Worker } from 'node:worker_threads'

/** What a thread is told that nobody needs any more. */
type Ending = { end: true }

/** In milliseconds: how long a thread may take to come to where it can end. */
const patience = 5_000

/**
 * Has a thread end between two of its steps, and waits until it has. Terminated in the middle of one, it would end the whole process if
 * it was just making a stream of zlib: Node 26 asserts that each is complete ('close before init'). One that does not answer is busy with
 * something else, and is terminated.
 *
 * @param exited resolves when the thread has ended
 */
export async function endThread(worker: Worker, exited: Promise<unknown>): Promise<void> {
  const ending: Ending = { end: true }
  worker.postMessage(ending)
  const late = setTimeout(() => void worker.terminate(), patience)
  await exited
  clearTimeout(late)
}

/** In a thread: has it end when {@link endThread} asks for it, and stay until then unless it closes its port. */
export function endWhenAsked(): void {
  parentPort?.on('message', (message: unknown) => {
    if (typeof message === 'object' && message !== null && 'end' in message) process.exit()
  })
}

/** Resolves when a thread has ended. */
export const exitOf = (worker: Worker): Promise<void> => new Promise((resolve) => worker.once('exit', () => resolve()))
