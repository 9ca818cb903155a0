import * as z from 'zod/mini'
import { type Message, officeOnly } from '#core/model/messages.ts'
import { day, givenDay, id, text } from '#core/model/values.ts'
import { siteFileCommands, siteFileEvents } from './files/file-messages.ts'
import { locationCommands, locationEvents } from './location/location-messages.ts'
import { refusedWays } from './refused-ways.ts'
import { contactRoles } from './values.ts'

/** Up to three times the length that people may type, because some letters become longer when their case changes. */
const siteName = text(600)
const named = z.strictObject({ name: siteName })
const address = { address: text(500), postcode: text(20) }
const access = { access: text(2_000), keys: text(500), parking: text(500), stopcock: text(500) }
const contact = z.strictObject({ contactId: id })
const days = { from: z.optional(day), until: z.optional(day) }
const officeRole = z.enum(contactRoles).check(z.refine((role) => role !== 'tenant'))
/** The other site, and what it was called then. */
const merge = z.strictObject({ into: id, called: siteName })

/**
 * What the team may not see are events of their own: all contacts but tenants, emails, the agency, the notes, and what the office
 * judged of names that look alike.
 */
export const events = {
  /** A site has its stream from its first own event on; before that it is a name in jobs. */
  SiteAdded: named,
  SiteNamed: named,
  SiteAddressSet: z.strictObject(address),
  SiteAccessSet: z.strictObject(access),
  /** The building that the site is in, and what it was called then; none without an id. */
  SiteBuildingSet: z.strictObject({ buildingId: z.optional(id), called: z.optional(siteName) }),
  SiteNoted: officeOnly(z.strictObject({ notes: text(5_000) })),
  SiteAgencySet: officeOnly(z.strictObject({ agency: text(200) })),
  SiteTenantSet: z.extend(contact, { name: text(200), telephone: text(80), ...days, refuses: refusedWays }),
  SiteTenantEmailSet: officeOnly(z.extend(contact, { email: text(320) })),
  SiteTenantRemoved: contact,
  SiteContactSet: officeOnly(
    z.extend(contact, {
      role: officeRole,
      name: text(200),
      telephone: text(80),
      email: text(320),
      ...days,
      refuses: refusedWays,
    }),
  ),
  SiteContactRemoved: officeOnly(contact),
  /** It was the same place as another site, which has its names and jobs from now on. */
  SiteMerged: merge,
  SiteMergeUndone: merge,
  /** The office looked at both and found them to be two sites. */
  SiteKeptApart: officeOnly(z.strictObject({ otherId: id, called: siteName })),
  ...locationEvents,
  ...siteFileEvents,
}
export type SiteEvent = Message<typeof events>

const site = z.strictObject({ siteId: id })
const ofContact = z.extend(site, { contactId: id })

/** The form of a site. An empty text removes what was there; an empty `buildingId` takes the site out of its building. */
export const siteForm = z.strictObject({
  name: text(200),
  ...address,
  ...access,
  buildingId: z.union([id, z.literal('')]),
  notes: text(5_000),
  agency: text(200),
})
export type SiteForm = z.infer<typeof siteForm>
export type SiteField = keyof SiteForm
export const siteFields = Object.keys(siteForm.shape).filter((key): key is SiteField => key in siteForm.shape)

const contactForm = {
  role: z.enum(contactRoles),
  name: text(200),
  telephone: text(80),
  email: text(320),
  from: z.optional(givenDay),
  until: z.optional(givenDay),
  /** Without it, what the contact refuses stays as it is. */
  refuses: refusedWays,
}
const seenContact = z.strictObject({ ...contactForm, ...days })
export type SeenContact = z.infer<typeof seenContact>

export const commands = {
  AddSite: z.extend(site, { ...z.partial(siteForm).shape, name: text(200) }),
  /** `from` holds the values that the person saw: if someone else has changed a field since, the edit is refused. */
  EditSite: z.extend(site, { ...z.partial(siteForm).shape, from: z.optional(z.partial(siteForm)) }),
  /** `seen` is the contact as the person saw it: if someone else has changed it since, or deleted it, this change is refused. */
  SetSiteContact: z.extend(ofContact, { ...contactForm, seen: z.optional(seenContact) }),
  RemoveSiteContact: ofContact,
  MergeSite: z.extend(site, { into: id }),
  UndoSiteMerge: site,
  KeepSitesApart: z.extend(site, { otherId: id }),
  ...locationCommands,
  ...siteFileCommands,
}
export type SiteCommand = Message<typeof commands>
