import { test } from 'vitest'
import { by, type Given, given, idOf, priya, siteId } from '#test/core/given-when-then.ts'
import type { SiteCommand } from './messages.ts'

const movedOn = 'Someone else has changed this contact. Open it again to see the change.'
const contactId = idOf('e', 1)
const added: Given = { type: 'SiteAdded', data: { name: 'Flat 3, Ashdown House' } }
const amara = { role: 'tenant' as const, name: 'Amara Bello', telephone: '07700 900142', email: 'amara@example.com' }
const { role: _, email, ...known } = amara
const tenantSet = (change: object = {}): Given => ({ type: 'SiteTenantSet', data: { contactId, ...known, ...change } })
const emailSet: Given = { type: 'SiteTenantEmailSet', data: { contactId, email } }
const landlord: Given = { type: 'SiteContactSet', data: { contactId, ...amara, role: 'landlord' } }
const past = [added, tenantSet(), emailSet] as const

type Data = Extract<SiteCommand, { type: 'SetSiteContact' }>['data']
/** Gives the contact another email, in a dialog that showed `seen`. */
const set = (seen?: Data['seen'], change: Partial<Data> = {}): SiteCommand => ({
  type: 'SetSiteContact',
  data: { siteId, contactId, ...amara, email: 'a.bello@example.com', ...(seen ? { seen } : {}), ...change },
})
const given1: Given = { type: 'SiteTenantEmailSet', data: { contactId, email: 'a.bello@example.com' } }

test.each([
  ['telephone number', tenantSet({ telephone: '07700 900900' })],
  ['first day', tenantSet({ from: '2024-03-01' })],
  ['wish for no texts', tenantSet({ refuses: ['text'] })],
])('a contact changed in a dialog that was opened before keeps the %s that somebody has set since', (_what, change) => {
  given(...past, by(priya, change))
    .when(set(amara))
    .refuses(movedOn)
})

test('a contact whose email or role was changed since is not changed over that', () => {
  given(...past, by(priya, { type: 'SiteTenantEmailSet', data: { contactId, email: '' } }))
    .when(set(amara))
    .refuses(movedOn)
  given(added, by(priya, landlord)).when(set(amara)).refuses(movedOn)
})

test('a contact is changed over what was seen, and one that is like this already stays', () => {
  given(...past)
    .when(set(amara))
    .gives(given1)
  given(...past, tenantSet({ from: '2024-03-01', refuses: ['text'] }))
    .when(set({ ...amara, from: '2024-03-01', refuses: ['text'] }, { from: '2024-03-01' }))
    .gives(given1)
  given(...past, by(priya, given1))
    .when(set(amara))
    .givesNothing()
})

test('a contact that was deleted since is not brought back by a change of it', () => {
  const removed: Given = { type: 'SiteTenantRemoved', data: { contactId } }
  given(...past, by(priya, removed))
    .when(set(amara))
    .refuses('Contact not found.')
  given(...past, by(priya, removed))
    .when(set())
    .gives(tenantSet(), given1)
})

test('a change that does not say what was seen replaces whatever is there', () => {
  given(...past, by(priya, tenantSet({ telephone: '07700 900900' })))
    .when(set())
    .gives(tenantSet(), given1)
})
