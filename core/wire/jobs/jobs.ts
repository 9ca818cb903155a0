import * as z from 'zod/mini'
import { historyEntry } from '#core/history/history.ts'
import { jobDocument } from '#core/job/job.ts'
import { jobStatuses, warnings } from '#core/job/values.ts'
import { commandEnvelope, type StoredEvent } from '#core/ledger/ledger.ts'
import { roles } from '#core/model/messages.ts'
import { id, instant, text } from '#core/model/values.ts'
import { calendarRow } from '#core/projections/calendar.ts'
import { companyRow } from '#core/projections/company-documents.ts'
import { jobRow } from '#core/projections/job-rows.ts'
import { imageUrlsById } from './images.ts'
import { jobFilterTypes, jobKinds, jobSets, jobSorts } from './paging.ts'

export { jobFilterTypes, jobSorts, jobsPageSize } from './paging.ts'
export { paths, pathTo } from './paths.ts'

/** What every refusal and failure answers. `code` is for programs, `error` for people, `field` names what is at fault. */
export const failure = z.object({ error: z.string(), code: z.string(), field: z.optional(z.string()) })
export type Failure = z.infer<typeof failure>

const password = text(1024)
export const registration = z.strictObject({ businessName: text(200), username: text(100), email: text(254), password })
export const credentials = z.strictObject({ email: text(254), password })
export type Registration = z.infer<typeof registration>
export type Credentials = z.infer<typeof credentials>

export const sessionUser = z.object({
  userId: id,
  username: z.string(),
  email: z.string(),
  userRole: z.enum(roles),
  companyId: id,
})
export type SessionUser = z.infer<typeof sessionUser>

/** The answer to register, login and refresh; the refresh token is a cookie. `token` lives about ten minutes. */
export const signedIn = z.object({ token: z.string(), user: sessionUser })
export type SignedIn = z.infer<typeof signedIn>

/** GET /api/company: the company's document and what is counted from its lists. */
export const companyAnswer = z.extend(companyRow, { c_id: id, totalApts: z.int(), businessCustom: z.array(z.string()) })
export type CompanyAnswer = z.infer<typeof companyAnswer>

export const me = z.object({ user: sessionUser, memberSince: instant, company: companyAnswer })
export type Me = z.infer<typeof me>

/** POST /api/commands: at most 100, each accepted or refused on its own, in order. */
export const commandsRequest = z.strictObject({
  commands: z.array(commandEnvelope).check(z.minLength(1), z.maxLength(100)),
})
export type CommandsRequest = z.infer<typeof commandsRequest>
export const commandResult = z.object({
  commandId: id,
  status: z.enum(['accepted', 'refused']),
  /** The company's seq that a read must reach to show this command. */
  seq: z.optional(z.int()),
  streamId: z.optional(id),
  version: z.optional(z.int()),
  /** The job number, where the command gave one out. */
  number: z.optional(z.int()),
  error: z.optional(z.string()),
  code: z.optional(z.string()),
  field: z.optional(z.string()),
})
export type CommandResult = z.infer<typeof commandResult>
export const commandsAnswer = z.object({ results: z.array(commandResult) })
export type CommandsAnswer = z.infer<typeof commandsAnswer>

export const wholeNumber = z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number))
/** A seq that the answer must have reached; the API waits for it, at most two seconds. */
export const after = z.optional(wholeNumber)

/**
 * GET /api/jobs. `warning=none` asks for jobs without a warning. `only`, `completed` and `visits` are the office's, as its
 * dashboard counts: jobs that are open or overdue, that became completed in a month, or that have a visit of a person (or of
 * nobody) this week. `among` asks for the reader's own open jobs, for today's visits (of the team, one's own), or for open jobs
 * with a task that is ready.
 */
export const jobsQuery = z.strictObject({
  status: z.optional(z.enum(jobStatuses)),
  warning: z.optional(z.enum(['none', ...warnings])),
  type: z.optional(z.enum(jobFilterTypes)),
  search: z.optional(text(200)),
  among: z.optional(z.enum(jobSets)),
  only: z.optional(z.enum(jobKinds)),
  completed: z.optional(z.string().check(z.regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/))),
  visits: z.optional(z.union([z.literal('unassigned'), id])),
  sort: z.optional(z.enum(jobSorts)),
  direction: z.optional(z.enum(['asc', 'desc'])),
  page: z.optional(wholeNumber),
  after,
})
export type JobsQuery = z.infer<typeof jobsQuery>

export const jobsAnswer = z.object({
  jobs: z.array(jobRow),
  totalPages: z.int(),
  totalResults: z.int(),
  seq: z.int(),
})
export type JobsAnswer = z.infer<typeof jobsAnswer>

/** Names of the people that an answer mentions, by user id. */
export const people = z.record(z.string(), z.string())

export const jobQuery = z.strictObject({ version: z.optional(wholeNumber), at: z.optional(instant), after })
export type JobQuery = z.infer<typeof jobQuery>
export const jobAnswer = z.object({ job: jobDocument, people, urls: imageUrlsById, seq: z.int() })
export type JobAnswer = z.infer<typeof jobAnswer>

const toldEvents = z.array(
  z.looseObject({ seq: z.int(), version: z.int(), type: z.string(), data: z.record(z.string(), z.unknown()) }),
)

/**
 * GET /api/jobs/:jobId/history: entries newest first. `events` are what they tell of as it is stored, oldest first, so that
 * a screen can fold the job as it was at any of them; `partEvents` are those of every part that was ever ordered for it, and
 * `urls` are of every image it ever had.
 */
export const jobHistoryAnswer = z.object({
  entries: z.array(historyEntry),
  events: toldEvents,
  partEvents: toldEvents,
  people,
  urls: imageUrlsById,
  seq: z.int(),
})
export type JobHistoryAnswer = Omit<z.infer<typeof jobHistoryAnswer>, 'events' | 'partEvents'> & {
  events: readonly StoredEvent[]
  partEvents: readonly StoredEvent[]
}

export const afterQuery = z.strictObject({ after })
export const calendarQuery = z.strictObject({ from: instant, to: instant, after })
export const calendarAnswer = z.object({ bookings: z.array(calendarRow), people, seq: z.int() })
export type CalendarAnswer = z.infer<typeof calendarAnswer>

export const lists = ['apartments', 'agencies', 'receivedBy'] as const
export const listQuery = z.strictObject({ search: z.optional(text(200)), after })
export const listAnswer = z.object({ names: z.array(z.string()), seq: z.int() })
export type ListAnswer = z.infer<typeof listAnswer>

/** GET /api/team. Emails, since when and last use are for the owner alone; removed people are listed so that what they did keeps a name. */
export const teamMember = z.object({
  userId: id,
  username: z.string(),
  userRole: z.enum(roles),
  state: z.enum(['invited', 'active', 'removed']),
  email: z.optional(z.string()),
  createdAt: z.optional(instant),
  lastActiveAt: z.optional(instant),
  /** Set for a former member whose name and email were erased. */
  erased: z.optional(z.boolean()),
})
export const teamAnswer = z.object({ users: z.array(teamMember), seq: z.int() })
export type TeamAnswer = z.infer<typeof teamAnswer>

export const ledgerAnswer = z.object({ epoch: z.int(), seq: z.int(), hash: z.string() })
export type LedgerAnswer = z.infer<typeof ledgerAnswer>

/** How far a device has been told of the rows of each projection, and in which generation of them. */
const reached = z.record(z.string(), z.strictObject({ generation: z.int(), seq: z.int() }))
export type Reached = z.infer<typeof reached>

/** What a socket receives under the event name `changed`: rows of one projection as they are at `seq`. */
export type Push = {
  epoch: number
  /** Where this push leaves a device that was told of everything before it. */
  reached: Reached
  projection: string
  seq: number
  rows: object[]
  /** Keys of rows that are no more. */
  removed: string[]
  /** Set instead of rows when too many changed: read again. */
  stale?: true
}

/**
 * What a socket says under the event name `caught-up` to ask for what it missed: since the place that it was last told, or, on
 * its first connection, since the seq of the oldest thing that it has read. It is answered with its new place.
 */
export const missedRequest = z.union([
  z.strictObject({ epoch: z.int(), seq: z.int() }),
  z.strictObject({ epoch: z.int(), reached }),
])
export type Missed = z.infer<typeof missedRequest>
export type ReachedPlace = Pick<Push, 'epoch' | 'reached'>
