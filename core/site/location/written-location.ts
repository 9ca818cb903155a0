import type { Message } from '#core/model/messages.ts'
import type { locationEvents, SiteLocation } from './location-messages.ts'

type Written = Extract<Message<typeof locationEvents>, { type: 'SiteLocated' }>['data']

/** A location as its event keeps it. */
export const writtenLocation = ({ latitude, longitude, accuracy }: SiteLocation): Written => ({
  latitude: latitude.toFixed(5),
  longitude: longitude.toFixed(5),
  accuracy,
})

/** The location that an event has kept; none, if it was erased. */
export function locationIn({ latitude, longitude, accuracy }: Written): SiteLocation | undefined {
  const isWhole = [latitude, longitude].every((one) => /^-?\d{1,3}\.\d{5}$/.test(one))
  return isWhole ? { latitude: Number(latitude), longitude: Number(longitude), accuracy } : undefined
}
