import type { Stretch } from '#core/job/lanes/stretches.ts'
import type { BookedVisit, VisitTimes } from '#web/features/schedule/visit-times.ts'

/** What is moved on the board: a visit that was lifted from a lane, or a job of the tray that has none yet. */
export type Lifted = {
  jobId: string
  jobRef: string
  apartmentName: string
  assignedTo: readonly string[]
  /** The lane that it was lifted from; undefined for that of nobody and for the tray. */
  from: string | undefined
  day: string | undefined
  /** Minutes since midnight; undefined for a job of the tray, which takes the first free hours of a day. */
  start: number | undefined
  minutes: number
  /** Undefined for a job of the tray. */
  booking: BookedVisit | undefined
  /** The last visit of a job of the tray, if it had one. */
  last?: VisitTimes & { assignedTo: string[] }
}

/** Where a visit would be: in whose lane, and when. */
export type BoardPlace = { userId: string | undefined; day: string; start: number; minutes: number }

type Box = { left: number; top: number; width: number; height: number }

/** A place to drop on, in pixels of the page: a person's day. `hours` are what lies across it; a week's cells have none. */
export type BoardCell = Box & { userId: string | undefined; day: string; hours: Stretch | undefined }

/** When a visit of this length, in minutes, starts in a lane on a day, unless it has a start already. */
export type UsualStart = (userId: string | undefined, day: string, minutes: number) => number

/** Visits begin at quarters of an hour. */
export const step = 15

/** Where something would be dropped at a point of the page; undefined beside the board. `grabbed` is how far from its start it is held. */
export function placeAt(
  cells: readonly BoardCell[],
  { x, y }: { x: number; y: number },
  lifted: Lifted,
  { grabbed, usualStart }: { grabbed: number; usualStart: UsualStart },
): BoardPlace | undefined {
  const cell = cells.find(
    ({ left, top, width, height }) => x >= left && x < left + width && y >= top && y < top + height,
  )
  if (!cell) return undefined
  const { userId, day, hours, left, width } = cell
  const { minutes } = lifted
  if (!hours) return { userId, day, start: lifted.start ?? usualStart(userId, day, minutes), minutes }
  const pointed = hours.from + ((x - left) / width) * (hours.to - hours.from) - grabbed
  return { userId, day, start: within(hours, step * Math.round(pointed / step)), minutes }
}

/** A start within the hours shown, a quarter of an hour before their end at the latest. */
export const within = ({ from, to }: Stretch, start: number) => Math.max(from, Math.min(to - step, start))

/** The part of the page that a place takes; undefined while its cell is not shown. */
export function boxOf(cells: readonly BoardCell[], { userId, day, start, minutes }: BoardPlace): Box | undefined {
  const cell = cells.find((one) => one.userId === userId && one.day === day)
  if (!cell) return undefined
  const { left, top, width, height, hours } = cell
  if (!hours) return { left, top, width, height }
  const scale = width / (hours.to - hours.from)
  const [from, to] = [Math.max(start, hours.from), Math.min(start + minutes, hours.to)]
  return { left: left + (from - hours.from) * scale, top, width: Math.max(8, (to - from) * scale), height }
}

/** Whether a place is the one that a visit was lifted from. */
export const isSamePlace = (lifted: Lifted, place: BoardPlace) =>
  lifted.booking !== undefined &&
  lifted.from === place.userId &&
  lifted.day === place.day &&
  lifted.start === place.start &&
  lifted.minutes === place.minutes
