import * as z from 'zod/mini'
import { companyEntry, otherActors } from '#core/history/company-entry.ts'
import { historyEntry } from '#core/history/history.ts'
import { historyKinds } from '#core/history/kinds.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { day, id, instant, text } from '#core/model/values.ts'
import { after, people, wholeNumber } from './common.ts'
import { imageUrlsById } from './images.ts'

export const historyPageSize = 50

/** A parameter that may be repeated; an event may match any of its values. */
const some = <T extends z.ZodMiniType>(one: T) => z.optional(z.union([one, z.array(one).check(z.maxLength(100))]))

/** Filters of a company's history. `from` and `to` are days in the company's time zone, both included. */
const filters = {
  person: some(z.union([z.enum(otherActors), id])),
  kind: some(z.enum(historyKinds)),
  site: some(text(600)),
  from: z.optional(day),
  to: z.optional(day),
  search: z.optional(text(200)),
}

/** GET /api/history. `before` is the `next` of the previous page; `since` asks for events after a seq. */
export const historyQuery = z.strictObject({
  ...filters,
  before: z.optional(wholeNumber),
  since: z.optional(wholeNumber),
  after,
})
export type HistoryQuery = z.infer<typeof historyQuery>

/** GET /api/history/export: all entries that match the filters, as in the list. */
export const exportHistoryQuery = z.strictObject({ ...filters, format: z.enum(['csv', 'json']), after })

/** Newest first. `next` is missing at the end. A long search stops early, with the entries found so far and a `next`. */
export const companyHistoryAnswer = z.object({
  entries: z.array(companyEntry),
  people,
  next: z.optional(z.int()),
  /** The instant back to which an early stopped search has looked. */
  searchedTo: z.optional(z.string()),
  seq: z.int(),
})
export type CompanyHistoryAnswer = z.infer<typeof companyHistoryAnswer>

/** How many seqs a page of the log has: if the reader does not say, and at most. */
export const eventsPage = { usual: 100, most: 500 }

/** GET /api/events: the log from a seq on. `after` is the `next` of the previous page; without one it begins with the first event. */
export const eventsQuery = z.strictObject({
  after: z.optional(wholeNumber),
  limit: z.optional(z.pipe(wholeNumber, z.int().check(z.minimum(1), z.maximum(eventsPage.most)))),
})
export type EventsQuery = z.infer<typeof eventsQuery>

/**
 * Oldest first. A page holds the next `limit` seqs, without the events that the reader may not see, so it may be shorter, or empty. `seq`
 * is that of the newest event; `isMore` is false once the reader has read up to it.
 */
export const eventsAnswer = z.object({
  events: z.array(companyEntry),
  people,
  next: z.int(),
  isMore: z.boolean(),
  seq: z.int(),
})
export type EventsAnswer = z.infer<typeof eventsAnswer>

/** GET /api/history/:seq: an event with related events. */
export const eventAnswer = z.object({
  entry: companyEntry,
  previousHash: z.string(),
  /** Missing for the last event. */
  nextHash: z.optional(z.string()),
  /** The events that followed from it, and the one that it followed from. */
  caused: z.array(companyEntry),
  cause: z.optional(companyEntry),
  /** For an offline change: other changes sent at the same moment from the same person's device, counted by kind. */
  sentWith: z.array(z.object({ kind: z.enum(historyKinds), count: z.int() })),
  people,
})
export type EventAnswer = z.infer<typeof eventAnswer>

const eventsOfJob = z.array(
  z.looseObject({ seq: z.int(), version: z.int(), type: z.string(), data: z.record(z.string(), z.unknown()) }),
)

/** The most that a page of a job's history holds: events, bytes of their data, and parts with their events. */
export const mostInPage = { events: 500, bytes: 262_144, parts: 200 }

/**
 * GET /api/jobs/:jobId/history: the newest page, which is the whole history of most jobs. `before` is the `next` of the page after
 * it; `since` asks for what came after a seq, and `until` for the page that ends with the change that has a version. A page has
 * `limit` events at most, and never half of a change.
 */
export const jobHistoryQuery = z.strictObject({
  limit: z.optional(z.pipe(wholeNumber, z.int().check(z.minimum(1), z.maximum(mostInPage.events)))),
  before: z.optional(wholeNumber),
  since: z.optional(wholeNumber),
  until: z.optional(wholeNumber),
  after,
})
export type JobHistoryQuery = z.infer<typeof jobHistoryQuery>

/**
 * Entries newest first. `events` are the stored events behind them, oldest first; they end before the first that this release
 * cannot read. `partEvents` are those of the parts last ordered for the job, as many parts as fit, missing from pages before another one, and `urls` are
 * those of the images that these events added.
 */
export const jobHistoryAnswer = z.object({
  entries: z.array(historyEntry),
  events: eventsOfJob,
  /** The version of the first event that this release cannot read, as far as it is known from this page. */
  unreadableFrom: z.optional(z.int()),
  partEvents: eventsOfJob,
  people,
  urls: imageUrlsById,
  seq: z.int(),
  /** How many events there are that the reader may see, when the first was recorded, and the version of the last. */
  count: z.int(),
  began: instant,
  lastVersion: z.int(),
  /** How many of them come after this page, and the version of the first of those. */
  later: z.int(),
  newer: z.optional(z.int()),
  /** Missing where nothing came before this page. */
  next: z.optional(z.int()),
})
export type JobHistoryAnswer = Omit<z.infer<typeof jobHistoryAnswer>, 'events' | 'partEvents'> & {
  events: readonly StoredEvent[]
  partEvents: readonly StoredEvent[]
}
