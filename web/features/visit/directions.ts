/** The address of a map with the way to a site, which phones open in their own app. */
export const directionsTo = (site: string) =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(site)}`
