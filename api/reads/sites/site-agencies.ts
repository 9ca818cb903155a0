import { type Expression, sql } from 'kysely'
import type pg from 'pg'
import { seqQuery } from '#api/reads/documents.ts'
import { erasedText } from '#core/model/erased-text.ts'
import { mostSiteAgencies, type SiteAgenciesAnswer } from '#core/wire/jobs/sites.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { liveSites } from './site-tables.ts'

/** The first agency after one, by the index of them. */
const agencyAfter = (p: Parameters<{ companyId: string }>, before: Expression<string>) =>
  liveSites(p)
    .select('site_row.agency')
    .where('site_row.merged_into', 'is', null)
    .where('site_row.agency', '<>', '')
    .where('site_row.agency', '>', before)
    .orderBy('site_row.agency')
    .limit(1)
    .$asScalar()

/** Goes from one agency to the next, so that it reads as many rows as there are agencies, however many sites each has. */
const agencies = statement('site-agencies', (p: Parameters<{ companyId: string; most: number }>) =>
  db
    .withRecursive('found(agency)', (read) =>
      read.selectNoFrom(agencyAfter(p, sql`''`).as('agency')).unionAll(
        read
          .selectFrom('found')
          .select(({ ref }) => agencyAfter(p, ref('found.agency').$castTo<string>()).as('agency'))
          .where('found.agency', 'is not', null),
      ),
    )
    .selectFrom('found')
    .select('found.agency')
    .where('found.agency', 'is not', null)
    .limit(p.most),
)

/** The agencies that sites of the address book name, for the office to choose one. */
export async function readSiteAgencies(pool: pg.Pool, companyId: string): Promise<SiteAgenciesAnswer> {
  const [found, at] = await readInCompany(pool, companyId, [
    agencies({ companyId, most: mostSiteAgencies }),
    seqQuery(companyId, 'sites'),
  ])
  const names = found.rows.flatMap(({ agency }) => (agency === null || agency === erasedText ? [] : [agency]))
  const byText = new Map(names.toReversed().map((name) => [name.toLowerCase(), name]))
  return {
    agencies: [...byText.values()].toSorted((one, other) => one.localeCompare(other, 'en-GB')),
    seq: at.rows[0]?.seq ?? 0,
  }
}
