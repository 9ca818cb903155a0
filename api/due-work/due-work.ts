import type { Services } from '#api/services/services.ts'
import type { BackgroundTask } from '#api/services/setbacks.ts'
import { runWhenWoken, type WokenTask } from '#api/services/woken-task.ts'

/**
 * Work of the server that falls due at a time, such as recording a missed deadline. What is done may be done again, by this
 * process or another: each piece appends with a command id that is made from what is done and when it was due.
 */
export type DueWork = {
  /** A company that fails at one kind of work pauses for that kind alone. */
  task: BackgroundTask
  /** The companies that have something due at an instant, without these. One query, however many companies there are. */
  companiesDue(now: string, without: readonly string[]): Promise<readonly string[]>
  /** When something is next due after an instant, in any company. */
  nextAfter(now: string): Promise<string | undefined>
  /** Does what is due in one company. */
  carryOut(companyId: string, now: Date, signal: AbortSignal): Promise<void>
}

/** How often it is looked whether something became due sooner than was known. */
const lookEvery = 15_000

type Parts = Pick<Services, 'now' | 'setbacks' | 'logger'>

/**
 * Does each kind of work when it is due: it sleeps until the next time known, and looks every few seconds for a nearer one. A company that
 * fails is retried with growing pauses and holds up no other, and neither does a kind whose companies cannot be read. Any number of
 * processes may do so at once.
 */
export function startDueWork(works: readonly DueWork[], parts: Parts): WokenTask {
  const task = runWhenWoken(
    {
      every: lookEvery,
      onFault: (error) => parts.logger.warn({ err: error }, 'work that is due could not be read; retrying'),
    },
    async (signal) => {
      const doKind = async (work: DueWork) => {
        const next = await doWhatIsDue(work, parts, signal)
        const wait = next === undefined ? lookEvery : Date.parse(next) - parts.now().getTime() + 1
        if (wait < lookEvery) task.wake(Math.max(wait, 1))
      }
      await doEach(
        works.map((work) => () => doKind(work)),
        signal,
      )
    },
  )
  return task
}

/**
 * Does pieces of work one after another; one that fails holds up none after it. Throws at the end what failed, all of it: it is tried again
 * later, and the rest is done by then.
 */
export async function doEach(pieces: readonly (() => Promise<unknown>)[], signal: AbortSignal): Promise<void> {
  const failures: unknown[] = []
  for (const piece of pieces) {
    if (signal.aborted) break
    await piece().catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} pieces of work failed`)
  if (failures.length === 1) throw failures[0]
}

/** Does what is due now, a company at a time. Returns when the next is due. */
export async function doWhatIsDue(
  work: DueWork,
  { now, setbacks }: Pick<Parts, 'now' | 'setbacks'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const attempts = setbacks[work.task]
  const at = now()
  for (const companyId of await work.companiesDue(at.toISOString(), attempts.pausing())) {
    if (signal.aborted) return undefined
    await attempts.attempt(companyId, () => work.carryOut(companyId, at, signal))
  }
  return work.nextAfter(at.toISOString())
}
