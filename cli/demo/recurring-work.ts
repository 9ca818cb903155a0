import type { RecurringForm } from '#core/recurring/messages.ts'
import type { DemoSite } from './address-book.ts'
import type { GivenNow } from './give-now.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Crew } from './step.ts'

const day = 24 * 3_600_000

/** Gas checks of some homes and what is done for whole buildings, each with its first date in the coming weeks or months. */
export function recurringWork(
  { sites, blocks }: { sites: readonly DemoSite[]; blocks: readonly DemoSite[] },
  now: number,
  crew: Crew,
  random: SeededRandom,
): GivenNow[] {
  const setUp = ({ siteId }: DemoSite, { rule, ...kind }: Kind): GivenNow => {
    const date = new Date(now + random.whole(10, 60) * day)
    const first = date.toISOString().slice(0, 10)
    const form: RecurringForm = { ...kind, siteId, rule: rule(first, date), holidays: 'next working day' }
    const data = { recurringId: random.id(now), ...form }
    return { by: random.pick(crew.office), command: { type: 'SetUpRecurringWork', data } }
  }
  const homes = sites.slice(0, 6).map((site) => setUp(site, gasCheck))
  return [...homes, ...blocks.flatMap((block) => [setUp(block, gutters), setUp(block, fireDoors)])]
}

type Kind = Pick<RecurringForm, 'title' | 'leadDays' | 'tasks' | 'check'> & {
  rule(first: string, date: Date): RecurringForm['rule']
}

const gasCheck: Kind = {
  title: 'Gas safety check',
  leadDays: 28,
  tasks: [{ description: 'Check boiler, hob and flue, and leave the record', price: 9_500 }],
  check: 'gas safety',
  rule: (first, date) => ({
    repeats: 'yearly',
    every: 1,
    on: [{ month: date.getUTCMonth() + 1, day: date.getUTCDate() }],
    first,
  }),
}

const gutters: Kind = {
  title: 'Gutter clearing',
  leadDays: 14,
  tasks: [{ description: 'Clear gutters and outlets', price: 16_000 }],
  rule: (first) => ({
    repeats: 'yearly',
    every: 1,
    on: [
      { month: 4, place: 2, weekday: 'TU' },
      { month: 11, place: 2, weekday: 'TU' },
    ],
    first,
  }),
}

const fireDoors: Kind = {
  title: 'Fire doors',
  leadDays: 7,
  tasks: [{ description: 'Check closers, seals and gaps of all fire doors', price: 4_000 }],
  rule: (first) => ({ repeats: 'monthly', every: 3, on: [{ place: 1, weekday: 'MO' }], first }),
}
