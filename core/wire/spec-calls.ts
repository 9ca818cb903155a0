import * as z from 'zod/mini'
import { instant, text } from '#core/model/values.ts'

const name = text(200)
/** A position in a list, from 0. An index beyond the end is answered with 'not found'. */
const index = z.int().check(z.gte(0))

const shownTask = z.strictObject({
  taskId: z.optional(z.string()),
  description: text(5_000),
  status: z.optional(z.string()),
  price: z.optional(z.number()),
  ready: z.optional(z.boolean()),
})

/**
 * POST /api/addJob books a visit for an existing job. `jobsBooked` is its jobId or jobRef, alone or as a list of one; the two
 * times are UTC instants; `assignedTo` are user ids or usernames. `apartmentName` and `jobDescriptions` are ignored, as the job
 * has its own. `anyway` confirms a clash with another booking.
 */
export const addJobRequest = z.strictObject({
  companyId: z.string(),
  bookingDetails: z.strictObject({
    jobsBooked: z.union([name, z.array(name).check(z.length(1))]),
    dateScheduled: instant,
    endTimeScheduled: instant,
    accessInfo: z.optional(text(2_000)),
    assignedTo: z.optional(z.union([name, z.array(name).check(z.maxLength(50))])),
    apartmentName: z.optional(text(600)),
    jobDescriptions: z.optional(z.array(z.union([text(5_000), shownTask])).check(z.maxLength(200))),
    anyway: z.optional(z.boolean()),
  }),
})
export type AddJobRequest = z.infer<typeof addJobRequest>
export const addJobAnswer = z.object({ jobBookingId: z.string() })

/** POST /api/deleteJob deletes a booking; the job stays. */
export const deleteJobRequest = z.strictObject({ companyId: z.string(), jobBookingId: z.string() })

const imageOfJob = z.strictObject({ jobId: z.string(), companyId: z.string(), index })

/** POST /api/updateDescription describes the job's image at `index`. */
export const updateDescriptionRequest = z.extend(imageOfJob, { newDescription: text(1_000) })

/** DELETE /api/deleteImage takes a JSON body or query parameters. */
export const deleteImageRequest = imageOfJob
const digits = z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number))
export const deleteImageQuery = z.extend(z.partial(imageOfJob), { index: z.optional(digits) })

/** The response to a call that has no result. */
export const messageAnswer = z.object({ message: z.string() })
