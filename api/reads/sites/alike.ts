import type pg from 'pg'
import { inTurns } from '#api/http/turns/in-turns.ts'
import { nearDuplicateSteps } from '#core/site/near-duplicates.ts'
import type { AlikeSitesAnswer } from '#core/wire/jobs/sites.ts'
import { readSitesToCompare } from './sites.ts'

/** As many pairs as a person would look through. */
const mostPairs = 100

/** The sites whose names look like the same place, without the pairs that the office keeps apart. */
export async function readAlikeSites(pool: pg.Pool, companyId: string): Promise<AlikeSitesAnswer> {
  const { sites, seq } = await readSitesToCompare(pool, companyId)
  const found = await inTurns(nearDuplicateSteps(sites))
  const pairs = found
    .filter(({ one, other }) => !one.keptApart.includes(other.siteId) && !other.keptApart.includes(one.siteId))
    .toSorted((one, other) => other.similarity - one.similarity)
    .slice(0, mostPairs)
  const named = ({ siteId, name }: { siteId: string; name: string }) => ({ siteId, name })
  return {
    pairs: pairs.map(({ one, other, similarity }) => ({ one: named(one), other: named(other), similarity })),
    seq,
  }
}
