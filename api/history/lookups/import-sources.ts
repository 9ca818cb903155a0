import type pg from 'pg'
import type { CompanyEntry } from '#core/history/company-entry.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** Whether an id is a UUID of version 5, which is derived from a name. */
const isDerived = (id: string) => id.charAt(14) === '5'

/** Imports derive the ids of their commands and jobs from the rows of the file. Others derive ids too, the server's own work among them. */
const mayBeImported = ({ stream, streamId, commandId, actorId }: CompanyEntry) =>
  stream === 'job' && actorId !== undefined && isDerived(commandId) && isDerived(streamId)

/**
 * In milliseconds: what an import does with a job it has just created follows at once. After a longer time, an entry on that job is taken
 * for the import's only while one of its author was running.
 */
const atOnce = 10_000

/**
 * Adds to imported entries the name of their file: that of the author's import that was running when they were recorded, or none once
 * that is forgotten. Only jobs that their author created by a derived command were imported.
 */
export async function importedFrom(pool: pg.Pool, companyId: string, entries: CompanyEntry[]): Promise<CompanyEntry[]> {
  const jobIds = new Set(entries.filter(mayBeImported).map(({ streamId }) => streamId))
  if (jobIds.size === 0) return entries
  const [{ rows: runs }, { rows: creations }] = await readInCompany(pool, companyId, [
    startedRuns({ companyId }),
    creationsOf({ companyId, jobIds: [...jobIds] }),
  ])
  const createdBy = new Map(creations.map((one) => [one.streamId, one]))
  return entries.map((entry) => {
    const file = mayBeImported(entry) ? fileOf(entry, createdBy.get(entry.streamId), runs) : undefined
    return file === undefined ? entry : { ...entry, importedFrom: file }
  })
}

/** How a job was created, and a run of an import. */
type Creation = { actorId: string | null; commandId: string; recordedAt: string }
type Run = { user_id: string; file_name: string; started_at: string; ended_at: string | null }

/** The name of the file that an entry on a job is from, empty if it is forgotten; undefined if it is from none. */
export function fileOf(
  { actorId, recordedAt }: Pick<CompanyEntry, 'actorId' | 'recordedAt'>,
  created: Creation | undefined,
  runs: readonly Run[],
): string | undefined {
  if (!created || created.actorId !== actorId || !isDerived(created.commandId)) return undefined
  const run = runs.find(
    (one) =>
      one.user_id === actorId && one.started_at <= recordedAt && (one.ended_at === null || recordedAt <= one.ended_at),
  )
  const isAtOnce = Date.parse(recordedAt) - Date.parse(created.recordedAt) <= atOnce
  return run?.file_name ?? (isAtOnce ? '' : undefined)
}

const startedRuns = statement('import-runs-by-time', (p: Parameters<{ companyId: string }>) =>
  db
    .selectFrom('import_run')
    .select(['user_id', 'file_name', 'created_at as started_at', 'ended_at'])
    .where('company_id', '=', p.companyId)
    .where('started_at', 'is not', null)
    .orderBy('created_at', 'desc'),
)

const creationsOf = statement('creations-of-jobs', (p: Parameters<{ companyId: string; jobIds: readonly string[] }>) =>
  db
    .selectFrom('event')
    .select(['stream_id as streamId', 'actor_id as actorId', 'command_id as commandId', 'recorded_at as recordedAt'])
    .where('company_id', '=', p.companyId)
    .where('version', '=', 1)
    .where((event) => event('stream_id', '=', event.fn.any(p.jobIds))),
)
