import * as z from 'zod/mini'
import type { JobFacts } from '#core/job/decision-rules.ts'
import type { Job } from '#core/job/job.ts'
import type { JobCommand } from '#core/job/messages.ts'
import { id, instant } from '#core/model/values.ts'
import { overlapsOf } from './overlap.ts'

/** Enough to read before one decides. */
const mostListed = 20

/** What a refused visit clashes with: the job that it is for, and the visits that its people already have at that time. */
export const bookingClashes = z.object({
  apartmentName: z.string(),
  jobRef: z.string(),
  /** The first 20, by their start. */
  clashes: z.array(
    z.object({
      userId: id,
      username: z.string(),
      jobRef: z.string(),
      apartmentName: z.string(),
      jobStart: instant,
      jobEnd: instant,
    }),
  ),
  /** How many more there are. */
  others: z.int(),
})
export type BookingClashes = z.infer<typeof bookingClashes>

type Visit = Extract<JobCommand, { type: 'ScheduleJob' }>['data']

/** Every clash of a wanted visit, with person, site and time. */
export function clashesOf(
  { apartmentName, jobRef }: Pick<Job, 'apartmentName' | 'jobRef'>,
  wanted: Visit,
  { bookings = [], usernames = {} }: JobFacts,
): BookingClashes {
  const clashes = overlapsOf(bookings, wanted).map(({ userId, jobRef, apartmentName, jobStart, jobEnd }) => ({
    ...{ userId, jobRef, apartmentName, jobStart, jobEnd },
    username: usernames[userId] ?? 'Someone',
  }))
  const listed = clashes.slice(0, mostListed)
  return { apartmentName, jobRef, clashes: listed, others: clashes.length - listed.length }
}
