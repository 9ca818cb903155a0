import { capitalised } from '#core/job/values.ts'
import type { Refusal } from '#core/model/refusals.ts'
import { tidy } from '#core/model/typed-texts.ts'
import type { SiteEvent, SiteField, SiteForm } from './messages.ts'
import { refuseSite } from './refuse-site.ts'
import { officeOf, type Site } from './site.ts'
import { postcodeOf, tidyLines, tidyText } from './values.ts'

type Given = { [F in SiteField]?: SiteForm[F] | undefined }

const kept: { [F in SiteField]: (given: string) => string } = {
  name: (given) => capitalised(tidy(given)),
  address: tidyLines,
  postcode: (given) => postcodeOf(given) ?? '',
  access: tidyText,
  keys: tidyText,
  parking: tidyText,
  stopcock: tidyText,
  buildingId: (given) => given,
  notes: tidyText,
  agency: tidy,
}

/** The fields that were given, as they are kept; or what is wrong with one. */
export function tidyForm(given: Given): Partial<SiteForm> | Refusal {
  const { postcode } = given
  if (postcode?.trim() && !postcodeOf(postcode)) return refuseSite('postcode-invalid', {}, 'postcode')
  const form: Partial<SiteForm> = {}
  for (const field of givenIn(given)) form[field] = kept[field](given[field] ?? '')
  return form
}

/** The fields that a form has. */
export const givenIn = (form: Given): SiteField[] =>
  Object.keys(kept).filter((key): key is SiteField => key in kept && form[key as SiteField] !== undefined)

/** The values of a site as its form has them. */
export const fieldsOf = (site: Site): SiteForm => {
  const { name, address, postcode, access, keys, parking, stopcock, buildingId = '' } = site
  const { notes, agency } = officeOf(site)
  return { name, address, postcode, access, keys, parking, stopcock, buildingId, notes, agency }
}

/** What a form changes of a site: an event for each group of fields that differs. `called` is the name of its new building. */
export function formEvents(site: Site, form: Partial<SiteForm>, called: string): SiteEvent[] {
  const now = fieldsOf(site)
  const next = { ...now, ...form }
  const { name, address, postcode, access, keys, parking, stopcock, buildingId, notes, agency } = next
  const differs = (...fields: SiteField[]) => fields.some((field) => next[field] !== now[field])
  return [
    ...(differs('name') ? [{ type: 'SiteNamed', data: { name } } as const] : []),
    ...(differs('address', 'postcode') ? [{ type: 'SiteAddressSet', data: { address, postcode } } as const] : []),
    ...(differs('access', 'keys', 'parking', 'stopcock')
      ? [{ type: 'SiteAccessSet', data: { access, keys, parking, stopcock } } as const]
      : []),
    ...(differs('buildingId')
      ? [{ type: 'SiteBuildingSet', data: buildingId ? { buildingId, called } : {} } as const]
      : []),
    ...(differs('notes') ? [{ type: 'SiteNoted', data: { notes } } as const] : []),
    ...(differs('agency') ? [{ type: 'SiteAgencySet', data: { agency } } as const] : []),
  ]
}
