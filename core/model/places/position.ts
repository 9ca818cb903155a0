/** A place on earth, in degrees. */
export type Place = { latitude: number; longitude: number }
/** A place, and how far from it the true one may be, in whole metres. */
export type Position = Place & { accuracy: number }

/** The largest accuracy that is kept, in metres. */
export const mostMetres = 999_999

/** Five decimals of a degree are about a metre. The added zero turns -0 into 0. */
const toFiveDecimals = (degrees: number) => Math.round(degrees * 1e5) / 1e5 + 0

/** A position as it is kept, however exactly a device states it. */
export const keptPosition = ({ latitude, longitude, accuracy }: Position): Position => ({
  latitude: toFiveDecimals(latitude),
  longitude: toFiveDecimals(longitude),
  accuracy: Math.min(mostMetres, Math.max(1, Math.round(accuracy))),
})

/** A position as a record of no access and the history show it: '53.79460, -1.54780 ±20 m'. */
export function positionWords(given: Position): string {
  const { latitude, longitude, accuracy } = keptPosition(given)
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)} ±${accuracy} m`
}

/** Of a sphere with the earth's volume, in metres. */
const earthRadius = 6_371_008.8

const radians = (degrees: number) => (degrees * Math.PI) / 180

/**
 * How far two places are apart over the ground, in metres, by Vincenty's formula for a sphere, which is as exact on the other side of the
 * earth as next door: https://en.wikipedia.org/wiki/Great-circle_distance
 */
export function metresBetween(one: Place, other: Place): number {
  const [from, to] = [radians(one.latitude), radians(other.latitude)]
  const turn = radians(other.longitude - one.longitude)
  const east = Math.cos(to) * Math.sin(turn)
  const north = Math.cos(from) * Math.sin(to) - Math.sin(from) * Math.cos(to) * Math.cos(turn)
  const along = Math.sin(from) * Math.sin(to) + Math.cos(from) * Math.cos(to) * Math.cos(turn)
  return earthRadius * Math.atan2(Math.hypot(east, north), along)
}
