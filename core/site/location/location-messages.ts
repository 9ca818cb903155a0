import * as z from 'zod/mini'
import { mostMetres } from '#core/model/places/position.ts'
import { id, text } from '#core/model/values.ts'

const degrees = (most: number) => z.number().check(z.gte(-most), z.lte(most))
const accuracy = z.int().check(z.gte(1), z.lte(mostMetres))

/** Where a site is on the map, in degrees, of which five decimals are kept, and to within how many metres. */
export const siteLocation = z.strictObject({ latitude: degrees(90), longitude: degrees(180), accuracy })
export type SiteLocation = z.infer<typeof siteLocation>

/** Degrees as '53.79460': a text, as it can be erased like an address. */
const written = text(12)

export const locationEvents = {
  SiteLocated: z.strictObject({ latitude: written, longitude: written, accuracy }),
  SiteLocationRemoved: z.strictObject({}),
}

/** The location that the person saw, or that there was none: if someone else has changed it since, the change is refused. */
const seen = z.optional(z.union([siteLocation, z.literal('none')]))
export type SeenLocation = z.infer<typeof seen>

export const locationCommands = {
  LocateSite: z.extend(siteLocation, { siteId: id, from: seen }),
  RemoveSiteLocation: z.strictObject({ siteId: id, from: seen }),
}
