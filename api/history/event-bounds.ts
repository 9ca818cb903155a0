import { type Expression, expressionBuilder, sql } from 'kysely'
import type { Parameters } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import type { Tables } from '#ledger/database/tables.ts'

/** The bounds of a search by seq and by instant; `before` and `until` are exclusive, as is `since`. */
export const bounds = ['before', 'since', 'from', 'until'] as const
export type Bound = (typeof bounds)[number]

export type BoundParameters = Parameters<{
  companyId: string
  before: number
  since: number
  from: string
  until: string
}>

const event = expressionBuilder<Tables, 'event'>()

/** The conditions of some bounds. */
export const withinBounds = (p: BoundParameters, set: readonly Bound[]) =>
  event.and(set.flatMap((name) => conditions[name](p)))

const conditions = {
  before: (p: BoundParameters) => [event('seq', '<', p.before)],
  since: (p: BoundParameters) => [event('seq', '>', p.since)],
  from: (p: BoundParameters) => [
    event('recorded_at', '>=', instant(p.from)),
    event('seq', '>', sql<number>`${firstFrom(p.companyId, instant(p.from))} - ${sql.lit(disorder)}`),
  ],
  until: (p: BoundParameters) => [
    event('recorded_at', '<', instant(p.until)),
    event('seq', '<', sql<number>`${firstFrom(p.companyId, instant(p.until))} + ${sql.lit(disorder)}`),
  ],
}

const instant = (text: Expression<string>) => sql<string>`${text}::timestamptz`

/** Events are timed before they get their seq, so neighbours may have their times in another order. */
const disorder = 1_000

/** Roughly the first seq recorded from an instant on, found in the gapless ledger by binary search. */
const firstFrom = (companyId: Expression<string>, from: Expression<string>) =>
  db
    .withRecursive('halves(low, high)', (read) =>
      read
        .selectFrom('company_head')
        .select(({ eb }) => [sql<number>`0::bigint`.as('low'), eb('seq', '+', 1).as('high')])
        .where('company_id', '=', companyId)
        .unionAll(
          read
            .selectFrom(
              read
                .selectFrom('halves')
                .select(({ ref }) => ['low', 'high', sql<number>`(${ref('low')} + ${ref('high')}) / 2`.as('middle')])
                .where(({ eb, ref }) => eb(eb(ref('high'), '-', ref('low')), '>', 1))
                .offset(0)
                .as('half'),
            )
            .crossJoinLateral(({ selectFrom }) =>
              selectFrom('event')
                .select((one) => one('event.recorded_at', '<', from).as('earlier'))
                .where('event.company_id', '=', companyId)
                .whereRef('event.seq', '=', 'half.middle')
                .offset(0)
                .as('looked'),
            )
            .select(({ ref }) => [
              sql<number>`case when ${ref('looked.earlier')} then ${ref('half.middle')} else ${ref('half.low')} end`.as(
                'low',
              ),
              sql<number>`case when ${ref('looked.earlier')} then ${ref('half.high')} else ${ref('half.middle')} end`.as(
                'high',
              ),
            ]),
        ),
    )
    .selectFrom('halves')
    .select(({ fn }) => fn.min('high').as('first'))
