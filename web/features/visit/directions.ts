import type { Place } from '#core/model/places/position.ts'

/** The address of a map with the way to a site, which phones open in their own app. */
export const directionsTo = (site: string) =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(site)}`

/** A place as a map takes it. */
export const pointOf = ({ latitude, longitude }: Place) => `${latitude},${longitude}`
