import type { View } from '#core/views/messages.ts'
import type { GivenNow } from './give-now.ts'
import { agencies } from './invented-texts.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Crew } from './step.ts'

/** Views that the office shares, and one that its first member keeps to themselves. */
export function savedViews(companyId: string, now: number, { office: [by] }: Crew, random: SeededRandom): GivenNow[] {
  const views: readonly (Omit<View, 'viewId'> & { listOf: string })[] = [
    { listOf: companyId, name: 'Quotes out', warning: 'quote sent', sort: 'createdAt', direction: 'asc' },
    { listOf: companyId, name: agencies[0], agency: agencies[0], among: 'unassigned' },
    { listOf: by, name: 'No access this month', warning: 'no access', visit: 'thisMonth' },
  ]
  return views.map(({ listOf, ...view }) => ({
    by,
    command: { type: 'SaveView', data: { listOf, view: { viewId: random.id(now), ...view } } },
  }))
}
