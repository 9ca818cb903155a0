import type { Refusal } from '#core/model/refusals.ts'
import { isTelephone, tidy } from '#core/model/typed-texts.ts'
import type { SeenContact, SiteCommand, SiteEvent } from './messages.ts'
import { refuseSite } from './refuse-site.ts'
import { refusing } from './refused-ways.ts'
import { officeOf, type Site } from './site.ts'
import { isEmail, mostContacts } from './values.ts'

type Given = Omit<Extract<SiteCommand, { type: 'SetSiteContact' }>['data'], 'siteId' | 'seen'>

/**
 * A contact as it is from now on. A tenant is a fact of everybody with an email for the office alone; any other contact is the
 * office's, so a contact that becomes or stops being a tenant leaves one list for the other.
 */
export function contactChanges(site: Site, given: Given): SiteEvent[] | Refusal {
  const { contactId, role, from, until } = given
  const [name, telephone, email] = [tidy(given.name), tidy(given.telephone), tidy(given.email)]
  if (!name) return refuseSite('contact-name-required', {}, 'name')
  if (telephone && !isTelephone(telephone)) return refuseSite('contact-telephone-invalid', {}, 'telephone')
  if (email && !isEmail(email)) return refuseSite('contact-email-invalid', {}, 'email')
  if (from && until && until < from) return refuseSite('contact-ends-before-start', {}, 'until')
  const days = { ...(from ? { from } : {}), ...(until ? { until } : {}) }
  const { emails, contacts } = officeOf(site)
  const tenant = site.tenants.find((one) => one.contactId === contactId)
  const contact = contacts.find((one) => one.contactId === contactId)
  if (!tenant && !contact && site.tenants.length + contacts.length >= mostContacts)
    return refuseSite('site-full', { most: mostContacts })
  const asked = refusing(given, tenant ?? contact)
  if (role === 'tenant') {
    const next = { contactId, name, telephone, ...days, ...asked }
    return [
      ...(contact ? [{ type: 'SiteContactRemoved', data: { contactId } } as const] : []),
      ...(tenant && same(tenant, next) ? [] : [{ type: 'SiteTenantSet', data: next } as const]),
      ...((emails[contactId] ?? '') === email
        ? []
        : [{ type: 'SiteTenantEmailSet', data: { contactId, email } } as const]),
    ]
  }
  const next = { contactId, role, name, telephone, email, ...days, ...asked }
  return [
    ...(tenant ? [{ type: 'SiteTenantRemoved', data: { contactId } } as const] : []),
    ...(contact && same(contact, next) ? [] : [{ type: 'SiteContactSet', data: next } as const]),
  ]
}

/** Takes a contact off a site. */
export function contactRemoval(site: Site, contactId: string): SiteEvent[] | Refusal {
  const isIt = (one: { contactId: string }) => one.contactId === contactId
  if (site.tenants.some(isIt)) return [{ type: 'SiteTenantRemoved', data: { contactId } }]
  if (officeOf(site).contacts.some(isIt)) return [{ type: 'SiteContactRemoved', data: { contactId } }]
  return refuseSite('contact-not-found')
}

/** Refuses a change of a contact that somebody else has changed or deleted since it was seen. */
export function refusalIfMovedOn(site: Site, contactId: string, seen: SeenContact | undefined): Refusal | undefined {
  if (!seen) return undefined
  const { emails, contacts } = officeOf(site)
  const tenant = site.tenants.find((one) => one.contactId === contactId)
  const now = tenant
    ? { ...tenant, role: 'tenant', email: emails[contactId] ?? '' }
    : contacts.find((one) => one.contactId === contactId)
  if (!now) return refuseSite('contact-not-found')
  return same(now, { ...seen, refuses: refusing(seen).refuses }) ? undefined : refuseSite('contact-moved-on')
}

const fields = ['role', 'name', 'telephone', 'email', 'from', 'until'] as const
type Fields = { readonly [F in (typeof fields)[number]]?: string | undefined } & {
  readonly refuses?: readonly string[] | undefined
}

const same = (one: Fields, other: Fields) =>
  fields.every((field) => one[field] === other[field]) && one.refuses?.join() === other.refuses?.join()
