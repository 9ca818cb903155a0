import type pg from 'pg'
import type { CompanyEntry } from '#core/history/company-entry.ts'
import { readInCompany } from '#ledger/database/connect.ts'

type Run = { user_id: string; file_name: string; started_at: string; ended_at: string | null }

/** Whether an id is a UUID of version 5, which follows from a name. */
const isNamed = (id: string) => id.charAt(14) === '5'

/** The ids of an import's commands and jobs follow from its rows, as no other's do. */
const mayBeImported = ({ stream, streamId, commandId }: CompanyEntry) =>
  stream === 'job' && isNamed(commandId) && isNamed(streamId)

/** Says of what was imported from which file: that of the person's import that ran when it was recorded. */
export async function importedFrom(pool: pg.Pool, companyId: string, entries: CompanyEntry[]): Promise<CompanyEntry[]> {
  if (!entries.some(mayBeImported)) return entries
  const [{ rows }] = await readInCompany(pool, companyId, [
    {
      name: 'import-runs-by-time',
      text: `
        select user_id, file_name, created_at as started_at, ended_at from import_run
        where company_id = $1 and started_at is not null order by created_at desc`,
      values: [companyId],
    },
  ])
  const runs: Run[] = rows
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
