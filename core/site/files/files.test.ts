import { describe, expect, test } from 'vitest'
import { mostAttachments } from '#core/attachments/attachments.ts'
import { historyOf } from '#core/history/history.ts'
import { type Command, forTeam, isSiteEvent } from '#core/ledger/ledger.ts'
import { visible } from '#core/model/access.ts'
import { evolve, type Site } from '#core/site/site.ts'
import { companyId, dana, type Given, given, idOf, priya, recorded, siteId, tom } from '#test/core/given-when-then.ts'

const fileId = idOf('f', 60)
const file = {
  fileId,
  src: `/${companyId}/${'ab'.repeat(32)}.file`,
  name: 'Plan.pdf',
  size: 4_096,
  kind: 'pdf' as const,
}
const site: Given = { type: 'SiteAdded', data: { name: 'Flat 3' } }
const merged: Given = { type: 'SiteMerged', data: { into: idOf('f', 801), called: 'Ashdown 3' } }
const add = (isForTeam?: boolean): Command => ({
  type: 'AddSiteFile',
  data: { siteId, ...file, ...(isForTeam === undefined ? {} : { forTeam: isForTeam }) },
})
const named = (type: 'ShareSiteFile' | 'TakeBackSiteFile' | 'DeleteSiteFile'): Command => ({
  type,
  data: { siteId, fileId },
})
const ofOffice: Given = { type: 'OfficeSiteFileAdded', data: file }
const shared: Given = { type: 'SiteFileShared', data: file }
const takenBack: Given = { type: 'SiteFileTakenBack', data: { fileId } }
const alone = { hasMerged: false, isBuilding: false }

const siteAfter = (...past: Given[]) =>
  recorded(...past)
    .filter(isSiteEvent)
    .reduce<Site | undefined>(evolve, undefined)

describe('a file on a site', () => {
  test('is for the office alone, unless it is given to the team', () => {
    for (const person of [dana, priya]) given(site).when(add(), person).gives(ofOffice)
    given(site).when(add(true), dana).gives(ofOffice, shared)
    given(site, ofOffice).when(add(true), dana).givesNothing()
  })
  test('is given, taken back and deleted by the office alone', () => {
    given(site, ofOffice).when(named('ShareSiteFile'), priya).gives(shared)
    given(site, ofOffice, shared).when(named('TakeBackSiteFile'), dana).gives(takenBack)
    given(site, ofOffice, shared)
      .when(named('DeleteSiteFile'), priya)
      .gives({ type: 'SiteFileDeleted', data: { fileId } })
    given(site, ofOffice).when(named('DeleteSiteFile'), dana).gives({ type: 'OfficeSiteFileDeleted', data: { fileId } })
    given(site).when(named('DeleteSiteFile'), dana).refuses('File not found.')
    for (const command of [add(true), named('ShareSiteFile'), named('TakeBackSiteFile'), named('DeleteSiteFile')])
      given(site, ofOffice, shared).when(command, tom).refuses('Only the office may do this.')
  })
  test('adds a site that only jobs have named so far, and no site that nobody has named', () => {
    given()
      .when(add(), dana, { site: { ...alone, nameInJobs: 'Flat 3' } })
      .gives(site, ofOffice)
    given().when(add(), dana, { site: alone }).refuses('Site not found.')
    given().when(named('DeleteSiteFile'), dana).refuses('Site not found.')
  })
  test('is one of a hundred at most, those of the office included', () => {
    const many = Array.from({ length: mostAttachments }, (_, nth): Given => {
      const data = { ...file, fileId: idOf('f', 100 + nth) }
      return { type: 'OfficeSiteFileAdded', data }
    })
    given(site, ...many)
      .when(add(), dana)
      .refuses('A site can have up to 100 files. Delete one before you add another.')
  })
  test('of a merged site can still be given and deleted, where the merge has taken it, but none is added', () => {
    given(site, ofOffice, merged).when(named('ShareSiteFile')).gives(shared)
    given(site, ofOffice, shared, merged)
      .when(named('DeleteSiteFile'))
      .gives({ type: 'SiteFileDeleted', data: { fileId } })
    given(site, merged).when(add()).refuses('This site was merged into another site. Undo the merge to change it.')
    const undone: Given = { type: 'SiteMergeUndone', data: { into: idOf('f', 801), called: 'Ashdown 3' } }
    expect(siteAfter(site, ofOffice, shared, merged, undone)?.attachments).toMatchObject([{ name: 'Plan.pdf' }])
  })
})

test('the team hears of a file only once it is given to it, and keeps who added it when it is taken back', () => {
  const past = [site, ofOffice, shared, takenBack, shared] as const
  const names = (length: number) => visible('team', siteAfter(...past.slice(0, length)) ?? {}) as Partial<Site>
  expect([2, 3, 4, 5].map((length) => names(length).attachments?.map((one) => one.name) ?? [])).toEqual([
    [],
    ['Plan.pdf'],
    [],
    ['Plan.pdf'],
  ])
  expect(JSON.stringify(forTeam(recorded(site, ofOffice)))).not.toContain('Plan')
  expect(siteAfter(...past.slice(0, 4))?.office?.attachments).toMatchObject([{ name: 'Plan.pdf', userId: dana.userId }])
})

test('the history says what became of a file', () => {
  const events = recorded(site, ofOffice, shared, takenBack, { type: 'OfficeSiteFileDeleted', data: { fileId } })
  expect(historyOf(events).map(({ sentence }) => sentence)).toEqual([
    'deleted a file of the office: Plan.pdf',
    'took back a file from the team: Plan.pdf',
    'gave the team a file: Plan.pdf',
    'attached a file for the office: Plan.pdf',
    'added the site to the address book',
  ])
})
