import { metresBetween, type Place } from '#core/model/places/position.ts'

/**
 * Where somebody is, as a list of what is near them takes it: latitude and longitude in degrees, '53.795,-1.548'. Three decimals at
 * most, which are about 100 metres, so that nobody is told more exactly where they are.
 */
export const nearText =
  /^-?(?:90(?:\.0{1,3})?|[1-8]?\d(?:\.\d{1,3})?),-?(?:180(?:\.0{1,3})?|(?:1[0-7]\d|[1-9]?\d)(?:\.\d{1,3})?)$/

const rounded = (degrees: number) => String(Math.round(degrees * 1e3) / 1e3 + 0)

/** A place as {@link nearText}. */
export const nearOf = ({ latitude, longitude }: Place) => `${rounded(latitude)},${rounded(longitude)}`

/** The place that a {@link nearText} names. */
export function placeOfNear(near: string): Place {
  const [latitude = 0, longitude = 0] = near.split(',').map(Number)
  return { latitude, longitude }
}

/** How far a place is from a {@link nearText}, in whole metres. */
export const metresFrom = (near: string, place: Place) => Math.round(metresBetween(placeOfNear(near), place))
