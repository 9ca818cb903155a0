import { inOwnProcess } from '#api/processes/in-own-process.ts'
import { type Answer, type PackTask, type Question, question, type SentPackTask } from './pack-messages.ts'

const program = new URL('drawing/pack-program.ts', import.meta.url)

/** The most memory of a pack's process, in megabytes, without the bytes of its photos. */
const mostMemory = 384

/** Answers a question; throws to end the process. */
export type AnswerTo = (question: Question) => Promise<Answer>

/**
 * Makes a pack in a process of its own, so that no other request waits for it. Settles when the process has ended. Throws what the
 * process or an answer threw, and the signal's reason once it is aborted: the process is then ended.
 */
export async function inPackProcess(
  { headKey, ...rest }: PackTask,
  answerTo: AnswerTo,
  signal: AbortSignal,
  memory = mostMemory,
): Promise<void> {
  const privateKey = headKey.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const task: SentPackTask = { ...rest, headKey: { ...headKey, privateKey } }
  await inOwnProcess(program, { task, questions: question, answerTo, memory, signal })
}
