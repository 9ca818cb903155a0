import type pg from 'pg'
import type { Audience } from '#core/model/access.ts'
import { type EventsAnswer, type EventsQuery, eventsPage } from '#core/wire/history.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { agencySees, withoutOthersValues } from './lookups/owned-jobs.ts'
import { type EntriesWithPeople, keptEntries, readEntries } from './read-entries.ts'

/**
 * The events of a company after a seq, oldest first. A company's seqs have no gaps, so a page is the next seqs, of which the reader gets
 * what they may see: it may be empty while there is more. With `onlyAgency` that is what is about jobs of this agency.
 */
export async function readLog(
  pool: pg.Pool,
  companyId: string,
  audience: Audience,
  { after = 0, limit = eventsPage.usual }: EventsQuery,
  onlyAgency?: string,
): Promise<EventsAnswer> {
  const page = { since: after, before: after + limit + 1 }
  const read = await readEntries(pool, companyId, page, limit, audience)
  const { seq } = read
  const { entries, people } =
    onlyAgency === undefined ? read : await ofAgency(pool, { companyId, agency: onlyAgency }, read)
  const next = Math.max(after, Math.min(after + limit, seq))
  return { events: entries.reverse(), people, next, isMore: next < seq, seq }
}

/** What is about jobs of an agency. Whose they are is read after the entries: a job that has just become another's is left out. */
export async function ofAgency(
  pool: pg.Pool,
  { companyId, agency }: { companyId: string; agency: string },
  read: Pick<EntriesWithPeople, 'entries' | 'people'>,
) {
  const sees = await inCompany(pool, companyId, (client) =>
    agencySees(client, { companyId, agency, events: read.entries }),
  )
  return keptEntries(read, (entry) => (sees(entry) ? withoutOthersValues(entry, agency) : undefined))
}
