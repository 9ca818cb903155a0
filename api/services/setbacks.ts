import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Counter, Gauge, type Registry } from 'prom-client'
import { companyTasks, type FailingTask } from '#core/wire/projections.ts'

/** What the API does on its own, for one subject (a company, an import or a webhook) after another. */
export const backgroundTasks = [
  ...companyTasks,
  'imports',
  'closings',
  'missed-deadlines',
  'near-deadlines',
  'recurring-work',
  'morning-lists',
  'days-ahead',
  'daily-emails',
  'unsent-work',
  'reactions',
  'webhooks',
  'pushes',
  'tenant-news',
  'texts',
  'evidence-mails',
] as const
export type BackgroundTask = (typeof backgroundTasks)[number]

/** Keeps the failures of a task apart: a subject that fails is retried with growing pauses and holds up no other. */
export type Setbacks = {
  /**
   * Runs the work unless the subject is pausing after a failure. A failure is logged and counted, never thrown. Work that takes longer
   * than the task's patience counts as failed.
   */
  attempt(subject: string, work: () => Promise<unknown>): Promise<void>
  /** Counts and logs a failure. Returns how often the subject has failed in a row, and milliseconds until its next try. */
  failed(subject: string, error: unknown): Setback
  succeeded(subject: string): void
  /** The subjects whose next try is not due yet. */
  pausing(): string[]
  /** How often a subject has failed in a row, and when it is tried again; undefined if its last try succeeded. */
  of(subject: string): Failing | undefined
}
type Failing = Pick<FailingTask, 'failures' | 'retryAt'>
export type Setback = { failures: number; pause: number }

const shortestPause = 1_000
const longestPause = 600_000
/** Milliseconds after which another process has evidently taken over a subject that is not tried here any more. */
const forgottenAfter = 2 * longestPause

type Parts = { metrics: Registry; logger: Logger; now(): Date }
export type SetbacksByTask = Record<BackgroundTask, Setbacks>

/** The setbacks of each task, counted in the metrics of this process. */
export function openSetbacks({ metrics, logger, now }: Parts): SetbacksByTask {
  const failing = new Map(backgroundTasks.map((task) => [task, new Map<string, Setback & { retryAt: number }>()]))
  const total = new Counter({
    name: 'fettle_task_failures_total',
    help: 'Failed tries of what the API does on its own, by task. Each is retried.',
    labelNames: ['task'],
    registers: [metrics],
  })
  for (const task of backgroundTasks) total.inc({ task }, 0)
  new Gauge({
    name: 'fettle_task_failing',
    help: 'Companies (of imports: files) whose last try of a task failed.',
    labelNames: ['task'],
    registers: [metrics],
    collect() {
      for (const [task, subjects] of failing) {
        for (const [subject, { retryAt }] of subjects)
          if (retryAt + forgottenAfter < now().getTime()) subjects.delete(subject)
        this.set({ task }, subjects.size)
      }
    },
  })
  const setbacksOf = (task: BackgroundTask): Setbacks => {
    const subjects = failing.get(task) ?? new Map<string, Setback & { retryAt: number }>()
    const failed = (subject: string, error: unknown): Setback => {
      const failures = (subjects.get(subject)?.failures ?? 0) + 1
      const pause = Math.min(longestPause, shortestPause * 2 ** (failures - 1))
      subjects.set(subject, { failures, pause, retryAt: now().getTime() + pause })
      total.inc({ task })
      logger.error({ err: error, task, subject, failures, pause }, `${words[task]}; the others go on`)
      return { failures, pause }
    }
    const isPausing = (subject: string) => (subjects.get(subject)?.retryAt ?? 0) > now().getTime()
    return {
      failed,
      succeeded: (subject) => void subjects.delete(subject),
      pausing: () => [...subjects.keys()].filter(isPausing),
      of(subject) {
        const setback = subjects.get(subject)
        return setback && { failures: setback.failures, retryAt: new Date(setback.retryAt).toISOString() }
      },
      async attempt(subject, work) {
        if (isPausing(subject)) return
        try {
          await withPatience(patience[task], work)
          subjects.delete(subject)
        } catch (error) {
          failed(subject, error)
        }
      },
    }
  }
  return {
    'sign-heads': setbacksOf('sign-heads'),
    'store-heads': setbacksOf('store-heads'),
    erasures: setbacksOf('erasures'),
    imports: setbacksOf('imports'),
    closings: setbacksOf('closings'),
    'missed-deadlines': setbacksOf('missed-deadlines'),
    'near-deadlines': setbacksOf('near-deadlines'),
    'recurring-work': setbacksOf('recurring-work'),
    'morning-lists': setbacksOf('morning-lists'),
    'days-ahead': setbacksOf('days-ahead'),
    'daily-emails': setbacksOf('daily-emails'),
    'unsent-work': setbacksOf('unsent-work'),
    reactions: setbacksOf('reactions'),
    webhooks: setbacksOf('webhooks'),
    pushes: setbacksOf('pushes'),
    'tenant-news': setbacksOf('tenant-news'),
    texts: setbacksOf('texts'),
    'evidence-mails': setbacksOf('evidence-mails'),
  }
}

/** The tasks whose last try for a company failed in this process. */
export const failingTasks = (setbacks: SetbacksByTask, companyId: string): FailingTask[] =>
  companyTasks.flatMap((task) => {
    const failing = setbacks[task].of(companyId)
    return failing ? [{ task, ...failing }] : []
  })

/**
 * Milliseconds. An erasure samples the largest tables again, which may take five minutes, and a closed company may have a million events;
 * the others are a few seconds' work.
 */
const patience: Record<BackgroundTask, number> = {
  'sign-heads': 300_000,
  'store-heads': 60_000,
  erasures: 360_000,
  imports: 60_000,
  closings: 3_600_000,
  'missed-deadlines': 60_000,
  'near-deadlines': 60_000,
  'recurring-work': 60_000,
  'morning-lists': 60_000,
  'days-ahead': 60_000,
  'daily-emails': 60_000,
  'unsent-work': 60_000,
  reactions: 60_000,
  webhooks: 60_000,
  pushes: 60_000,
  'tenant-news': 60_000,
  texts: 60_000,
  // The longest that making a pack and sending it may take.
  'evidence-mails': 600_000,
}

const words: Record<BackgroundTask, string> = {
  'sign-heads': "a company's head could not be signed and will be retried",
  'store-heads': "a company's signed heads could not be stored and will be retried",
  erasures: "a company's erasure could not be completed and will be retried",
  imports: 'an import failed and will be retried',
  closings: 'a closed company could not be looked after or erased and will be retried',
  'missed-deadlines': "a company's missed deadlines could not be recorded and will be retried",
  'near-deadlines': "a company's office could not be told of deadlines that are near, which will be retried",
  'recurring-work': "a company's recurring work could not be made into jobs and will be retried",
  'morning-lists': "a company's morning lists of deadlines could not be queued and will be retried",
  'days-ahead': "a company's people could not be told of their visits of the next day, which will be retried",
  'daily-emails': "a company's daily emails could not be queued, which will be retried",
  'unsent-work': "a company's office could not be told of unsent work, which will be retried",
  reactions: "what follows from a company's events could not be done and will be retried",
  webhooks: 'a webhook could not be worked through',
  pushes: "what a company's people are to hear by push could not be sent and will be retried",
  'tenant-news': "what a company's tenants are to be told could not be sent and will be retried",
  texts: "a company's text messages could not be worked through and will be retried",
  'evidence-mails': "a company's evidence packs could not be worked through and will be retried",
}

async function withPatience(milliseconds: number, work: () => Promise<unknown>): Promise<void> {
  const ended = new AbortController()
  const late = async () => {
    await sleep(milliseconds, undefined, { signal: ended.signal, ref: false })
    throw new Error(`It took longer than ${milliseconds / 1_000} seconds`)
  }
  try {
    await Promise.race([work(), late()])
  } finally {
    ended.abort()
  }
}
