import { once } from 'node:events'

/** Asks the process that started this one, and resolves with its answer. */
export type Ask<Question, Answer> = (question: Question) => Promise<Answer>

/**
 * In a program that in-own-process.ts runs: hands its task to `work`, and ends the process when that is done, or with the error that
 * it threw. It ends too when its starter has gone.
 */
export async function runProgram<Task, Question, Answer>(
  work: (task: Task, ask: Ask<Question, Answer>) => Promise<void>,
): Promise<void> {
  process.once('disconnect', () => process.exit())
  // Ctrl-C in a terminal reaches this process too: its starter decides when it ends.
  process.on('SIGINT', () => undefined)
  const [task] = await once(process, 'message')
  const waiting = new Map<number, (answer: Answer) => void>()
  process.on('message', ({ id, answer }: { id: number; answer: Answer }) => {
    waiting.get(id)?.(answer)
    waiting.delete(id)
  })
  let asked = 0
  const ask = (question: Question) =>
    new Promise<Answer>((resolve) => {
      asked += 1
      waiting.set(asked, resolve)
      process.send?.({ id: asked, question })
    })
  await work(task, ask).then(
    () => process.exit(),
    (failed: unknown) => process.send?.({ failed }, () => process.exit(1)),
  )
}
