import type { Request } from 'express'
import { sql } from 'kysely'
import type pg from 'pg'
import { HttpFailure, refused } from '#api/http/errors.ts'
import { refuse } from '#core/model/refusals.ts'
import { id } from '#core/model/values.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { liveOf } from '#ledger/read-models/live-generation.ts'
import { callsForOneAgency, nameOfCall } from './call-scopes.ts'

type Asked = { companyId: string; agency: string; path: string }

/**
 * Lets a call by a key for the jobs of one agency pass: throws a 403 for one that shows more than those, and the same 404 for a job of
 * somebody else as for one that does not exist. Lists leave out the others themselves.
 */
export async function passForOneAgency(pool: pg.Pool, { companyId, agency, path }: Asked, req: Request): Promise<void> {
  if (!callsForOneAgency.has(nameOfCall(req.method, path)) || asksForThePast(req)) throw onlyOneAgency
  const { jobId } = req.params
  if (jobId === undefined) return
  const asked = id.safeParse(jobId)
  const [{ rows }] = asked.success
    ? await readInCompany(pool, companyId, [jobOfAgency({ companyId, agency, jobId: asked.data })])
    : [{ rows: [] }]
  if (rows.length === 0) throw refused(refuse('job-not-found'))
}

/** A job as it was may have been another agency's. */
const asksForThePast = ({ query }: Request) => query.version !== undefined || query.at !== undefined

const onlyOneAgency = new HttpFailure(403, {
  error: 'This API key is for the jobs of one agency alone, and this call shows more than those.',
  code: 'api-key-agency',
})

const jobOfAgency = statement('job-of-agency', (p: Parameters<{ companyId: string; jobId: string; agency: string }>) =>
  db
    .selectFrom('document')
    .select('key')
    .where('company_id', '=', p.companyId)
    .where('projection', '=', 'job')
    .where('generation', '=', liveOf(p.companyId, 'job').select('generation'))
    .where('key', '=', p.jobId)
    .where(sql<boolean>`lower(body #>> '{office,agency}') = lower(${p.agency})`),
)
