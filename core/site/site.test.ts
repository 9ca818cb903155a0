import { describe, expect, test } from 'vitest'
import { forTeam, isSiteEvent } from '#core/ledger/ledger.ts'
import { visible } from '#core/model/access.ts'
import { by, dana, type Given, given, idOf, priya, recorded, siteId, tom } from '#test/core/given-when-then.ts'
import type { SiteCommand } from './messages.ts'
import { evolve, type Site } from './site.ts'
import type { SiteFacts } from './site-facts.ts'

const other = idOf('f', 801)
const contactId = idOf('e', 1)
const added: Given = { type: 'SiteAdded', data: { name: 'Flat 3, Ashdown House' } }
const tenant = { contactId, name: 'Amara Bello', telephone: '07700 900142' }
const tenantSet: Given = { type: 'SiteTenantSet', data: { ...tenant, from: '2024-03-01' } }
const agent = { contactId: idOf('e', 2), role: 'agent' as const, name: 'Lucy Hartley', telephone: '0113 496 0118' }
const agentSet: Given = { type: 'SiteContactSet', data: { ...agent, email: 'lucy@aire.example' } }
const merged: Given = { type: 'SiteMerged', data: { into: other, called: 'Ashdown 3' } }

const alone = { hasMerged: false, isBuilding: false }
const beside = (site: Partial<NonNullable<SiteFacts['site']>>): SiteFacts => ({ site: { ...alone, ...site } })
const building = beside({ other: { name: 'Ashdown House', isInBuilding: false } })

const siteAfter = (...past: Given[]) =>
  recorded(...past)
    .filter(isSiteEvent)
    .reduce<Site | undefined>(evolve, undefined)

describe('adding a site', () => {
  test('the office adds a site with its address, access, building, notes and agency', () => {
    given()
      .when(
        {
          type: 'AddSite',
          data: {
            siteId,
            name: ' flat 3,  ashdown house ',
            address: '22 Ashdown Road \n\n Leeds',
            postcode: 'ls62hn',
            keys: 'Set 14',
            buildingId: other,
            notes: 'Rings first',
            agency: 'Aire Valley Homes',
          },
        },
        priya,
        building,
      )
      .gives(
        { type: 'SiteAdded', data: { name: 'Flat 3, Ashdown House' } },
        { type: 'SiteAddressSet', data: { address: '22 Ashdown Road\nLeeds', postcode: 'LS6 2HN' } },
        { type: 'SiteAccessSet', data: { access: '', keys: 'Set 14', parking: '', stopcock: '' } },
        { type: 'SiteBuildingSet', data: { buildingId: other, called: 'Ashdown House' } },
        { type: 'SiteNoted', data: { notes: 'Rings first' } },
        { type: 'SiteAgencySet', data: { agency: 'Aire Valley Homes' } },
      )
  })

  test.each([
    [{ name: ' ' }, {}, 'Site name is required.', 'name'],
    [{ name: 'x', postcode: 'Leeds 6' }, {}, 'Enter a full UK postcode, such as LS6 2HN.', 'postcode'],
    [{ name: 'x', buildingId: siteId }, building, 'A site cannot be its own building.', 'buildingId'],
    [{ name: 'x', buildingId: other }, beside({}), 'Site not found.', 'buildingId'],
    [
      { name: 'x', buildingId: other },
      beside({ other: { name: 'Flat 1', isInBuilding: true } }),
      'A building cannot be part of another building.',
      'buildingId',
    ],
    [
      { name: 'flat 3' },
      beside({ taken: { name: 'Flat 3', site: 'Flat 3' } }),
      'Flat 3 is already in the address book. Open that site, or choose another name.',
      'name',
    ],
    [
      { name: 'flat 3' },
      beside({ taken: { name: 'Flat 3', site: 'Ashdown 3' } }),
      'Flat 3 is another name of the site Ashdown 3. Choose another name.',
      'name',
    ],
  ])('%o is refused', (form, facts, sentence, field) => {
    given()
      .when({ type: 'AddSite', data: { siteId, ...form } }, dana, facts)
      .refuses(sentence, field)
  })

  test('the team adds and changes no sites', () => {
    given()
      .when({ type: 'AddSite', data: { siteId, name: 'x' } }, tom)
      .refuses('Only the office may do this.')
    given(added)
      .when({ type: 'EditSite', data: { siteId, keys: 'x' } }, tom)
      .refuses('Only the office may do this.')
    given(added)
      .when({ type: 'MergeSite', data: { siteId, into: other } }, tom)
      .refuses('Only the office may do this.')
  })
})

describe('changing a site', () => {
  test('records what differs, and nothing if it is already so', () => {
    given(added)
      .when({
        type: 'EditSite',
        data: { siteId, name: 'Ashdown 3', keys: ' ', from: { name: 'Flat 3, Ashdown House' } },
      })
      .gives({ type: 'SiteNamed', data: { name: 'Ashdown 3' } })
    given(added)
      .when({ type: 'EditSite', data: { siteId, name: 'flat 3, ashdown HOUSE' } })
      .givesNothing()
  })

  test('is refused if someone else has changed the field since', () => {
    given(added, { type: 'SiteAddressSet', data: { address: '22 Ashdown Road', postcode: '' } })
      .when({ type: 'EditSite', data: { siteId, address: '24 Ashdown Road', from: { address: '' } } })
      .refuses('Someone else has changed this field.', 'address')
  })

  test('adds a site that only jobs have named so far', () => {
    given()
      .when({ type: 'EditSite', data: { siteId, keys: 'Set 14' } }, dana, beside({ nameInJobs: 'Flat 3' }))
      .gives(
        { type: 'SiteAdded', data: { name: 'Flat 3' } },
        { type: 'SiteAccessSet', data: { access: '', keys: 'Set 14', parking: '', stopcock: '' } },
      )
    given()
      .when({ type: 'EditSite', data: { siteId, keys: 'x' } }, dana, beside({}))
      .refuses('Site not found.')
  })
})

describe('contacts', () => {
  const contact = {
    siteId,
    contactId,
    role: 'tenant' as const,
    name: ' Amara  Bello',
    telephone: '07700 900142',
    email: '',
  }

  test('a tenant is known to the team, their email only to the office', () => {
    given(added)
      .when({ type: 'SetSiteContact', data: { ...contact, email: 'amara@example.com', from: '2024-03-01' } })
      .gives(
        { type: 'SiteTenantSet', data: { ...tenant, from: '2024-03-01' } },
        { type: 'SiteTenantEmailSet', data: { contactId, email: 'amara@example.com' } },
      )
  })

  test('a tenant who becomes the landlord is no longer shown to the team', () => {
    given(added, tenantSet)
      .when({ type: 'SetSiteContact', data: { ...contact, role: 'landlord' } })
      .gives(
        { type: 'SiteTenantRemoved', data: { contactId } },
        { type: 'SiteContactSet', data: { ...tenant, role: 'landlord', email: '' } },
      )
  })

  test('a contact who wants no texts or emails keeps that until the office says otherwise', () => {
    const refusing: Given = { type: 'SiteTenantSet', data: { ...tenant, refuses: ['email', 'text'] } }
    const set = (
      over: Pick<Extract<SiteCommand, { type: 'SetSiteContact' }>['data'], 'refuses'> = {},
      name = tenant.name,
    ) => ({ type: 'SetSiteContact', data: { ...contact, name, ...over } }) as const
    given(added, tenantSet)
      .when(set({ refuses: ['text', 'email'] }))
      .gives(refusing)
    // Programs that know nothing of it leave it as it is.
    given(added, refusing).when(set()).givesNothing()
    given(added, refusing)
      .when(set({}, 'Amara Okoye'))
      .gives({ type: 'SiteTenantSet', data: { ...tenant, name: 'Amara Okoye', refuses: ['email', 'text'] } })
    given(added, refusing)
      .when(set({ refuses: ['email', 'text'] }))
      .givesNothing()
    given(added, refusing)
      .when(set({ refuses: [] }))
      .gives({ type: 'SiteTenantSet', data: tenant })
    given(added, refusing)
      .when({ type: 'SetSiteContact', data: { ...contact, role: 'landlord' } })
      .gives(
        { type: 'SiteTenantRemoved', data: { contactId } },
        { type: 'SiteContactSet', data: { ...tenant, role: 'landlord', email: '', refuses: ['email', 'text'] } },
      )
  })

  test.each([
    [{ name: '' }, 'Enter the name of the contact.', 'name'],
    [{ telephone: 'call me' }, 'Enter a telephone number in digits, such as 020 7946 0018.', 'telephone'],
    [{ email: 'amara' }, 'Enter an email address, such as name@example.com.', 'email'],
    [{ from: '2026-03-02', until: '2026-03-01' }, 'The last day must not be before the first.', 'until'],
  ])('%o is refused', (wrong, sentence, field) => {
    given(added)
      .when({ type: 'SetSiteContact', data: { ...contact, ...wrong } })
      .refuses(sentence, field)
  })

  test('are deleted once', () => {
    const remove = { type: 'RemoveSiteContact', data: { siteId, contactId } } as const
    given(added, tenantSet).when(remove).gives({ type: 'SiteTenantRemoved', data: { contactId } })
    given(added).when(remove).refuses('Contact not found.')
  })
})

describe('merging', () => {
  const merge = { type: 'MergeSite', data: { siteId, into: other } } as const
  const target = beside({ other: { name: 'Ashdown 3', isInBuilding: false } })

  test('a site becomes part of another, and can be taken out again', () => {
    given(added).when(merge, dana, target).gives(merged)
    given(added, merged)
      .when({ type: 'UndoSiteMerge', data: { siteId } }, dana, beside({ mergedInto: 'Ashdown 3' }))
      .gives({ type: 'SiteMergeUndone', data: { into: other, called: 'Ashdown 3' } })
    given(added).when({ type: 'UndoSiteMerge', data: { siteId } }).givesNothing()
  })

  test('a merged site is not changed, and not merged into a third', () => {
    const facts = beside({ mergedInto: 'Ashdown 3', other: { name: 'Third', isInBuilding: false } })
    const sentence = 'This site was merged into Ashdown 3. Undo the merge to change it.'
    given(added, merged)
      .when({ type: 'EditSite', data: { siteId, keys: 'x' } }, dana, facts)
      .refuses(sentence)
    given(added, merged)
      .when({ type: 'MergeSite', data: { siteId, into: idOf('f', 803) } }, dana, facts)
      .refuses(sentence)
    given(added, merged).when(merge, dana, facts).givesNothing()
  })

  test('merges make no chains and no circles', () => {
    given(added)
      .when({ type: 'MergeSite', data: { siteId, into: siteId } }, dana, target)
      .refuses('Choose another site to merge this one into.', 'into')
    given(added)
      .when(merge, dana, beside({ other: { name: 'Ashdown 3', mergedInto: 'Third', isInBuilding: false } }))
      .refuses('Ashdown 3 was itself merged into Third. Merge into Third instead.', 'into')
    given(added)
      .when(merge, dana, beside({ ...target.site, hasMerged: true }))
      .refuses(
        'Other sites were merged into Flat 3, Ashdown House. Undo those merges first, or merge the other way round.',
      )
  })

  test('two sites that only look alike are kept apart', () => {
    given(added)
      .when({ type: 'KeepSitesApart', data: { siteId, otherId: other } }, dana, target)
      .gives({ type: 'SiteKeptApart', data: { otherId: other, called: 'Ashdown 3' } })
  })
})

test('the team’s events make the site that the team may see', () => {
  const past: Given[] = [
    added,
    { type: 'SiteAgencySet', data: { agency: 'Aire Valley Homes' } },
    tenantSet,
    { type: 'SiteTenantEmailSet', data: { contactId, email: 'amara@example.com' } },
    by(priya, agentSet),
    { type: 'SiteNoted', data: { notes: 'Rings first' } },
  ]
  const whole = siteAfter(...past)
  const { lastModified: _, ...seen } =
    forTeam(recorded(...past))
      .filter(isSiteEvent)
      .reduce<Site | undefined>(evolve, undefined) ?? {}
  expect(whole && visible('team', whole)).toMatchObject(seen)
  expect(JSON.stringify(seen)).toMatch(/Amara Bello.*07700 900142/)
  expect(JSON.stringify(seen)).not.toMatch(/Aire|amara@|Lucy|Rings/)
  expect(whole?.office).toMatchObject({ agency: 'Aire Valley Homes', contacts: [agent] })
})
