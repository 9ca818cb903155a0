import { expect, test } from 'vitest'
import type { Command } from '#core/ledger/ledger.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { dana, idOf } from '#test/core/given-when-then.ts'
import { memoryLedger } from '#test/core/memory-ledger.ts'
import { siteDirectory } from '#test/core/sites/site-directory.ts'
import { newSite, type Site } from './site.ts'
import { buildingOf, siteFactsOf } from './site-facts.ts'

const [house, block, court] = [idOf('f', 801), idOf('f', 802), idOf('f', 803)] as const
const [flat1, flat2] = [idOf('f', 811), idOf('f', 812)] as const
const names: Record<string, string> = {
  [house]: 'Ashdown House',
  [block]: 'Ashdown Block',
  [court]: 'Marlowe Court',
  [flat1]: 'Flat 1',
  [flat2]: 'Flat 2',
}

/** A company with these five sites. */
function company() {
  const ledger = memoryLedger()
  const give = (command: Command) => {
    const outcome = ledger.handle(command, dana)
    return isRefusal(outcome) ? outcome.error : outcome.map(({ type }) => type)
  }
  for (const [siteId, name] of Object.entries(names)) give({ type: 'AddSite', data: { siteId, name } })
  return {
    put: (siteId: string, buildingId: string) => give({ type: 'EditSite', data: { siteId, buildingId } }),
    merge: (siteId: string, into: string) => give({ type: 'MergeSite', data: { siteId, into } }),
    undo: (siteId: string) => give({ type: 'UndoSiteMerge', data: { siteId } }),
    /** What the building is called that a site is in. */
    in: (siteId: string) => {
      const { sites } = siteDirectory(ledger.log)
      const site = sites.get(siteId)
      const building = site && buildingOf(site, sites)
      return building === undefined ? undefined : sites.get(building)?.name
    },
  }
}

test('a flat of a merged building is in the one that was kept, until the merge is undone', () => {
  const { put, merge, undo, in: isIn } = company()
  put(flat1, house)
  expect(merge(house, block)).toEqual(['SiteMerged'])
  expect(isIn(flat1)).toBe('Ashdown Block')
  undo(house)
  expect(isIn(flat1)).toBe('Ashdown House')
})

test('a building is not merged into its own flat, nor into a flat of another building', () => {
  const { put, merge } = company()
  put(flat1, house)
  put(flat2, court)
  expect(merge(house, flat1)).toBe(
    'Ashdown House has flats, and Flat 1 is itself in a building. Take Flat 1 out of its building first, or merge the other way round.',
  )
  expect(merge(house, flat2)).toBe(
    'Ashdown House has flats, and Flat 2 is itself in a building. Take Flat 2 out of its building first, or merge the other way round.',
  )
  // A site without flats may become one, and a flat part of its building, which is asked for by the other way round.
  expect(merge(block, flat1)).toEqual(['SiteMerged'])
  expect(merge(flat2, court)).toEqual(['SiteMerged'])
})

test('a building is not merged into its own flat by way of another building either', () => {
  const { put, merge } = company()
  put(flat1, house)
  put(flat2, block)
  merge(house, block)
  expect(merge(block, flat1)).toBe(
    'Other sites were merged into Ashdown Block. Undo those merges first, or merge the other way round.',
  )
  expect(merge(court, flat1)).toEqual(['SiteMerged'])
})

test('a building that has flats by a merge alone is put in no building, and is the building of no building', () => {
  const { put, merge, undo } = company()
  put(flat1, house)
  merge(house, block)
  expect(put(block, court)).toBe('A building cannot be part of another building.')
  expect(put(court, flat1)).toBe('A building cannot be part of another building.')
  undo(house)
  expect(put(block, court)).toEqual(['SiteBuildingSet'])
})

test('a merge is not undone while the building of the site that comes back is in another one', () => {
  const { put, merge, undo, in: isIn } = company()
  put(flat1, house)
  merge(flat1, flat2)
  // Nothing is in it meanwhile.
  expect(put(house, court)).toEqual(['SiteBuildingSet'])
  expect(undo(flat1)).toBe(
    'Without the merge, Flat 1 would be in Ashdown House, which is itself in Marlowe Court. Take Ashdown House out of its building first.',
  )
  put(house, '')
  expect(undo(flat1)).toEqual(['SiteMergeUndone'])
  expect(isIn(flat1)).toBe('Ashdown House')
  expect(undo(flat1)).toEqual([])
})

test('a merge is not undone while that building is merged into one that is in another', () => {
  const { put, merge, undo } = company()
  put(flat1, house)
  merge(flat1, flat2)
  put(block, court)
  expect(merge(house, block)).toEqual(['SiteMerged'])
  expect(undo(flat1)).toBe(
    'Without the merge, Flat 1 would be in Ashdown Block, which is itself in Marlowe Court. Take Ashdown Block out of its building first.',
  )
  expect(undo(house)).toEqual(['SiteMergeUndone'])
  expect(undo(flat1)).toEqual(['SiteMergeUndone'])
})

test('a merge is not undone while the building that comes back is in another one and has flats', () => {
  const { put, merge, undo, in: isIn } = company()
  put(flat1, house)
  merge(flat1, flat2)
  put(house, court)
  merge(house, block)
  expect(undo(flat1)).toEqual(['SiteMergeUndone'])
  expect(undo(house)).toBe(
    'Without the merge, Flat 1 would be in Ashdown House, which is itself in Marlowe Court. Take Flat 1 out of its building first.',
  )
  put(flat1, block)
  expect(undo(house)).toEqual(['SiteMergeUndone'])
  expect([isIn(flat1), isIn(house)]).toEqual(['Ashdown Block', 'Marlowe Court'])
})

test('of a building that was merged into its own flat before that was refused, the merge is not undone while that has flats', () => {
  const called = (siteId: string, over: Partial<Site> = {}): [string, Site] => [
    siteId,
    { ...newSite(siteId, names[siteId] ?? '', '2026-11-19T08:00:00.000Z'), ...over },
  ]
  const undo = { type: 'UndoSiteMerge', data: { siteId: house } } as const
  const inHouse = called(flat1, { buildingId: house })
  const merged = called(house, { mergedInto: flat1 })
  const nestedIn = (...sites: [string, Site][]) => siteFactsOf(undo, { names: new Map(), sites: new Map(sites) }).nested
  expect(nestedIn(merged, inHouse)).toBeUndefined()
  expect(nestedIn(merged, inHouse, called(flat2, { buildingId: flat1 }))).toEqual({
    flat: 'Flat 2',
    building: 'Flat 1',
    outer: 'Ashdown House',
    out: 'Flat 2',
  })
})

test('a site whose building was merged into it before that was refused is in no building', () => {
  const site = { siteId: flat1, buildingId: house }
  const merged = new Map([[house, { mergedInto: flat1 }]])
  expect(buildingOf(site, merged)).toBeUndefined()
  expect(buildingOf(site, new Map())).toBe(house)
  expect(buildingOf({ siteId: flat1 }, merged)).toBeUndefined()
})
