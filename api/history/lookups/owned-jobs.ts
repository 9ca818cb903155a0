import type pg from 'pg'
import { isSameAgency, ownedSince } from '#core/api-keys/only-jobs-of.ts'
import type { CompanyEntry } from '#core/history/company-entry.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { eventColumns, storedEvent } from '#ledger/log/read.ts'

type Place = Pick<StoredEvent, 'seq' | 'stream' | 'streamId'>
type Wanted = { companyId: string; agency: string; events: readonly Place[] }

/**
 * Whether an agency may be told of an event: it is about a job of theirs, and not of the time when the job was another's. Read from the
 * log as it is now, in a transaction of the company.
 */
export async function agencySees(
  client: pg.ClientBase,
  { companyId, agency, events }: Wanted,
): Promise<(event: Place) => boolean> {
  const jobIds = [...new Set(events.filter(({ stream }) => stream === 'job').map(({ streamId }) => streamId))]
  const referrals = jobIds.length > 0 ? (await rowsOf(client, referred({ companyId, jobIds }))).map(storedEvent) : []
  const byJob = Map.groupBy(referrals, ({ streamId }) => streamId)
  const since = new Map(
    jobIds.map((jobId) => {
      const named = (byJob.get(jobId) ?? []).map((one) => ({
        seq: one.seq,
        ...(one.type === 'JobReferred' ? { agency: one.data.agency } : {}),
      }))
      return [jobId, ownedSince(named, agency)]
    }),
  )
  return ({ stream, streamId, seq }) => {
    const from = stream === 'job' ? since.get(streamId) : undefined
    return from !== undefined && seq >= from
  }
}

/** An entry without the values that a job had while it was another agency's: those before the event that gave it to this one. */
export function withoutOthersValues(entry: CompanyEntry, agency: string): CompanyEntry {
  const before = entry.changes.find(({ field }) => field === 'agency')?.from
  if (typeof before !== 'string' || before === '' || isSameAgency(before, agency)) return entry
  return { ...entry, changes: entry.changes.map(({ from: _, ...rest }) => rest) }
}

const referred = statement('referrals-of-jobs', (p: Parameters<{ companyId: string; jobIds: readonly string[] }>) =>
  db
    .selectFrom('event')
    .select(eventColumns)
    .where('company_id', '=', p.companyId)
    .where('type', '=', 'JobReferred')
    .where((event) => event('stream_id', '=', event.fn.any(p.jobIds)))
    .orderBy('seq'),
)
