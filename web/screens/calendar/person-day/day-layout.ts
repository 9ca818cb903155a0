import { hoursShown } from '#core/job/lanes/hours-shown.ts'
import type { DayVisit, LaneDay } from '#core/job/lanes/lanes.ts'
import type { Stretch } from '#core/job/lanes/stretches.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'

/** A visit in its row of a lane: those that overlap lie below one another, in as many rows as all of them need. */
export type TieredVisit = { shown: DayVisit<BookedVisit>; tier: number; tiers: number }

/** Lays a person's visits out in as few rows as they need. `visits` are in order of their start. */
export function inTiers(visits: readonly DayVisit<BookedVisit>[]): TieredVisit[] {
  const placed: TieredVisit[] = []
  let group: Omit<TieredVisit, 'tiers'>[] = []
  let ends: number[] = []
  const close = () => {
    placed.push(...group.map((one) => ({ ...one, tiers: ends.length })))
    group = []
    ends = []
  }
  for (const shown of visits) {
    if (ends.every((end) => end <= shown.from)) close()
    const free = ends.findIndex((end) => end <= shown.from)
    const tier = free === -1 ? ends.length : free
    ends[tier] = shown.to
    group.push({ shown, tier })
  }
  close()
  return placed
}

/** The minutes of a day that a board shows: the working day, extended to fit every visit. */
export function shownMinutes(days: readonly LaneDay<BookedVisit>[]): Stretch {
  const { from, to } = hoursShown(days.flatMap(({ visits }) => visits))
  return { from: from * 60, to: to * 60 }
}

/** The place of a stretch across the minutes shown, in percent. */
export function acrossOf({ from, to }: Stretch, shown: Stretch): { left: number; width: number } {
  const scale = 100 / (shown.to - shown.from)
  return { left: (from - shown.from) * scale, width: (to - from) * scale }
}

/** The quarter of an hour at a part of the width, from 0 to 1. */
export const minuteAt = (part: number, { from, to }: Stretch) => 15 * Math.floor((from + part * (to - from)) / 15)
