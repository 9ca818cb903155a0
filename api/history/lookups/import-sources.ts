import type pg from 'pg'
import type { CompanyEntry } from '#core/history/company-entry.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** Whether an id is a UUID of version 5, which is derived from a name. */
const isDerived = (id: string) => id.charAt(14) === '5'

/** Only imports derive the ids of their commands and jobs, from the rows of the file. */
const mayBeImported = ({ stream, streamId, commandId }: CompanyEntry) =>
  stream === 'job' && isDerived(commandId) && isDerived(streamId)

/** Adds to imported entries the name of their file: that of the author's import that was running when they were recorded. */
export async function importedFrom(pool: pg.Pool, companyId: string, entries: CompanyEntry[]): Promise<CompanyEntry[]> {
  if (!entries.some(mayBeImported)) return entries
  const [{ rows: runs }] = await readInCompany(pool, companyId, [startedRuns({ companyId })])
  return entries.map((entry) => {
    if (!mayBeImported(entry)) return entry
    const { actorId, recordedAt } = entry
    const run = runs.find(
      (one) =>
        one.user_id === actorId &&
        one.started_at <= recordedAt &&
        (one.ended_at === null || recordedAt <= one.ended_at),
    )
    return { ...entry, importedFrom: run?.file_name ?? '' }
  })
}

const startedRuns = statement('import-runs-by-time', (p: Parameters<{ companyId: string }>) =>
  db
    .selectFrom('import_run')
    .select(['user_id', 'file_name', 'created_at as started_at', 'ended_at'])
    .where('company_id', '=', p.companyId)
    .where('started_at', 'is not', null)
    .orderBy('created_at', 'desc'),
)
