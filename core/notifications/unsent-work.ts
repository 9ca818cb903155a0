import * as z from 'zod/mini'
import { instant } from '#core/model/values.ts'

const count = z.int().check(z.nonnegative())

/** What a device said last of the changes and photos that it has not sent, and since when Fettle knows of it. */
export const unsentWork = z.strictObject({
  /** Changes that the server refused, and whose person has not decided yet. */
  refused: count,
  /** All others. */
  waiting: count,
  /** When the oldest of the others was made. */
  oldest: z.optional(instant),
  /** Since when the device has had refused ones, and since when its oldest has waited, as Fettle heard of it. */
  refusedSince: z.optional(instant),
  waitingSince: z.optional(instant),
  /** Since when it has had any, without a pause. */
  begunAt: instant,
  /** When the office was told of it. */
  toldAt: z.optional(instant),
})
export type UnsentWork = z.infer<typeof unsentWork>

/** What a device says. `unsent` are all, with the refused ones. */
export type UnsentReport = { unsent: number; refused: number; oldest?: string | undefined }

const minute = 60_000
const day = 24 * 60 * minute
/** In milliseconds: people have so long to look at what was refused themselves. */
export const patienceWithRefused = 10 * minute
/** In milliseconds: what is older than this should have arrived. */
export const patienceWithWaiting = 120 * minute
/** In milliseconds: a device that comes back has so long to send what it kept. */
const timeToSend = 10 * minute
/** In milliseconds: an older time is a clock that is wrong. */
const oldestBelieved = 90 * day
/** No session lasts longer. */
const daysKept = 31

/**
 * What is known of a device's unsent work after it has told of it at an instant; undefined once all is sent. Once none of what
 * the office was told is left, the wait starts again from now.
 */
export function afterReport(
  before: UnsentWork | undefined,
  { unsent, refused, oldest }: UnsentReport,
  now: string,
): UnsentWork | undefined {
  const waiting = Math.max(0, unsent - refused)
  if (refused + waiting === 0) return undefined
  const since = believed(oldest, now) ?? before?.oldest ?? now
  const work: UnsentWork = {
    refused,
    waiting,
    begunAt: before?.begunAt ?? now,
    ...(refused > 0 ? { refusedSince: before?.refusedSince ?? now } : {}),
    ...(waiting > 0
      ? { oldest: since, waitingSince: since === before?.oldest ? (before?.waitingSince ?? now) : now }
      : {}),
  }
  if (!before?.toldAt) return work
  const told = { ...work, toldAt: before.toldAt }
  return unsentNews(told, now) ? told : { ...work, begunAt: now }
}

/** When a device says that its oldest change was made; undefined if it says nothing, or its clock is wrong. */
function believed(oldest: string | undefined, now: string): string | undefined {
  if (oldest === undefined) return undefined
  const [at, latest] = [Date.parse(oldest), Date.parse(now)]
  return at > latest || at < latest - oldestBelieved ? undefined : new Date(at).toISOString()
}

/** When it is to be looked at: the office is told of it, or, if it was and the device has said nothing since, it is forgotten. */
export function unsentDue(work: UnsentWork): string {
  if (work.toldAt) return new Date(Date.parse(work.toldAt) + daysKept * day).toISOString()
  return new Date(Math.min(...[refusedDue(work), waitingDue(work)].filter((at) => at !== undefined))).toISOString()
}

/** What the office is told of it at an instant; undefined while it is too early. */
export function unsentNews(
  work: UnsentWork,
  now: string,
): Pick<UnsentWork, 'refused' | 'waiting' | 'oldest'> | undefined {
  // The clock of the process that told may be ahead.
  const at = Math.max(Date.parse(now), work.toldAt ? Date.parse(work.toldAt) : 0)
  const isPast = (due: number | undefined) => due !== undefined && due <= at
  const [tellsRefused, tellsWaiting] = [isPast(refusedDue(work)), isPast(waitingDue(work))]
  if (!tellsRefused && !tellsWaiting) return undefined
  return {
    refused: tellsRefused ? work.refused : 0,
    waiting: tellsWaiting ? work.waiting : 0,
    ...(tellsWaiting && work.oldest ? { oldest: work.oldest } : {}),
  }
}

const refusedDue = ({ refusedSince }: UnsentWork) =>
  refusedSince ? Date.parse(refusedSince) + patienceWithRefused : undefined

const waitingDue = ({ oldest, waitingSince }: UnsentWork) =>
  oldest && waitingSince
    ? Math.max(Date.parse(oldest) + patienceWithWaiting, Date.parse(waitingSince) + timeToSend)
    : undefined
