import * as z from 'zod/mini'
import { jobDocument, note } from '#core/job/job.ts'
import { id, instant, text } from '#core/model/values.ts'
import { jobRow } from '#core/projections/job-row.ts'
import { jobFilters, jobOrder } from '#core/views/messages.ts'
import { after, people, wholeNumber } from '#core/wire/common.ts'
import { imageUrlsById } from '#core/wire/images.ts'

/**
 * GET /api/jobs. `warning=none` asks for jobs without a warning. `only`, `completed` and `visits` are for the office and match
 * the dashboard's counts: jobs that are open or overdue, that were completed in a month, or that have a visit this week by
 * this person (or by nobody). `among` asks for the reader's own open jobs, for today's visits (for the team: their own), or
 * for open jobs with a ready task. `agency` is for the office too: jobs for exactly this agency, in capitals or not. `person` asks for jobs
 * that this person is assigned to, `site` for those at a site under any of its names, and `visit` for visits on some days: today,
 * tomorrow, thisWeek, nextWeek, thisMonth, or from one day to another (2026-11-01..2026-11-30, with one end open at most).
 */
export const jobsQuery = z.strictObject({
  ...jobFilters,
  ...jobOrder,
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

/** GET /api/jobs/:jobId: now, at a version, or at an instant. A past one has the comment `note` besides its newest fifty. */
export const jobQuery = z.strictObject({
  version: z.optional(wholeNumber),
  at: z.optional(instant),
  note: z.optional(id),
  after,
})
export type JobQuery = z.infer<typeof jobQuery>
/** A job with its newest fifty comments; {@link jobNotesAnswer} has those before them. */
export const jobAnswer = z.object({
  job: jobDocument,
  people,
  urls: imageUrlsById,
  seq: z.int(),
  /** Of the comments of a past job, those that were deleted since. */
  deletedNotes: z.optional(z.array(id)),
  /** The version of an event that this release cannot read: the past job is as it was before it. */
  unreadableFrom: z.optional(z.int()),
})
export type JobAnswer = z.infer<typeof jobAnswer>

/**
 * GET /api/jobs/:jobId/comments: the newest fifty that are older than this one, and how many there are before them; those that the
 * job had at a version, with which of them were deleted since.
 */
export const jobNotesQuery = z.strictObject({ before: id, version: z.optional(wholeNumber), after })
export const jobNotesAnswer = z.object({
  notes: z.array(note),
  older: z.int(),
  people,
  seq: z.int(),
  deletedNotes: z.optional(z.array(id)),
})
export type JobNotesAnswer = z.infer<typeof jobNotesAnswer>

/** GET /api/lists/:list: the names that a company has used, for suggestions. */
export const lists = ['apartments', 'agencies', 'receivedBy'] as const
export const listQuery = z.strictObject({ search: z.optional(text(200)), after })
export const listAnswer = z.object({ names: z.array(z.string()), seq: z.int() })
export type ListAnswer = z.infer<typeof listAnswer>
