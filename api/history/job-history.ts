import { sql } from 'kysely'
import type pg from 'pg'
import { inTurns } from '#api/http/turns/in-turns.ts'
import { jobPartsDocument } from '#api/reads/documents.ts'
import { namesOf, peopleQueries } from '#api/reads/people.ts'
import { erasuresIn, type HistoryEntry, historySteps } from '#core/history/history.ts'
import { jobRef } from '#core/job/values.ts'
import { forTeam } from '#core/ledger/ledger.ts'
import { unreadableWords } from '#core/ledger/unreadable.ts'
import type { Audience } from '#core/model/access.ts'
import { type JobHistoryAnswer, type JobHistoryQuery, mostInPage } from '#core/wire/history.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { arrayStatementByShape } from '#ledger/database/statement.ts'
import { type Bounds, boundsOfPage, eventsOfPage, laterInJob, outlineOfJob, pageOfJob } from './job-page-bounds.ts'
import { readPartEvents } from './lookups/part-events.ts'
import { type AnyLine, entryLines, sorted } from './read-entries.ts'

/** A page as read; the addresses of its images are added later. */
type HistoryRead = Omit<JobHistoryAnswer, 'urls'>

/** Every image that the events added, including those deleted since. */
export const imagesIn = (events: HistoryRead['events']) =>
  events.flatMap((event) => (event.type === 'ImageAdded' ? [event.data] : []))

/** A page of a job's history, newest first; for the team, only the events it may see. Undefined when there is no such job. */
export async function readJobHistory(
  pool: pg.Pool,
  companyId: string,
  audience: Audience,
  jobId: string,
  { limit = mostInPage.events, before, since, until }: Omit<JobHistoryQuery, 'after'>,
): Promise<HistoryRead | undefined> {
  const place =
    before !== undefined ? 'before' : since !== undefined ? 'since' : until !== undefined ? 'until' : 'newest'
  const sought = { companyId, jobId, seq: before ?? since ?? 0, version: until ?? 0, most: limit + 1 }
  const [outlines, found] = await readInCompany(pool, companyId, [
    outlineOfJob(audience, { companyId, jobId }),
    pageOfJob({ audience, place }, sought),
  ])
  const [outline] = outlines.rows
  if (!outline || outline.seq === null) return undefined
  const { count, lastVersion, began, number, seq, unknownFrom } = outline
  const bounds = boundsOfPage(found.rows, limit)
  const { last, commandId } = bounds ?? { last: 0, commandId: jobId }
  const ofJob = { companyId, key: number === null ? '' : jobRef(number) }
  const [lines, laters, partsOfJob, accounts, details] = await readInCompany(pool, companyId, [
    linesOfPage(audience, { companyId, jobId, last, commandId }),
    laterInJob(audience, { companyId, jobId, version: last }),
    jobPartsDocument(ofJob),
    ...peopleQueries(companyId),
  ])
  const { entries, events, oldest, unread } = await entriesOf({ companyId, jobId }, audience, lines.rows)
  const unreadableFrom = lowest(unknownFrom, ...unread)
  const partIds = before === undefined ? (partsOfJob.rows[0]?.body.partIds ?? []) : []
  const [later] = laters.rows
  return {
    entries,
    events: events.filter(({ version }) => version < (unreadableFrom ?? Number.POSITIVE_INFINITY)),
    ...(unreadableFrom === undefined ? {} : { unreadableFrom }),
    partEvents: await readPartEvents(pool, companyId, partIds),
    people: namesOf([...accounts.rows, ...details.rows], entries.flatMap(peopleIn)),
    seq,
    count,
    lastVersion: lastVersion ?? 0,
    began: began ?? '',
    later: bounds ? (later?.later ?? 0) : 0,
    ...(bounds && later?.newer ? { newer: later.newer } : {}),
    ...(bounds?.isMore && oldest && oldest.version > 1 ? { next: oldest.seq } : {}),
  }
}

const linesOfPage = arrayStatementByShape<Audience, Bounds, AnyLine>('job-history', (p, audience) =>
  entryLines(p, sql`(${eventsOfPage(p, audience)})`, { picked: 'stretch' }),
)

type OfJob = { companyId: string; jobId: string }

/**
 * The entries of a page's events, newest first, and the events, oldest first; `oldest` is the first. `unread` are the versions of those
 * that cannot be read, also among the earlier events that tell what the page's events changed, as the job's creation does.
 */
async function entriesOf({ companyId, jobId }: OfJob, audience: Audience, lines: readonly AnyLine[]) {
  const { known, hashes } = sorted(companyId, lines)
  const seen = audience === 'office' ? known : forTeam(known)
  const erasures = audience === 'office' ? erasuresIn(known) : undefined
  const unread: number[] = []
  const steps = historySteps(
    seen,
    erasures,
    ({ seq }) => hashes.has(seq),
    (event) => {
      const words = unreadableWords(event)
      if (words !== undefined && event.streamId === jobId) unread.push(event.version)
      return words
    },
  )
  const entries = (await inTurns(steps)).reverse()
  return {
    entries,
    events: seen.filter(({ seq }) => hashes.has(seq)),
    unread,
    oldest: known.find(({ seq }) => hashes.has(seq)),
  }
}

function lowest(...versions: readonly (number | null | undefined)[]): number | undefined {
  const known = versions.filter((version) => typeof version === 'number')
  return known.length > 0 ? Math.min(...known) : undefined
}

const peopleIn = ({ actorId, changes, erased }: HistoryEntry) => [
  actorId,
  erased?.by,
  ...changes.flatMap(({ from, to }) => [from, to].filter(Array.isArray).flat()),
]
