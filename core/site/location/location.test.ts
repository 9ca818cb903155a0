import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withoutTexts } from '#core/erasure/erasure.ts'
import { historyOf } from '#core/history/history.ts'
import { isSiteEvent } from '#core/ledger/ledger.ts'
import { visible } from '#core/model/access.ts'
import { keptPosition } from '#core/model/places/position.ts'
import { commands } from '#core/site/messages.ts'
import { evolve, type Site } from '#core/site/site.ts'
import { by, dana, type Given, given, recorded, siteId, tom } from '#test/core/given-when-then.ts'
import { isExactEnough } from './exact-enough.ts'
import { siteLocation } from './location-messages.ts'
import { locationIn, writtenLocation } from './written-location.ts'

const added: Given = { type: 'SiteAdded', data: { name: 'Flat 3, Ashdown House' } }
const door = { latitude: 53.7946, longitude: -1.5478, accuracy: 12 }
const road = { latitude: 53.795, longitude: -1.548, accuracy: 40 }
const written = { latitude: '53.79460', longitude: '-1.54780', accuracy: 12 }
const located: Given = { type: 'SiteLocated', data: written }
const removed: Given = { type: 'SiteLocationRemoved', data: {} }
const locate = (data: object = {}) => ({ type: 'LocateSite' as const, data: { siteId, ...door, ...data } })
const remove = (data: object = {}) => ({ type: 'RemoveSiteLocation' as const, data: { siteId, ...data } })
const moved = 'Someone else has changed this field.'

const siteAfter = (...past: Given[]) =>
  recorded(...past)
    .filter(isSiteEvent)
    .reduce<Site | undefined>(evolve, undefined)

describe('the location of a site', () => {
  test('is saved by a person on site, and corrected', () => {
    given(added)
      .when(locate({ from: 'none' }), tom)
      .gives({ type: 'SiteLocated', data: written })
    given(added, located)
      .when(locate({ ...road, from: door }), dana)
      .gives({ type: 'SiteLocated', data: { latitude: '53.79500', longitude: '-1.54800', accuracy: 40 } })
    given(added, located)
      .when(locate({ from: 'none' }), tom)
      .givesNothing()
    given(added)
      .when(locate({ latitude: 53.794_601, longitude: -0.000_001 }), tom)
      .gives({ type: 'SiteLocated', data: { ...written, longitude: '0.00000' } })
  })

  test('is removed again, once', () => {
    given(added, located)
      .when(remove({ from: door }), tom)
      .gives({ type: 'SiteLocationRemoved', data: {} })
    given(added, located, removed)
      .when(remove({ from: door }), tom)
      .givesNothing()
  })

  test('stays if someone else has changed it since it was seen', () => {
    given(added, located)
      .when(locate({ ...road, from: 'none' }))
      .refuses(moved, 'location')
    given(added, located)
      .when(locate({ ...road, from: road }))
      .refuses(moved, 'location')
    given(added)
      .when(locate({ from: door }))
      .refuses(moved, 'location')
    given(added, located)
      .when(remove({ from: road }))
      .refuses(moved, 'location')
    // A program that does not say what it saw replaces what is there.
    given(added, located)
      .when(locate(road))
      .gives({ type: 'SiteLocated', data: { latitude: '53.79500', longitude: '-1.54800', accuracy: 40 } })
  })

  test('adds a site that only jobs have named so far, and is not saved on a merged or unknown one', () => {
    const facts = { site: { hasMerged: false, isBuilding: false } }
    given()
      .when(locate(), tom, { site: { ...facts.site, nameInJobs: 'Flat 3' } })
      .gives({ type: 'SiteAdded', data: { name: 'Flat 3' } }, { type: 'SiteLocated', data: written })
    given().when(locate(), tom, facts).refuses('Site not found.')
    given(added, { type: 'SiteMerged', data: { into: siteId, called: 'Ashdown 3' } })
      .when(locate(), tom, { site: { ...facts.site, mergedInto: 'Ashdown 3' } })
      .refuses('This site was merged into Ashdown 3. Undo the merge to change it.')
  })

  test('is seen by the team, and gone once it was removed or a part of it erased', () => {
    const site = siteAfter(added, by(tom, located))
    expect(site && visible('team', site)).toMatchObject({ location: door })
    expect(siteAfter(added, located, removed)).not.toHaveProperty('location')
    const erased = withoutTexts(written, ['longitude'])
    expect(erased).toMatchObject({ latitude: '53.79460', longitude: '[erased]' })
    expect(siteAfter(added, { type: 'SiteLocated', data: { ...written, longitude: '[erased]' } })).not.toHaveProperty(
      'location',
    )
  })

  test('is told in the history in plain words', () => {
    const corrected: Given = { type: 'SiteLocated', data: { ...written, accuracy: 6 } }
    const entries = historyOf(recorded(added, located, corrected, removed))
    expect(entries.map((one) => one.sentence)).toEqual([
      'removed the location of the site',
      'corrected the location of the site, within 6 m',
      'saved the location of the site, within 12 m',
      'added the site to the address book',
    ])
    expect(entries[1]?.changes).toEqual([
      { field: 'position', from: '53.79460, -1.54780 ±12 m', to: '53.79460, -1.54780 ±6 m' },
    ])
    const [erased] = historyOf(recorded(added, { type: 'SiteLocated', data: { ...written, latitude: '[erased]' } }))
    expect(erased?.sentence).toBe('saved the location of the site')
  })
})

const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
const anywhere = { latitude: degrees(90), longitude: degrees(180), accuracy: fc.integer({ min: 1, max: 999_999 }) }

test('any location is kept to five decimals, and comes back from its event as it went in', () => {
  fc.assert(
    fc.property(fc.record(anywhere), (one) => {
      const kept = keptPosition(siteLocation.parse(one))
      expect(Math.abs(kept.latitude - one.latitude)).toBeLessThan(0.000_005_1)
      expect(Math.abs(kept.longitude - one.longitude)).toBeLessThan(0.000_005_1)
      expect(locationIn(writtenLocation(kept))).toEqual(kept)
      expect(keptPosition(siteLocation.parse(kept))).toEqual(kept)
    }),
  )
})

test.each([
  { latitude: 90.000_01 },
  { latitude: -91 },
  { longitude: 180.1 },
  { longitude: Number.NaN },
  { accuracy: 0 },
  { accuracy: 1_000_000 },
  { accuracy: 12.5 },
])('%o is no location', (wrong) => {
  expect(commands.LocateSite.safeParse({ siteId, ...door, ...wrong }).success).toBe(false)
  expect(commands.LocateSite.safeParse({ siteId, ...door }).success).toBe(true)
})

test('a device that is not sure to within 200 m is not exact enough', () => {
  expect([1, 200, 201, 850].map((accuracy) => isExactEnough({ accuracy }))).toEqual([true, true, false, false])
})
