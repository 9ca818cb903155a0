import { metresBetween, type Place } from '#core/model/places/position.ts'

/** Roads are longer than the straight line by this factor, on average: Boscoe, Henry and Zdeb 2012, doi:10.1080/00330124.2011.583586. */
const winding = 1.417

/** Closer than this, in metres over the ground, people walk. */
const walkable = 300

/** The fastest that a part of a way is driven, in metres a minute: 25 km/h in a town, then 50, and 100 on motorways. Assumed, not measured. */
const speeds = [
  { upTo: 6_000, metresAMinute: 25_000 / 60 },
  { upTo: 25_000, metresAMinute: 50_000 / 60 },
  { upTo: Number.POSITIVE_INFINITY, metresAMinute: 100_000 / 60 },
]

/**
 * About how long the drive between two places takes, in minutes, rounded up to five: an estimate from the straight line, which knows no
 * rivers and no traffic. Undefined between neighbours.
 */
export function minutesToDrive(from: Place, to: Place): number | undefined {
  const straight = metresBetween(from, to)
  if (straight < walkable) return undefined
  let [minutes, done] = [0, 0]
  for (const { upTo, metresAMinute } of speeds) {
    const part = Math.max(0, Math.min(straight * winding, upTo) - done)
    minutes += part / metresAMinute
    done += part
  }
  return Math.ceil(minutes / 5) * 5
}
