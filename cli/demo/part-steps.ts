import { jobRef } from '#core/job/values.ts'
import { parts, stock } from './invented-texts.ts'
import type { Chance } from './seeded-random.ts'
import type { Crew, Step } from './step.ts'

const hour = 3_600_000
const day = 24 * hour
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/**
 * What was ordered for the jobs of a story, and for stock, up to `until`: most of it has come, some is still to come, a little is
 * late. Jobs are known by the number that they get in the order of the story.
 */
export function partsOf(story: readonly Step[], until: number, crew: Crew, chance: Chance): Step[] {
  const created = story.filter((step) => step.type === 'CreateJob')
  return created.flatMap((job, place) => {
    if (!chance.of(0.12)) return []
    const forStock = chance.of(0.15)
    const [name, reference, category] = forStock ? chance.pick(stock) : chance.pick(parts)
    const bought = job.at + chance.whole(1, 40) * hour
    const expected = bought + chance.whole(1, 9) * day
    const partId = chance.id(bought)
    const by = chance.pick(chance.of(0.8) ? crew.office : crew.team)
    const added: Step = {
      at: bought,
      by,
      type: 'AddPart',
      data: {
        partId,
        name,
        reference,
        category,
        ...(forStock ? {} : { jobId: jobRef(place + 1), site: job.data.apartmentName }),
        purchaseDate: dayOf(bought),
        expectedDelivery: dayOf(expected),
        ...(chance.of(0.6) ? { link: `https://merchant.example/${reference.toLowerCase()}` } : {}),
        ...(chance.of(0.2)
          ? { notes: chance.pick(['Supplier says the van leaves Monday.', 'Leave at the desk.']) }
          : {}),
      },
    }
    const came: Step = {
      at: expected + chance.whole(-24, 60) * hour,
      by: chance.pick(crew.team),
      type: 'SetPartStatus',
      data: { partId, status: 'received' },
    }
    return [added, came].filter((step) => step.at >= bought && step.at <= until)
  })
}
