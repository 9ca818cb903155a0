import type pg from 'pg'
import type { ListAnswer, lists } from '#core/wire/jobs/jobs.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { namesQuery, seqQuery } from './documents.ts'

/** As many names as a person would look through. */
const mostNames = 20

/** Names in use in the company that contain the text, best match first. */
export async function readNameList(
  pool: pg.Pool,
  companyId: string,
  list: (typeof lists)[number],
  search = '',
): Promise<ListAnswer> {
  const [found, checkpoint] = await readInCompany(pool, companyId, [
    namesQuery(companyId, list, search, mostNames),
    seqQuery(companyId, list),
  ])
  return { names: found.rows.map((one) => one.name), seq: checkpoint.rows[0]?.seq ?? 0 }
}
