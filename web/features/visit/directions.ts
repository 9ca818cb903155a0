import type { Place } from '#core/model/places/position.ts'

/** The address of a map with the way to a site, which phones open in their own app. */
export const directionsTo = (place: string) =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(place)}`

/** A place as a map takes it. */
const pointOf = ({ latitude, longitude }: Place) => `${latitude},${longitude}`

type Site = { name: string; address: string; postcode: string; location?: Place | undefined }

/** '22 Ashdown Road, Leeds LS6 2HN' */
export const addressLine = ({ address, postcode }: Pick<Site, 'address' | 'postcode'>) =>
  [address.replaceAll('\n', ', '), postcode].filter(Boolean).join(' ')

/** Where a map finds a site: at its location, or else by its name and address. */
export const onMap = (site: Site) =>
  site.location ? pointOf(site.location) : [site.name, addressLine(site)].filter(Boolean).join(', ')
