import { type Expression, sql } from 'kysely'
import type { Parameters } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { byWholeKey, liveOf } from '#ledger/read-models/live-generation.ts'
import { liveSites } from './site-tables.ts'

type OfCompany = Parameters<{ companyId: string }>

/** The sites that a site stands for: it, and what was merged into it. One that was merged itself stands for none. */
export const membersOf = (p: OfCompany, siteId: Expression<string>) =>
  db
    .selectNoFrom(sql<string>`${siteId}::uuid`.as('site_id'))
    .where(({ not, exists }) => not(exists(siteOf(p, siteId).where('named.merged_into', 'is not', null))))
    .unionAll(liveSites(p).select('site_row.site_id').where('site_row.merged_into', '=', siteId))

/**
 * The sites in a building, found by the index of the buildings that sites name: those that name it, or what was merged into it
 * (`buildingOf` in core says the same).
 */
export const flatsOf = (p: OfCompany, siteId: Expression<string>) =>
  liveSites(p)
    .where(sql<boolean>`site_row.building_id = any(array(${membersOf(p, siteId)}))`)
    .where('site_row.site_id', '<>', siteId)
    .where('site_row.merged_into', 'is', null)

/** The sites that others are in: those that flats name, each looked up once, or what these were merged into. */
export const buildings = (p: OfCompany) =>
  db
    .selectFrom(
      liveSites(p)
        .select('site_row.building_id')
        .distinct()
        .where('site_row.building_id', 'is not', null)
        .where('site_row.merged_into', 'is', null)
        .as('flat'),
    )
    .leftJoinLateral(
      siteOf(p, sql.ref('flat.building_id')).select('named.merged_into').offset(byWholeKey).as('named'),
      (join) => join.onTrue(),
    )
    .select(({ fn }) => [fn.coalesce('named.merged_into', 'flat.building_id').as('site_id')])

/** One site by its id, if it has events of its own. */
const siteOf = ({ companyId }: OfCompany, siteId: Expression<string>) =>
  db
    .selectFrom('site_row as named')
    .where('named.site_id', '=', siteId)
    .where('named.company_id', '=', companyId)
    .where('named.generation', '=', liveOf(companyId, 'sites').select('generation'))
