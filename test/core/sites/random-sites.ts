import fc from 'fast-check'
import { tenantWays } from '#core/company/tenant-rule.ts'
import type { SiteCommand } from '#core/site/messages.ts'
import { siteIdOf } from '#core/site/site-names.ts'
import { contactRoles } from '#core/site/values.ts'
import { canary } from '#test/core/canary.ts'
import { idOf } from '#test/core/given-when-then.ts'
import { siteFileCommands } from '#test/core/random-files.ts'

/** The site that the first job of the random companies names. */
const namedSite = fc.constant(siteIdOf(idOf('b', 1), 1))
const own = idOf('f', 801)
/** The first site that the random companies add themselves. */
export const firstSite: SiteCommand = { type: 'AddSite', data: { siteId: own, name: 'Ashdown Yard' } }
/** Sites of their own, and the one that a job names. */
const siteId = fc.oneof(fc.constantFrom(own, idOf('f', 802)), namedSite)
const hidden = fc.constantFrom('', ' ', `${canary} 1`, ` ${canary}  2`)
const form = {
  name: fc.constantFrom('', 'Ashdown House', 'flat 3, ashdown house', 'Flat  3, Ashdown House', 'ß İstanbul'),
  address: fc.constantFrom('', '22 Ashdown Road\n\n Leeds '),
  postcode: fc.constantFrom('', 'ls62hn', 'LS6 2HN', 'nonsense'),
  access: fc.constantFrom('', 'Buzzer 3'),
  keys: fc.constantFrom('', 'Set 14'),
  parking: fc.constantFrom('', 'Bay 3'),
  stopcock: fc.constantFrom('', 'Hall cupboard'),
  buildingId: fc.oneof(fc.constant('' as const), siteId),
  notes: hidden,
  agency: hidden,
}
const contactId = fc.constantFrom(idOf('e', 1), idOf('e', 1), idOf('e', 2))

/** Contacts of a site, most of them as they may be: all but the names and telephone numbers of tenants is for the office alone. */
const contact = fc
  .record({
    siteId,
    contactId,
    role: fc.constantFrom(...contactRoles),
    name: fc.constantFrom('', 'Amara Bello', 'Piotr Nowak', 'Amara Bello', 'Piotr Nowak'),
    telephone: fc.constantFrom('', '', '07700 900142', '07700 900142', 'call me'),
    email: fc.constantFrom('', '', `${canary}@example.com`, `${canary}@example.com`, 'no address'),
    from: fc.constantFrom(undefined, '2024-03-01'),
    until: fc.constantFrom(undefined, '2026-03-01', '2020-01-01'),
    refuses: fc.option(fc.uniqueArray(fc.constantFrom(...tenantWays)), { nil: undefined }),
  })
  .map(({ from, until, refuses, ...rest }) => ({
    ...rest,
    name: rest.role === 'tenant' ? rest.name : rest.name && `${canary} ${rest.name}`,
    ...(from ? { from } : {}),
    ...(until ? { until } : {}),
    ...(refuses ? { refuses } : {}),
  }))

const location = {
  latitude: fc.constantFrom(53.794_601, 53.7946, -0.000_001, 51.5),
  longitude: fc.constantFrom(-1.5478, 0, 180),
  accuracy: fc.constantFrom(1, 12, 350),
}

const of = <T extends SiteCommand['type'], D>(type: T, data: fc.Arbitrary<D>) =>
  fc.record({ type: fc.constant(type), data })

/** One source of random data for each command on sites. */
export const bySiteType = {
  AddSite: of('AddSite', fc.record({ siteId, ...form }, { requiredKeys: ['siteId', 'name'] })),
  EditSite: of(
    'EditSite',
    fc.oneof(
      fc.record({ siteId, ...form }, { requiredKeys: ['siteId'] }),
      fc.record({ siteId, ...form, from: fc.record(form, { requiredKeys: [] }) }, { requiredKeys: ['siteId'] }),
    ),
  ),
  SetSiteContact: of('SetSiteContact', contact),
  RemoveSiteContact: of('RemoveSiteContact', fc.record({ siteId: namedSite, contactId })),
  MergeSite: of(
    'MergeSite',
    fc.record({ siteId: fc.oneof(namedSite, siteId), into: fc.oneof(fc.constant(own), siteId) }),
  ),
  UndoSiteMerge: of('UndoSiteMerge', fc.record({ siteId: namedSite })),
  KeepSitesApart: of('KeepSitesApart', fc.record({ siteId, otherId: siteId })),
  LocateSite: of(
    'LocateSite',
    fc.record(
      { siteId, ...location, from: fc.oneof(fc.constant('none' as const), fc.record(location)) },
      { requiredKeys: ['siteId', 'latitude', 'longitude', 'accuracy'] },
    ),
  ),
  RemoveSiteLocation: of(
    'RemoveSiteLocation',
    fc.record(
      { siteId, from: fc.oneof(fc.constant('none' as const), fc.record(location)) },
      { requiredKeys: ['siteId'] },
    ),
  ),
  ...siteFileCommands(fc.oneof({ weight: 4, arbitrary: fc.constant(own) }, namedSite)),
} satisfies { [T in SiteCommand['type']]: fc.Arbitrary<Extract<SiteCommand, { type: T }>> }

const { AddSiteFile, ShareSiteFile, TakeBackSiteFile, DeleteSiteFile, ...others } = bySiteType
const onFiles = fc.oneof({ weight: 3, arbitrary: AddSiteFile }, ShareSiteFile, TakeBackSiteFile, DeleteSiteFile)

/** Any command on sites. */
export const onSites = fc.oneof(
  ...Object.values(others),
  bySiteType.UndoSiteMerge,
  bySiteType.SetSiteContact,
  ...[onFiles, onFiles, onFiles],
)
