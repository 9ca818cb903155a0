import { keptPosition, type Position } from '#core/model/places/position.ts'

/** Why a device does not say where it is: its person does not allow it, or it does not know. */
export type NoPosition = 'refused' | 'unknown'

/** Whether this browser can be asked at all. */
export const mayAskWhere = () => 'geolocation' in navigator

/** Where this device says it is, or said at most so many milliseconds ago. The browser asks its person first. */
export const whereAmI = (maximumAge = 60_000) =>
  new Promise<Position | NoPosition>((resolve) => {
    if (!mayAskWhere()) return resolve('unknown')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(keptPosition(coords)),
      ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? 'refused' : 'unknown'),
      { enableHighAccuracy: true, timeout: 20_000, maximumAge },
    )
  })

/** What to do where a device does not say where it is. */
export const noPositionWords: Record<NoPosition, string> = {
  refused:
    'Your browser doesn’t let Fettle see where you are. Allow location for Fettle in its settings and try again.',
  unknown: 'Your device can’t tell where you are. Check that location is turned on, step outside and try again.',
}
