import { type Booked, type Overlap, overlapsOf } from '#core/job/overlaps/overlap.ts'
import { type TravelGap, travelGaps } from './travel-gaps.ts'

type Wanted = Omit<Booked, 'jobRef'>

/** What would be wrong with a visit at a place: its people elsewhere at that time, or too short a way to or from it. */
export type Trouble = {
  clashes: readonly Overlap[]
  /** Each short way once, with its length in minutes and the site at its other end. */
  ways: readonly { minutes: number; site: string; isBefore: boolean }[]
}

/** The trouble of a visit before it is booked, as the rules of booking and of travel see it. */
export function troubleOf(bookings: readonly Booked[], wanted: Wanted): Trouble {
  const others = bookings.filter(({ jobId }) => jobId !== wanted.jobId)
  const moved: Booked = { ...wanted, jobRef: '' }
  const gaps = wanted.assignedTo.flatMap((userId) => {
    const own = others.filter(({ assignedTo }) => assignedTo.includes(userId))
    return travelGaps([...own, moved].map(inMinutes).sort((one, other) => one.from - other.from))
  })
  return { clashes: overlapsOf(bookings, wanted), ways: waysOf(gaps, moved) }
}

const inMinutes = (visit: Booked) => ({
  visit,
  from: Date.parse(visit.jobStart) / 60_000,
  to: Date.parse(visit.jobEnd) / 60_000,
})

function waysOf(gaps: readonly TravelGap<Booked>[], moved: Booked): Trouble['ways'] {
  const ways = gaps
    .filter(({ tight, after, before }) => tight && (after === moved || before === moved))
    .map(({ minutes, after, before }) => ({
      minutes,
      site: (before === moved ? after : before).apartmentName,
      isBefore: before === moved,
    }))
  return ways.filter(
    (one, place) => ways.findIndex(({ site, isBefore }) => site === one.site && isBefore === one.isBefore) === place,
  )
}
