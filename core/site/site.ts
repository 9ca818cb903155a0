import * as z from 'zod/mini'
import { attachment } from '#core/attachments/attachments.ts'
import { apply, type Folded, type Folds } from '#core/model/messages.ts'
import { day, id, instant } from '#core/model/values.ts'
import { siteFileFolds } from './files/file-folds.ts'
import { type SiteLocation, siteLocation } from './location/location-messages.ts'
import { locationIn } from './location/written-location.ts'
import type { SiteEvent } from './messages.ts'
import { refusedWays } from './refused-ways.ts'
import { contactRoles } from './values.ts'

const days = { from: z.optional(day), until: z.optional(day) }
const tenant = z.object({ contactId: id, name: z.string(), telephone: z.string(), ...days, refuses: refusedWays })
const contact = z.object({
  contactId: id,
  role: z.enum(contactRoles),
  name: z.string(),
  telephone: z.string(),
  email: z.string(),
  ...days,
  refuses: refusedWays,
})

/** Facts that the team may not see. `emails` are the tenants', by contact id. */
export const siteOffice = z.object({
  notes: z.string(),
  agency: z.string(),
  emails: z.record(z.string(), z.string()),
  contacts: z.array(contact),
  /** Sites that look alike by name and are not the same. */
  keptApart: z.array(id),
  attachments: z.optional(z.array(attachment)),
})

/** A place that jobs are done at; `office` is missing for the team. */
export const siteDocument = z.object({
  siteId: id,
  name: z.string(),
  address: z.string(),
  postcode: z.string(),
  access: z.string(),
  keys: z.string(),
  parking: z.string(),
  stopcock: z.string(),
  buildingId: z.optional(id),
  location: z.optional(siteLocation),
  tenants: z.array(tenant),
  /** The site that it is the same place as. */
  mergedInto: z.optional(id),
  /** The files that the team sees; those of the office are its facts. */
  attachments: z.optional(z.array(attachment)),
  createdAt: instant,
  lastModified: instant,
  office: z.optional(siteOffice),
})
export type Site = z.infer<typeof siteDocument>
export type SiteOffice = z.infer<typeof siteOffice>
export type Tenant = z.infer<typeof tenant>
export type SiteContact = z.infer<typeof contact>

/** A site that has nothing but its name yet. */
export const newSite = (siteId: string, name: string, at: string): Site => ({
  siteId,
  name,
  address: '',
  postcode: '',
  access: '',
  keys: '',
  parking: '',
  stopcock: '',
  tenants: [],
  createdAt: at,
  lastModified: at,
})

/** The office's facts of a site, empty if there are none yet. */
export const officeOf = (site: Site | undefined): SiteOffice =>
  site?.office ?? { notes: '', agency: '', emails: {}, contacts: [], keptApart: [] }

const office = (site: Site | undefined, change: Partial<SiteOffice>) =>
  site && { ...site, office: { ...officeOf(site), ...change } }

/** A list with an entry in the place of the one with the same id, or at its end. */
const put = <T extends { contactId: string }>(all: readonly T[], one: T): T[] =>
  all.some(({ contactId }) => contactId === one.contactId)
    ? all.map((other) => (other.contactId === one.contactId ? one : other))
    : [...all, one]

const without = <T extends { contactId: string }>(all: readonly T[], contactId: string) =>
  all.filter((one) => one.contactId !== contactId)

const located = ({ location: _, ...site }: Site, location: SiteLocation | undefined): Site => ({
  ...site,
  ...(location ? { location } : {}),
})

const folds: Folds<Site, SiteEvent> = {
  SiteAdded: (_, { data, streamId, recordedAt }) => newSite(streamId, data.name, recordedAt),
  SiteNamed: (site, { data }) => site && { ...site, ...data },
  SiteAddressSet: (site, { data }) => site && { ...site, ...data },
  SiteAccessSet: (site, { data }) => site && { ...site, ...data },
  SiteBuildingSet: (site, { data }) => {
    if (!site) return undefined
    const { buildingId: _, ...rest } = site
    return { ...rest, ...(data.buildingId ? { buildingId: data.buildingId } : {}) }
  },
  SiteNoted: (site, { data }) => office(site, data),
  SiteAgencySet: (site, { data }) => office(site, data),
  SiteTenantSet: (site, { data }) => site && { ...site, tenants: put(site.tenants, data) },
  SiteTenantEmailSet: (site, { data: { contactId, email } }) =>
    office(site, { emails: { ...officeOf(site).emails, [contactId]: email } }),
  SiteTenantRemoved: (site, { data: { contactId } }) => {
    if (!site) return undefined
    const left = { ...site, tenants: without(site.tenants, contactId) }
    if (!site.office) return left
    const { [contactId]: _, ...emails } = site.office.emails
    return { ...left, office: { ...site.office, emails } }
  },
  SiteContactSet: (site, { data }) => office(site, { contacts: put(officeOf(site).contacts, data) }),
  SiteContactRemoved: (site, { data }) => office(site, { contacts: without(officeOf(site).contacts, data.contactId) }),
  SiteMerged: (site, { data }) => site && { ...site, mergedInto: data.into },
  SiteMergeUndone: (site) => {
    if (!site) return undefined
    const { mergedInto: _, ...rest } = site
    return rest
  },
  SiteKeptApart: (site, { data }) => office(site, { keptApart: [...officeOf(site).keptApart, data.otherId] }),
  SiteLocated: (site, { data }) => site && located(site, locationIn(data)),
  SiteLocationRemoved: (site) => site && located(site, undefined),
  ...siteFileFolds<Site>((site, change) => ({
    ...site,
    office: { ...officeOf(site), attachments: change(site.office?.attachments) },
  })),
}

/** The site after one more event. */
export function evolve(state: Site | undefined, event: Folded<SiteEvent>): Site | undefined {
  const next = apply(folds, state, event)
  return next && { ...next, lastModified: event.recordedAt }
}
