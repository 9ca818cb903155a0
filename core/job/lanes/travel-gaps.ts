import type { Booked } from '#core/job/overlaps/overlap.ts'
import type { Stretch } from './stretches.ts'

/** Less than this between two sites, in minutes, is worth a hint: nobody is on the road and parked any faster. */
export const shortestTravel = 15

/** The time between two visits of one person at different sites. */
export type TravelGap<Visit extends Booked> = Stretch & {
  minutes: number
  after: Visit
  before: Visit
  /** Whether it is shorter than {@link shortestTravel}. */
  tight: boolean
}

/** The gaps of a day in which a person travels from one site to the next. `visits` are in order of their start. */
export function travelGaps<Visit extends Booked>(visits: readonly (Stretch & { visit: Visit })[]): TravelGap<Visit>[] {
  const gaps: TravelGap<Visit>[] = []
  let last: (Stretch & { visit: Visit }) | undefined
  for (const next of visits) {
    if (last && next.from >= last.to && siteOf(last.visit) !== siteOf(next.visit)) {
      const minutes = next.from - last.to
      const tight = minutes < shortestTravel
      gaps.push({ from: last.to, to: next.from, minutes, after: last.visit, before: next.visit, tight })
    }
    if (!last || next.to >= last.to) last = next
  }
  return gaps
}

const siteOf = ({ apartmentName }: Booked) => apartmentName.trim().toLowerCase()
