import * as z from 'zod/mini'
import { mostTasks } from '#core/job/values.ts'
import { type Message, officeOnly } from '#core/model/messages.ts'
import { day, givenDay, id, instant, pence, text } from '#core/model/values.ts'
import { holidayChoices } from './making.ts'
import { recurringRule } from './rule.ts'
import { checks, longestLead } from './values.ts'

/** Up to three times the length that people may type, because some letters become longer when their case changes. */
const siteName = text(600)
const task = z.strictObject({ description: text(5_000), price: z.optional(pence) })
const visit = z.strictObject({
  /** By the company's clock. */
  start: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  minutes: z.int().check(z.minimum(15), z.maximum(1_440)),
  assignedTo: z.array(id).check(z.maxLength(50)),
})

/** What is done, where, how often, and what its jobs are made from. */
export const recurringForm = z.strictObject({
  title: text(200),
  siteId: id,
  rule: recurringRule,
  holidays: z.enum(holidayChoices),
  /** How many days before its date a job is made. */
  leadDays: z.int().check(z.minimum(0), z.maximum(longestLead)),
  tasks: z.array(task).check(z.maxLength(mostTasks)),
  visit: z.optional(visit),
  /** A check whose date the law moves if it was not done in time. */
  check: z.optional(z.enum(checks)),
})
export type RecurringForm = z.infer<typeof recurringForm>

/**
 * Which date comes next, by the bank holidays and the time zone known when it was said: the rule's own date, the day of the work, and when
 * the job is to be made.
 */
export const nextDate = z.strictObject({ date: day, on: day, makeAt: instant })
export type NextDate = z.infer<typeof nextDate>
/** Missing if no date comes after it. */
const next = { next: z.optional(nextDate) }
const date = z.strictObject({ date: day })
const checkDone = {
  jobId: id,
  doneOn: day,
  completedAt: instant,
  /** The attendance or, if none is known, the completion that the day is of; missing in older events. */
  doneAt: z.optional(instant),
}
/** `called` is the name that the site had then. */
const agreed = z.extend(recurringForm, { called: siteName, ...next })

/** All of it is the office's: the team sees the jobs that are made. */
export const events = {
  RecurringWorkSetUp: officeOnly(agreed),
  /** For all dates that have no job yet. Another rule may come before the last job: `settled` says from when on it may. */
  RecurringWorkChanged: officeOnly(z.extend(agreed, { settled: z.optional(day) })),
  RecurringDateSkipped: officeOnly(z.extend(date, next)),
  RecurringDateMoved: officeOnly(z.extend(date, { to: day, ...next })),
  /** A date that was skipped or moved is as the rule says again. */
  RecurringDateRestored: officeOnly(z.extend(date, next)),
  RecurringWorkPaused: officeOnly(z.strictObject({})),
  RecurringWorkResumed: officeOnly(z.strictObject(next)),
  RecurringWorkStopped: officeOnly(z.strictObject({})),
  /** `template` counts the versions of what jobs are made from. */
  RecurringJobMade: officeOnly(z.extend(date, { on: day, jobId: id, template: z.int(), ...next })),
  /** The day was over before its job could be made. */
  RecurringDatePassed: officeOnly(z.extend(date, next)),
  /** The check of a date was done, and so is due by this rule from now on. The same check again is a correction. */
  RecurringCheckDone: officeOnly(z.extend(date, { ...checkDone, rule: recurringRule, ...next })),
}
export type RecurringEvent = Message<typeof events>
export type RecurringEventType = RecurringEvent['type']

const recurring = z.strictObject({ recurringId: id })
const ofDate = z.extend(recurring, { date: givenDay })

export const commands = {
  SetUpRecurringWork: z.extend(recurring, recurringForm.shape),
  /** This and the following dates. `from` is the version of the template that the person saw. */
  ChangeRecurringWork: z.extend(recurring, { ...recurringForm.shape, from: z.int() }),
  SkipRecurringDate: ofDate,
  MoveRecurringDate: z.extend(ofDate, { to: givenDay }),
  RestoreRecurringDate: ofDate,
  PauseRecurringWork: recurring,
  /** Goes on after a pause, or after a stop that is taken back. */
  ResumeRecurringWork: recurring,
  StopRecurringWork: recurring,
  /** Given by the server when the job of the next date is to be made, together with the commands that make it. */
  RecordRecurringJob: z.extend(ofDate, { jobId: id }),
  /** Given by the server once the next date has passed. */
  PassRecurringDate: ofDate,
  /** Given by the server when the job of a check was completed, or when it turns out that it was done at another time. */
  RecordCheckDone: z.extend(ofDate, checkDone),
}
export type RecurringCommand = Message<typeof commands>
