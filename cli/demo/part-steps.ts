import { jobRef } from '#core/job/values.ts'
import { parts, stock } from './invented-texts.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Crew, Step } from './step.ts'

const hour = 3_600_000
const day = 24 * hour
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/**
 * The parts ordered for the jobs of a story, and for stock, up to `until`: most have arrived, some are on the way and a few
 * are late. Jobs are named by the number that they get in the order of the story.
 */
export function partSteps(story: readonly Step[], until: number, crew: Crew, random: SeededRandom): Step[] {
  const created = story.filter((step) => step.type === 'CreateJob')
  return created.flatMap((job, place) => {
    if (!random.chance(0.12)) return []
    const forStock = random.chance(0.15)
    const [name, reference, category] = forStock ? random.pick(stock) : random.pick(parts)
    const bought = job.at + random.whole(1, 40) * hour
    const expected = bought + random.whole(1, 9) * day
    const partId = random.id(bought)
    const by = random.pick(random.chance(0.8) ? crew.office : crew.team)
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
        ...(random.chance(0.6) ? { link: `https://merchant.example/${reference.toLowerCase()}` } : {}),
        ...(random.chance(0.2)
          ? { notes: random.pick(['Supplier says the van leaves Monday.', 'Leave at the desk.']) }
          : {}),
      },
    }
    const arrived: Step = {
      at: expected + random.whole(-24, 60) * hour,
      by: random.pick(crew.team),
      type: 'SetPartStatus',
      data: { partId, status: 'received' },
    }
    return [added, arrived].filter((step) => step.at >= bought && step.at <= until)
  })
}
