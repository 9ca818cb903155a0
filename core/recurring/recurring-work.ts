import * as z from 'zod/mini'
import { apply, type Folded, type Folds } from '#core/model/messages.ts'
import { day, id, instant } from '#core/model/values.ts'
import { addDays } from '#core/time/wall-clock.ts'
import { nextDate, type RecurringEvent, recurringForm } from './messages.ts'
import { longestMoved, recurringStates } from './values.ts'

const made = z.object({ date: day, on: day, jobId: id, template: z.int() })
export type MadeJob = z.infer<typeof made>
const doneCheck = z.object({ date: day, doneOn: day, jobId: id, completedAt: instant, doneAt: z.optional(instant) })

/** Recurring work at a site, folded from its events. */
export const recurringWork = z.object({
  recurringId: id,
  ...recurringForm.shape,
  /** The site's name when it was last given. */
  called: z.string(),
  state: z.enum(recurringStates),
  /** How often what its jobs are made from has been set. */
  template: z.int(),
  /** The last date that has its job, or that passed without one: dates up to it are settled. */
  settled: z.optional(day),
  /**
   * Dates that have their job, passed, or were skipped before a later one got its job, for as long as their days may be to come: another
   * rule may come on days before the last of them, but on none of these again.
   */
  answered: z.optional(z.array(day)),
  skipped: z.array(day),
  moved: z.array(z.object({ date: day, to: day })),
  next: z.optional(nextDate),
  /** The latest jobs, oldest first. */
  made: z.array(made),
  /** The latest check that was done. */
  done: z.optional(doneCheck),
  /** Earlier checks, newest first: each is recorded once, even if it is reported after a later one. */
  doneBefore: z.optional(z.array(doneCheck)),
  createdAt: instant,
  lastModified: instant,
})
export type RecurringWork = z.infer<typeof recurringWork>

/** How many of the jobs that were made, and of the checks that were done, are remembered. */
const mostMade = 20

type Next = { next?: RecurringWork['next'] }

/** With the date that comes next, or with none. */
function withNext(work: RecurringWork, { next }: Next): RecurringWork {
  const { next: _, ...rest } = work
  return next ? { ...rest, next } : rest
}

/** Without what was said of a date. */
const asRuled = (work: RecurringWork, date: string): RecurringWork => ({
  ...work,
  skipped: work.skipped.filter((one) => one !== date),
  moved: work.moved.filter((one) => one.date !== date),
})

/** Dates up to this one are settled, and what was said of them is of no more use. */
export const settledTo = <W extends Pick<RecurringWork, 'settled' | 'skipped' | 'moved'>>(
  work: W,
  date: string,
): W => ({
  ...work,
  settled: date,
  skipped: work.skipped.filter((one) => one > date),
  moved: work.moved.filter((one) => one.date > date),
})

/** The work once a date has its job or has passed, with the dates that are not to come again by another rule. */
function answeredTo(work: RecurringWork, date: string, at: string): RecurringWork {
  const over = addDays(at.slice(0, 10), -longestMoved)
  const skipped = work.skipped.filter((one) => one < date)
  const answered = [...(work.answered ?? []), ...skipped, date].filter((one) => one >= over)
  return { ...settledTo(work, date), answered }
}

const folds: Folds<RecurringWork, RecurringEvent> = {
  RecurringWorkSetUp: (_, { data, streamId, recordedAt }) => ({
    ...data,
    recurringId: streamId,
    state: 'on',
    template: 1,
    skipped: [],
    moved: [],
    made: [],
    createdAt: recordedAt,
    lastModified: recordedAt,
  }),
  RecurringWorkChanged: (work, { data }) => {
    if (!work) return undefined
    const { visit: _, check: __, next: ___, ...rest } = work
    return { ...rest, ...data, template: work.template + 1 }
  },
  RecurringDateSkipped: (work, { data }) => {
    if (!work) return undefined
    const ruled = asRuled(work, data.date)
    return withNext({ ...ruled, skipped: [...ruled.skipped, data.date] }, data)
  },
  RecurringDateMoved: (work, { data: { date, to, next } }) => {
    if (!work) return undefined
    const ruled = asRuled(work, date)
    return withNext({ ...ruled, moved: [...ruled.moved, { date, to }] }, next ? { next } : {})
  },
  RecurringDateRestored: (work, { data }) => work && withNext(asRuled(work, data.date), data),
  RecurringWorkPaused: (work) => work && { ...work, state: 'paused' },
  RecurringWorkResumed: (work, { data }) => work && withNext({ ...work, state: 'on' }, data),
  RecurringWorkStopped: (work) => work && { ...work, state: 'stopped' },
  RecurringJobMade: (work, { data: { next, ...one }, recordedAt }) =>
    work &&
    withNext(
      { ...answeredTo(work, one.date, recordedAt), made: [...work.made, one].slice(-mostMade) },
      next ? { next } : {},
    ),
  RecurringDatePassed: (work, { data, recordedAt }) => work && withNext(answeredTo(work, data.date, recordedAt), data),
  RecurringCheckDone: (work, { data: { rule, next, ...done } }) => {
    if (!work) return undefined
    // An older check may be recorded, or corrected, after a later one.
    const isLatest = !work.done || done.date >= work.done.date
    const others = [...(work.done ? [work.done] : []), ...(work.doneBefore ?? [])].filter(
      (one) => one.jobId !== done.jobId,
    )
    const [newest, ...older] = others
    const [latest = done, ...before] = isLatest || !newest ? [done, ...others] : [newest, done, ...older]
    const doneBefore = before.length > 0 ? { doneBefore: before.slice(0, mostMade) } : {}
    return withNext({ ...work, rule, done: latest, ...doneBefore }, next ? { next } : {})
  },
}

/** The recurring work after one more event. */
export function evolve(state: RecurringWork | undefined, event: Folded<RecurringEvent>): RecurringWork | undefined {
  const next = apply(folds, state, event)
  return next && { ...next, lastModified: event.recordedAt }
}
