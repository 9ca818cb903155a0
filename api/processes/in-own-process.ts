import { fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { letRequestsPass } from './let-requests-pass.ts'

type Work<Question> = {
  /** What the program works on: plain values and bytes. */
  task: object
  /** Of what the program asks. */
  questions: z.ZodMiniType<Question>
  /** Answers a question with plain values and bytes. Throws to end the program. */
  answerTo: (question: Question) => Promise<object>
  /** The most that its heap may hold, in megabytes. */
  memory: number
  /** Ends the program when it is aborted. */
  signal: AbortSignal
}

/** How far these programs stand back for requests. */
const leisurely = 10

/** Of what the program wrote to its error output, in characters: V8 reports on a full heap before its stack. */
const mostTold = 4_000

/**
 * Runs a program (see program.ts) in a process of its own with less priority than requests, and answers its questions. Settles when
 * the process has ended. A thread would not do: while a Map or an array grows, V8 cannot end a thread whose heap is full alone, and
 * ends the whole process. The program gets no environment, and so no secrets of this one.
 *
 * Throws what an answer or the program threw, the signal's reason once it is aborted, and {@link Killed} if the system or V8 ended it.
 */
export async function inOwnProcess<Question>(program: URL, work: Work<Question>): Promise<void> {
  const { task, questions, answerTo, memory, signal } = work
  signal.throwIfAborted()
  const child = fork(fileURLToPath(program), {
    execArgv: [`--max-old-space-size=${memory}`],
    env: { NODE_COMPILE_CACHE: getCompileCacheDir() },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  letRequestsPass(child, leisurely)
  let told = ''
  child.stderr?.setEncoding('utf8').on('data', (more: string) => {
    told = `${told}${more}`.slice(0, mostTold)
  })
  const said = z.union([z.object({ id: z.int(), question: questions }), z.object({ failed: z.instanceof(Error) })])
  const { promise: over, resolve, reject } = Promise.withResolvers<void>()
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  child.once('close', (code, killedBy) => {
    if (killedBy !== null || /heap out of memory/i.test(told)) reject(new Killed(killedBy ?? `code ${code}`))
    else if (code === 0) resolve()
    else reject(new Error(`a process of its own ended with code ${code}: ${told}`))
    close()
  })
  child.once('error', (error) => {
    reject(error)
    if (child.pid === undefined) close()
  })
  // What cannot be sent has no reader any more: how the process ended says more.
  const send = (message: object) => void child.send(message, () => undefined)
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  child.on('message', (message: unknown) => {
    const { data } = said.safeParse(message)
    if (!data) reject(new Error('a process of its own asked what nobody understands'))
    else if ('failed' in data) reject(data.failed)
    else answerTo(data.question).then((answer) => send({ id: data.id, answer }), reject)
  })
  send(task)
  try {
    await over
  } finally {
    signal.removeEventListener('abort', abort)
    child.kill('SIGKILL')
    await closed
  }
}

/** A process was ended by the system or by V8, most often because it needed more memory than it may have. */
export class Killed extends Error {
  override name = 'Killed'
  constructor(by: string) {
    super(`a process of its own was killed (${by}): it needed too much memory, or somebody ended it`)
  }
}
