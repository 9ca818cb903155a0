import type pg from 'pg'
import type { Audience } from '#core/model/access.ts'
import { type EventsAnswer, type EventsQuery, eventsPage } from '#core/wire/history.ts'
import { readEntries } from './read-entries.ts'

/**
 * The events of a company after a seq, oldest first. A company's seqs have no gaps, so a page is the next seqs, of which the reader gets
 * what they may see: it may be empty while there is more.
 */
export async function readLog(
  pool: pg.Pool,
  companyId: string,
  audience: Audience,
  { after = 0, limit = eventsPage.usual }: EventsQuery,
): Promise<EventsAnswer> {
  const page = { since: after, before: after + limit + 1 }
  const { entries, people, seq } = await readEntries(pool, companyId, page, limit, audience)
  const next = Math.max(after, Math.min(after + limit, seq))
  return { events: entries.reverse(), people, next, isMore: next < seq, seq }
}
