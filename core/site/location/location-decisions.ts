import { keptPosition } from '#core/model/places/position.ts'
import type { Refusal } from '#core/model/refusals.ts'
import type { SiteEvent } from '#core/site/messages.ts'
import { refuseSite } from '#core/site/refuse-site.ts'
import type { SeenLocation, SiteLocation } from './location-messages.ts'
import { writtenLocation } from './written-location.ts'

type Located = { location?: SiteLocation | undefined }

/** The location of a site from now on. */
export function locationChange(site: Located, given: SiteLocation, seen: SeenLocation): SiteEvent[] | Refusal {
  const next = keptPosition(given)
  if (same(site.location, next)) return []
  return refusalIfMovedOn(site, seen) ?? [{ type: 'SiteLocated', data: writtenLocation(next) }]
}

/** Takes the location off a site. */
export function locationRemoval(site: Located, seen: SeenLocation): SiteEvent[] | Refusal {
  if (!site.location) return []
  return refusalIfMovedOn(site, seen) ?? [{ type: 'SiteLocationRemoved', data: {} }]
}

/** Refuses a change of a location that somebody else has changed since it was seen. */
const refusalIfMovedOn = ({ location }: Located, seen: SeenLocation): Refusal | undefined =>
  seen === undefined || same(location, seen === 'none' ? undefined : seen)
    ? undefined
    : refuseSite('site-moved-on', {}, 'location')

const same = (one: SiteLocation | undefined, other: SiteLocation | undefined) =>
  one?.latitude === other?.latitude && one?.longitude === other?.longitude && one?.accuracy === other?.accuracy
