import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendOf, appendOrConflict, serverStamp } from '#api/commands/decide-and-append.ts'
import { type Command, type Event, target } from '#core/ledger/ledger.ts'
import { siteIdOf } from '#core/site/site-names.ts'
import { siteAnswer, sitesAnswer } from '#core/wire/jobs/sites.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { readStream } from '#ledger/log/read.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { startProjectorPart } from '#test/server/erasures.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { untilProjected } from '#test/server/until-projected.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** A company whose sites are added and changed one after another; each answer is what was read after the last change. */
async function company(at: TestServer = server) {
  const olga = await at.registerCompany()
  let seq = 0
  const give = async (type: Parameters<typeof accepted>[2], data: object) => {
    ;({ seq } = await accepted(at, olga, type, data))
  }
  const read = async (path: string) => (await at.call(path, { token: olga.token })).json()
  return {
    olga,
    async add(name: string, buildingId?: string) {
      const siteId = uuid()
      await give('AddSite', { siteId, name, ...(buildingId ? { buildingId } : {}) })
      return siteId
    },
    give,
    refusal: async (siteId: string, into: string) =>
      (await sendCommands(at, olga, command('MergeSite', { siteId, into })))[0]?.error,
    page: async (siteId: string) => siteAnswer.parse(await read(`${pathTo(paths.site, { siteId })}?after=${seq}`)),
    listed: async (query: string) => sitesAnswer.parse(await read(`${paths.sites}?${query}&after=${seq}`)).sites,
  }
}

test('the flats of a merged building are those of the one that was kept, on its page, in the list and in a search', async () => {
  const { add, give, page, listed } = await company()
  const kept = await add('The House, Mill Lane')
  const merged = await add('Mill Lane House')
  const ownFlat = await add('Flat 1, Mill Lane', kept)
  const flat = await add('Flat 2, Mill Lane', merged)
  await give('MergeSite', { siteId: merged, into: kept })

  const flats = [
    { siteId: ownFlat, name: 'Flat 1, Mill Lane' },
    { siteId: flat, name: 'Flat 2, Mill Lane' },
  ]
  expect(await page(kept)).toMatchObject({ flats, flatCount: 2 })
  expect(await page(flat)).toMatchObject({ building: { siteId: kept, name: 'The House, Mill Lane' } })
  expect(await page(merged)).toMatchObject({ mergedInto: { siteId: kept }, flats: [], flatCount: 0 })
  const figures = async (query: string) => (await listed(query)).map(({ name, flats: count }) => [name, count])
  expect(await figures('')).toEqual([
    ['Flat 1, Mill Lane', 0],
    ['Flat 2, Mill Lane', 0],
    ['The House, Mill Lane', 2],
  ])

  // As a building it comes first, also if it has flats by the merge alone.
  await give('EditSite', { siteId: ownFlat, buildingId: '' })
  expect(await figures('search=mill+lane')).toEqual([
    ['The House, Mill Lane', 1],
    ['Flat 1, Mill Lane', 0],
    ['Flat 2, Mill Lane', 0],
  ])

  await give('UndoSiteMerge', { siteId: merged })
  expect(await page(kept)).toMatchObject({ flats: [], flatCount: 0 })
  expect(await page(merged)).toMatchObject({ flats: [{ siteId: flat }], flatCount: 1 })
  expect(await figures('search=mill+lane')).toEqual([
    ['Mill Lane House', 1],
    ['Flat 1, Mill Lane', 0],
    ['Flat 2, Mill Lane', 0],
    ['The House, Mill Lane', 0],
  ])
})

test('several buildings are merged into one, which none is merged further with, and a flat that was merged is none', async () => {
  const { add, give, page, refusal } = await company()
  const [kept, first, second, third] = [await add('A'), await add('B'), await add('C'), await add('D')]
  const flats = [await add('B 1', first), await add('C 1', second), await add('C 2', second)]
  await give('MergeSite', { siteId: first, into: kept })
  await give('MergeSite', { siteId: second, into: kept })
  await give('MergeSite', { siteId: flats[2] ?? '', into: flats[1] ?? '' })
  expect(await page(kept)).toMatchObject({ flats: [{ siteId: flats[0] }, { siteId: flats[1] }], flatCount: 2 })
  expect(await refusal(kept, third)).toBe(
    'Other sites were merged into A. Undo those merges first, or merge the other way round.',
  )
  expect(await refusal(third, second)).toBe('C was itself merged into A. Merge into A instead.')
})

test('merges make no chains, no building of its own flat and no flat of a flat, however far the projector is behind', async () => {
  const still = await startServer({}, { projector: false })
  try {
    // It knows the sites of the one company, and nothing of the other's.
    const live = startProjectorPart('live', still)
    const known = await namedSites(still)
    await known.page(known.court)
    await live.stop()
    for (const one of [known, await namedSites(still)]) {
      const { give, refusal, house, block, court, flat } = one
      expect(await refusal(house, flat)).toMatch(/^House has flats, and Flat is itself in a building\./)
      await give('MergeSite', { siteId: house, into: block })
      expect(await refusal(block, court)).toMatch(/^Other sites were merged into Block\./)
      const [put] = await sendCommands(still, one.olga, command('EditSite', { siteId: block, buildingId: court }))
      expect(put?.error).toBe('A building cannot be part of another building.')
    }
  } finally {
    await still.close()
  }
})

test.each([
  ['the projector has folded all', true],
  ['it has folded nothing', false],
])(
  'a merge is not undone into a building that is in another one, which jobs alone may have named, when %s',
  async (_, isFolded) => {
    const still = await startServer({}, { projector: isFolded })
    try {
      const { olga, add, give } = await company(still)
      const settled = () => (isFolded ? untilProjected(still) : undefined)
      const undo = async (siteId: string) =>
        (await sendCommands(still, olga, command('UndoSiteMerge', { siteId })))[0]?.error
      const { jobId } = await createJob(still, olga, { apartmentName: 'Mill Estate' })
      const [house, block, kept] = [await add('House'), await add('Block'), await add('Flat 2')]
      const flat = await add('Flat 1', house)
      await give('MergeSite', { siteId: flat, into: kept })
      await settled()
      await give('EditSite', { siteId: block, buildingId: siteIdOf(jobId, 1) })
      await give('MergeSite', { siteId: house, into: block })
      await settled()
      expect(await undo(flat)).toBe(
        'Without the merge, Flat 1 would be in Block, which is itself in Mill Estate. Take Block out of its building first.',
      )
      await give('EditSite', { siteId: block, buildingId: '' })
      await give('UndoSiteMerge', { siteId: flat })

      await give('UndoSiteMerge', { siteId: house })
      await give('EditSite', { siteId: flat, buildingId: '' })
      await settled()
      await mergeIntoItsFlat(still, olga, { house, flat })
      await give('EditSite', { siteId: kept, buildingId: flat })
      await settled()
      expect(await undo(house)).toBe(
        'Without the merge, Flat 2 would be in Flat 1, which is itself in House. Take Flat 2 out of its building first.',
      )
    } finally {
      await still.close()
    }
  },
)

/** As was once allowed: no command does it any more, so its events are put into the log as they are. */
async function mergeIntoItsFlat(at: TestServer, olga: SignedInTest, { house, flat }: { house: string; flat: string }) {
  const { companyId } = olga.user
  const { ledgerPool } = at.services
  const put = async (given: Command, event: Event) => {
    const { length } = await readStream(ledgerPool, companyId, target(given).streamId)
    const decided = { events: [event], expectedVersion: length }
    await appendOrConflict(ledgerPool, appendOf({ companyId, role: 'system' }, given, decided, serverStamp()))
  }
  const merge: Command = { type: 'MergeSite', data: { siteId: house, into: flat } }
  await put(merge, { type: 'SiteMerged', data: { into: flat, called: 'Flat 1' } })
  const move: Command = { type: 'EditSite', data: { siteId: flat, buildingId: house } }
  await put(move, { type: 'SiteBuildingSet', data: { buildingId: house, called: 'House' } })
}

/** A company with three sites, and a flat in the first. */
async function namedSites(at: TestServer) {
  const one = await company(at)
  const [house, block, court] = [await one.add('House'), await one.add('Block'), await one.add('Court')]
  return { ...one, house, block, court, flat: await one.add('Flat', house) }
}
