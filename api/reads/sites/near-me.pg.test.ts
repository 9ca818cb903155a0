import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { metresBetween } from '#core/model/places/position.ts'
import { metresFrom, placeOfNear } from '#core/site/location/near.ts'
import { siteAnswer, sitesAnswer } from '#core/wire/jobs/sites.ts'
import { sitesPageSize } from '#core/wire/list-options.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { erasableWith, erasureOf, foundIn, untilErased } from '#test/server/erasures.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const get = (path: string, { token }: SignedInTest) => server.call(path, { token })
const listed = async (query: string, who: SignedInTest) =>
  sitesAnswer.parse(await (await get(`${paths.sites}?${query}`, who)).json())
const namesOf = async (query: string, who: SignedInTest) => (await listed(query, who)).sites.map((one) => one.name)

const leeds = '53.795,-1.548'

async function site(who: SignedInTest, name: string, place?: { latitude: number; longitude: number }) {
  const siteId = uuid()
  const { seq } = await accepted(server, who, 'AddSite', { siteId, name })
  if (!place) return { siteId, seq }
  return { siteId, ...(await accepted(server, who, 'LocateSite', { siteId, ...place, accuracy: 12, from: 'none' })) }
}

test('sites with a location come by their distance, page by page, and only those of the company', async () => {
  const [olga, stranger] = [await server.registerCompany(), await server.registerCompany()]
  const tom = await addMember(server, olga, 'team')
  await site(stranger, 'Next Door', placeOfNear(leeds))
  await site(olga, 'Without a location')
  await createJob(server, olga, { apartmentName: 'Only named by a job' })
  // Some are far enough apart for the earth's shape to matter, some are in one street, and two are at one place.
  const places = Array.from({ length: sitesPageSize + 6 }, (_, nth) => ({
    latitude: 53.795 + Math.sin(nth * 7) * 2 ** -nth * 30,
    longitude: -1.548 + Math.cos(nth * 5) * 2 ** -(nth % 11) * 80,
  }))
  const given = [...places, { latitude: 53.8, longitude: -1.5 }, { latitude: 53.8, longitude: -1.5 }]
  let seq = 0
  for (const [nth, place] of given.entries()) ({ seq = 0 } = await site(olga, `Site ${nth + 100}`, place))
  const away = (nth: number) => metresBetween(placeOfNear(leeds), given[nth] ?? { latitude: 0, longitude: 0 })
  const byDistance = [...given.keys()]
    .toSorted((one, other) => Math.round(away(one)) - Math.round(away(other)) || one - other)
    .map((nth) => `Site ${nth + 100}`)

  for (const who of [olga, tom]) {
    const first = await listed(`after=${seq}&near=${leeds}`, who)
    const second = await listed(`near=${leeds}&page=2`, who)
    expect([...first.sites, ...second.sites].map((one) => one.name)).toEqual(byDistance)
    expect(first).toMatchObject({ totalResults: given.length, totalPages: 2 })
    const [nearest] = first.sites
    expect(nearest?.metresAway).toBe(Math.round(away(Number(nearest?.name.slice(5)) - 100)))
  }
  expect(JSON.stringify(await listed(`near=${leeds}`, tom))).not.toMatch(/office|agency/)
  expect((await listed('', olga)).sites.every((one) => one.metresAway === undefined)).toBe(true)
  expect(await namesOf(`near=${leeds}`, stranger)).toEqual(['Next Door'])
})

test('what is near is searched and filtered as the list is; a merged site and a removed location are no longer near', async () => {
  const olga = await server.registerCompany()
  const tom = await addMember(server, olga, 'team')
  const mill = await site(olga, 'Mill House', { latitude: 53.9, longitude: -1.5 })
  const lane = await site(olga, 'Mill Lane', { latitude: 53.8, longitude: -1.548 })
  const road = await site(olga, 'Ash Road', { latitude: 53.796, longitude: -1.548 })
  const { seq } = await createJob(server, olga, { apartmentName: 'Mill House' })
  expect(await namesOf(`after=${seq}&near=${leeds}`, olga)).toEqual(['Ash Road', 'Mill Lane', 'Mill House'])
  expect(await namesOf(`near=${leeds}&search=mill`, tom)).toEqual(['Mill Lane', 'Mill House'])
  expect(await namesOf(`near=${leeds}&search=mill+house`, olga)).toEqual(['Mill House'])
  expect(await namesOf(`near=${leeds}&filter=open`, tom)).toEqual(['Mill House'])
  expect(await namesOf('near=53.9,-1.5', tom)).toEqual(['Mill House', 'Mill Lane', 'Ash Road'])

  await accepted(server, olga, 'MergeSite', { siteId: road.siteId, into: mill.siteId })
  const removed = await accepted(server, tom, 'RemoveSiteLocation', { siteId: lane.siteId })
  expect(await namesOf(`after=${removed.seq}&near=${leeds}`, olga)).toEqual(['Mill House'])
  const csv = await (await get(paths.exportSites, tom)).text()
  expect(csv).toContain('Postcode,Latitude,Longitude,Access')
  expect(csv).toMatch(/Mill House,,,53\.9,-1\.5,/)
})

test('the team locates a site that only jobs have named, and is told if someone else has moved it since', async () => {
  const olga = await server.registerCompany()
  const tom = await addMember(server, olga, 'team')
  const { jobId, seq } = await createJob(server, olga, { apartmentName: '7 Kestrel Mews' })
  const { site: named } = siteAnswer.parse(
    await (await get(`${pathTo(paths.siteOfJob, { jobId })}?after=${seq}`, tom)).json(),
  )
  const { siteId } = named
  const door = { latitude: 53.794_601, longitude: -1.5478, accuracy: 12 }
  const saved = await accepted(server, tom, 'LocateSite', { siteId, ...door, from: 'none' })
  const answer = await (await get(`${pathTo(paths.site, { siteId })}?after=${saved.seq}`, tom)).json()
  expect(siteAnswer.parse(answer).site).toMatchObject({
    name: '7 Kestrel Mews',
    location: { latitude: 53.7946, longitude: -1.5478, accuracy: 12 },
  })
  const [late] = await sendCommands(
    server,
    olga,
    command('LocateSite', { siteId, ...door, latitude: 53.8, from: 'none' }),
  )
  expect(late).toMatchObject({ status: 'refused', error: 'Someone else has changed this field.', field: 'location' })
  const { entries } = await (await get(`${paths.history}?kind=sites&after=${saved.seq}`, olga)).json()
  expect(entries[0]).toMatchObject({ sentence: 'saved the location of the site, within 12 m' })
})

test('a location is erased as an address is: from the history, the site and what is near', async () => {
  const owner = await server.registerCompany()
  const { siteId, seq = 0 } = await site(owner, 'Ashdown Yard', { latitude: 53.794_63, longitude: -1.547_81 })
  expect(await foundIn(server, ['53.79463', '1.54781'])).not.toEqual([])
  const { texts } = await erasableWith(server, owner, seq)
  expect(texts.map(({ field, text }) => [field, text])).toEqual([
    ['latitude', '53.79463'],
    ['longitude', '-1.54781'],
  ])
  expect((await server.call(paths.erasures, { token: owner.token, body: erasureOf(texts) })).status).toBe(200)
  await untilErased(server)
  expect(await foundIn(server, ['53.79463', '1.54781'])).toEqual([])
  expect(await namesOf(`near=${leeds}`, owner)).toEqual([])
  const answer = siteAnswer.parse(await (await get(pathTo(paths.site, { siteId }), owner)).json())
  expect(answer.site).not.toHaveProperty('location')
})

test('a place that is none, or more exact than it need be, is not taken', async () => {
  const olga = await server.registerCompany()
  for (const near of ['Leeds', '53.7946,-1.548', '91,0', '53.795', '0,181'])
    expect((await get(`${paths.sites}?near=${encodeURIComponent(near)}`, olga)).status, near).toBe(400)
  expect((await get(`${paths.exportSites}?near=${leeds}`, olga)).status).toBe(400)
  expect(metresFrom(leeds, placeOfNear(leeds))).toBe(0)
})
