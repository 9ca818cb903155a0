import * as z from 'zod/mini'
import { day, id, instant, text } from '#core/model/values.ts'
import { holidayChoices } from '#core/recurring/making.ts'
import { recurringWork } from '#core/recurring/recurring-work.ts'
import { recurringRule } from '#core/recurring/rule.ts'
import { checks, longestLead } from '#core/recurring/values.ts'
import { afterQuery, people } from '#core/wire/common.ts'

/** The recurring work in one answer, unless fewer are asked for. */
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
  /** When the latest of its jobs was completed; of a check, when the latest was done. */
  lastDone: z.optional(instant),
  /** The dates that have no job yet, skipped ones among them; none when it was stopped. */
  dates: z.array(comingDate),
  /** The jobs made from it whose day is not over, oldest first. */
  madeAhead: z.array(madeJob),
})
export type RecurringItem = z.infer<typeof recurringItem>

/** By the title, or by the day of the work that comes next. */
export const recurringOrders = ['title', 'next'] as const
/** Work due within thirty days, or paused work. */
export const recurringFilters = ['soon', 'paused'] as const

const placePattern = /^(\d{4}-\d\d-\d\d) ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}) (.*)$/s
/** Where a page ends: the day that comes next, the id, and the title in lower case, which may be longer than it was typed. */
const place = z.pipe(
  text(700).check(z.regex(placePattern)),
  z.transform((given) => {
    const [, day = '', key = '', title = ''] = placePattern.exec(given) ?? []
    return { day, key, title }
  }),
)
export type RecurringPlace = z.infer<typeof place>

/** As `next` and `from` have it. */
export const placeText = ({ day, key, title }: RecurringPlace) => `${day} ${key} ${title}`

/**
 * GET /api/recurring-work: what goes on or is paused, all or that of one site, a page at a time; `from` is the `next` of the page before.
 * `search` is any part of its title or of its site's name.
 */
export const recurringQuery = z.extend(afterQuery, {
  siteId: z.optional(id),
  search: z.optional(text(200)),
  filter: z.optional(z.enum(recurringFilters)),
  order: z.optional(z.enum(recurringOrders)),
  /** How many there are in a page at most. */
  most: z.optional(z.pipe(z.string().check(z.regex(/^([1-9]\d?|[1-4]\d\d|500)$/)), z.transform(Number))),
  from: z.optional(place),
  /** Whether to count what there is, and what each filter shows of it. */
  counts: z.optional(z.literal('yes')),
})
export type RecurringQuery = z.infer<typeof recurringQuery>

export const recurringAnswer = z.object({
  work: z.array(recurringItem),
  /** On request only: of all active and paused work, whatever was searched for. */
  counts: z.optional(z.object({ all: z.int(), soon: z.int(), paused: z.int() })),
  /** The next page's `from`; missing on the last. */
  next: z.optional(z.string()),
  people,
  seq: z.int(),
})
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
  /** The job of a check is not made so early that the law would move its date. */
  check: z.optional(z.enum(checks)),
  /** The recurring work that is being changed, if it is there already. */
  recurringId: z.optional(id),
})
export type AskedDates = z.infer<typeof askedDates>
export const datesAnswer = z.object({ dates: z.array(comingDate) })
export type DatesAnswer = z.infer<typeof datesAnswer>
