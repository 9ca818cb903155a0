import { siteIdOf } from '#core/site/site-names.ts'
import type { GivenNow } from './give-now.ts'
import { agencies, buildings, tenants } from './invented-texts.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Crew, Step } from './step.ts'

/** A site of the demo, by the first job that named it. */
export type DemoSite = { siteId: string; name: string; building: string }

const day = 24 * 3_600_000
const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The sites that a story's jobs name, those with the newest jobs first. */
export function sitesOf(story: readonly Step[]): DemoSite[] {
  const created = story.flatMap(({ type, data: { jobId, apartmentName } }) =>
    type === 'CreateJob' ? [{ jobId: String(jobId), name: String(apartmentName) }] : [],
  )
  const first = new Map(created.toReversed().map(({ jobId, name }) => [name, siteIdOf(jobId, 1)]))
  return [...new Set(created.toReversed().map(({ name }) => name))].map((name) => ({
    name,
    siteId: first.get(name) ?? '',
    building: buildings.find((one) => name.endsWith(one)) ?? '',
  }))
}

/** Buildings that have a page of their own. */
export const blocksAt = (now: number, random: SeededRandom): DemoSite[] =>
  buildings.slice(0, 4).map((name) => ({ siteId: random.id(now), name, building: '' }))

const streets: readonly string[] = buildings

/** The address of a building, and so of the homes in it. */
function addressOf(building: string) {
  const place = streets.indexOf(building)
  return { address: `${10 + place * 7} Harbour Road, Wexcombe`, postcode: `WX${place + 1} 4QT` }
}

/** Where a worker saved that one of its homes is: invented, a few minutes' drive from the next building. */
function locationOf(building: string, random: SeededRandom) {
  const place = Math.max(0, streets.indexOf(building))
  const near = () => random.whole(0, 90) / 100_000
  return {
    latitude: 53.79 + 0.008 * place + near(),
    longitude: -1.6 + 0.013 * ((place * 5) % 7) + near(),
    accuracy: random.whole(5, 30),
  }
}

/** How to get into the newest sites, whom to call there and where they are, with the buildings of some of them. */
export function addressBook(
  { sites, blocks }: { sites: readonly DemoSite[]; blocks: readonly DemoSite[] },
  now: number,
  crew: Crew,
  random: SeededRandom,
): GivenNow[] {
  const by = () => random.pick(crew.office)
  const added = blocks.map(({ name, siteId }) => ({
    by: by(),
    command: {
      type: 'AddSite' as const,
      data: {
        siteId,
        name,
        ...addressOf(name),
        access: 'The main door has a keypad; the office has the code.',
        parking: 'Visitors’ bays behind the building.',
      },
    },
  }))
  const filled = sites.slice(0, tenants.length).flatMap(({ siteId, building }, place): GivenNow[] => {
    const buildingId = blocks.find(({ name }) => name === building)?.siteId
    const since = isoDay(now - random.whole(60, 900) * day)
    const contactId = random.id(now)
    const tenant = tenants[place] ?? tenants[0]
    const telephone = `07700 900${200 + place}`
    return [
      {
        by: by(),
        command: {
          type: 'EditSite',
          data: {
            siteId,
            ...addressOf(building),
            agency: random.pick(agencies),
            access: random.pick([
              'Ring the bell, the tenant works from home.',
              'Key safe by the door.',
              'Concierge has a key.',
            ]),
            stopcock: random.pick(['Under the kitchen sink', 'Hall cupboard', 'Beside the boiler']),
            ...(buildingId ? { buildingId } : {}),
          },
        },
      },
      {
        by: by(),
        command: {
          type: 'SetSiteContact',
          data: { siteId, contactId, role: 'tenant', name: tenant, telephone, email: '', from: since },
        },
      },
      {
        by: random.pick(crew.team),
        command: { type: 'LocateSite', data: { siteId, ...locationOf(building, random) } },
      },
    ]
  })
  return [...added, ...filled]
}
