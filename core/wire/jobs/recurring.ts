import * as z from 'zod/mini'
import { day, id, instant } from '#core/model/values.ts'
import { holidayChoices } from '#core/recurring/making.ts'
import { recurringWork } from '#core/recurring/recurring-work.ts'
import { recurringRule } from '#core/recurring/rule.ts'
import { longestLead } from '#core/recurring/values.ts'
import { afterQuery, people } from '#core/wire/common.ts'

/** The recurring work in one answer. */
export const mostRecurring = 500
/** The dates to come that are told of each. */
export const datesTold = 5

/** A date to come: the rule's own, the day of the work, and when its job is made. `movedTo` is the day that somebody chose. */
const comingDate = z.object({
  date: day,
  on: day,
  makeAt: instant,
  isSkipped: z.boolean(),
  movedTo: z.optional(day),
})
export type ComingDate = z.infer<typeof comingDate>

const madeJob = z.object({ date: day, on: day, jobId: id, jobRef: z.string(), completedAt: z.optional(instant) })

export const recurringItem = z.object({
  ...recurringWork.shape,
  /** The name of its site now. */
  site: z.string(),
  /** When the latest of its jobs was completed. */
  lastDone: z.optional(instant),
  /** The dates that have no job yet, skipped ones among them; none when it was stopped. */
  dates: z.array(comingDate),
  /** The jobs made from it whose day is not over, oldest first. */
  madeAhead: z.array(madeJob),
})
export type RecurringItem = z.infer<typeof recurringItem>

/** GET /api/recurring-work: all that goes on or is paused, or that of one site. */
export const recurringQuery = z.extend(afterQuery, { siteId: z.optional(id) })

export const recurringAnswer = z.object({ work: z.array(recurringItem), people, seq: z.int() })
export type RecurringAnswer = z.infer<typeof recurringAnswer>

/** GET /api/recurring-work/months: how many jobs are to come in each of the next twelve months, the present one first. */
export const monthsAheadAnswer = z.object({
  months: z.array(z.object({ month: z.string(), jobs: z.int() })),
  seq: z.int(),
})
export type MonthsAheadAnswer = z.infer<typeof monthsAheadAnswer>

/** GET /api/recurring-work/:recurringId */
export const oneRecurringAnswer = z.object({ work: recurringItem, people, seq: z.int() })
export type OneRecurringAnswer = z.infer<typeof oneRecurringAnswer>

/** GET /api/recurring-work/dates: the dates of a rule that is being written. `rule` is JSON of {@link askedDates}. */
export const recurringDatesQuery = z.strictObject({ rule: z.string().check(z.maxLength(4_000)) })
export const askedDates = z.strictObject({
  rule: recurringRule,
  holidays: z.enum(holidayChoices),
  leadDays: z.int().check(z.minimum(0), z.maximum(longestLead)),
  /** The recurring work that is being changed, if it is there already. */
  recurringId: z.optional(id),
})
export type AskedDates = z.infer<typeof askedDates>
export const datesAnswer = z.object({ dates: z.array(comingDate) })
export type DatesAnswer = z.infer<typeof datesAnswer>
