import * as z from 'zod/mini'
import { historyEntry } from '#core/history/history.ts'
import { historyKinds } from '#core/history/kinds.ts'
import { day, id, text } from '#core/model/values.ts'
import { after, people, wholeNumber } from './wire.ts'

export const historyPageSize = 50

/** Who acts where no person does: the product by itself, and the card provider. */
export const otherActors = ['fettle', 'stripe'] as const

/** Given once, or several times: any of them will do. */
const some = <T extends z.ZodMiniType>(one: T) => z.optional(z.union([one, z.array(one).check(z.maxLength(100))]))

/** What a company's history is narrowed to. `from` and `to` are days in the company's time zone, both within. */
const filters = {
  person: some(z.union([z.enum(otherActors), id])),
  kind: some(z.enum(historyKinds)),
  site: some(text(600)),
  from: z.optional(day),
  to: z.optional(day),
  search: z.optional(text(200)),
}

/** GET /api/history. `before` is the `next` of the page before; `since` asks for what was recorded after a seq. */
export const historyQuery = z.strictObject({
  ...filters,
  before: z.optional(wholeNumber),
  since: z.optional(wholeNumber),
  after,
})
export type HistoryQuery = z.infer<typeof historyQuery>

/** GET /api/history/export: all that the filters leave, as the list has it. */
export const exportHistoryQuery = z.strictObject({ ...filters, format: z.enum(['csv', 'json']), after })

/** An event of the company: whose act it is, of which job or site, why it followed, and the hash that it has in the chain. */
export const companyEntry = z.extend(historyEntry, {
  kind: z.enum(historyKinds),
  by: z.enum(['person', ...otherActors]),
  stream: z.enum(['job', 'part', 'todo', 'member', 'company']),
  streamId: id,
  /** As it was called then; `jobId` where the event is one of a job. */
  place: z.optional(z.object({ jobId: z.optional(id), jobRef: z.string(), apartmentName: z.string() })),
  /** Why it followed from its cause. */
  why: z.optional(z.string()),
  /** The file that it was imported from; empty where that is known no more. */
  importedFrom: z.optional(z.string()),
  hash: z.string(),
})
export type CompanyEntry = z.infer<typeof companyEntry>

/** Newest first. `next` is missing at the end; a search that has looked for long answers what it found so far with where it is. */
export const companyHistoryAnswer = z.object({
  entries: z.array(companyEntry),
  people,
  next: z.optional(z.int()),
  /** How far back it was looked, where that is less than asked. */
  searchedTo: z.optional(z.string()),
  seq: z.int(),
})
export type CompanyHistoryAnswer = z.infer<typeof companyHistoryAnswer>

/** GET /api/history/:seq: an event with what belongs to it. */
export const eventAnswer = z.object({
  entry: companyEntry,
  previousHash: z.string(),
  /** Missing for the last event. */
  nextHash: z.optional(z.string()),
  /** What followed from it, or what it followed from. */
  caused: z.array(companyEntry),
  cause: z.optional(companyEntry),
  /** Of what was made offline: what else the same person's device sent in the same moment, by kind. */
  sentWith: z.array(z.object({ kind: z.enum(historyKinds), count: z.int() })),
  people,
})
export type EventAnswer = z.infer<typeof eventAnswer>
