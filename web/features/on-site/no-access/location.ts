/** Where this device says it is, as the record keeps it; undefined if it does not say. */
export const whereAmI = () =>
  new Promise<string | undefined>((resolve) => {
    if (!('geolocation' in navigator)) return resolve(undefined)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(positionWords(coords)),
      () => resolve(undefined),
      { enableHighAccuracy: true, timeout: 20_000, maximumAge: 60_000 },
    )
  })

/** A place in the form that a record of no access takes: '53.79460, -1.54780 ±20 m'. */
export function positionWords({
  latitude,
  longitude,
  accuracy,
}: Record<'latitude' | 'longitude' | 'accuracy', number>) {
  const around = Math.min(999_999, Math.max(1, Math.round(accuracy)))
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)} ±${around} m`
}
