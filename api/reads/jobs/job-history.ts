import type pg from 'pg'
import { inTurns } from '#api/http/in-turns.ts'
import { accountsQuery, usernamesOf } from '#api/reads/accounts.ts'
import { jobPartsDocument } from '#api/reads/documents.ts'
import { erasuresIn, type HistoryEntry, historySteps } from '#core/history/history.ts'
import { jobRef } from '#core/job/values.ts'
import { forTeam, isEventType, type StoredEvent } from '#core/ledger/ledger.ts'
import { whyUnreadable } from '#core/ledger/shapes.ts'
import type { Audience } from '#core/model/access.ts'
import { isOfKnownShape } from '#core/model/upcast.ts'
import type { JobHistoryAnswer } from '#core/wire/history.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { readErasures, readStream, readStreams } from '#ledger/log/read.ts'

/** A history as read; the addresses of its images are added later. */
type HistoryRead = Omit<JobHistoryAnswer, 'urls'>

/** Every image that a job ever had, including those deleted since. */
export const imagesIn = (events: HistoryRead['events']) =>
  events.flatMap((event) => (event.type === 'ImageAdded' ? [event.data] : []))

/** A job's history, newest first; for the team, only the events it may see. Undefined when there is no such job. */
export async function readJobHistory(
  pool: pg.Pool,
  companyId: string,
  audience: Audience,
  jobId: string,
): Promise<HistoryRead | undefined> {
  const stored = await readStream(pool, companyId, jobId)
  if (stored[0]?.stream !== 'job') return undefined
  const events = audience === 'office' ? stored : forTeam(stored)
  const erasures = audience === 'office' ? erasuresIn(await readErasures(pool, companyId)) : undefined
  const entries = (await inTurns(historySteps(events, erasures))).reverse()
  const unreadableFrom = firstUnreadable(stored, entries)
  const known = events.filter(({ version }) => version < (unreadableFrom ?? Number.POSITIVE_INFINITY))
  const number = stored[0].number
  const [accounts, parts] = await readInCompany(pool, companyId, [
    accountsQuery(companyId),
    jobPartsDocument({ companyId, key: number === undefined ? '' : jobRef(number) }),
  ])
  const people = usernamesOf(accounts.rows, entries.flatMap(peopleIn))
  const partIds = parts.rows[0]?.body.partIds ?? []
  const partEvents = partIds.length > 0 ? await readStreams(pool, companyId, partIds) : []
  const readableParts = partEvents.filter((event) => !whyUnreadable(event))
  return {
    entries,
    events: known,
    ...(unreadableFrom === undefined ? {} : { unreadableFrom }),
    partEvents: readableParts,
    people,
    seq: stored.at(-1)?.seq ?? 0,
  }
}

/** The version of the first event that cannot be read, whether the audience sees it or not. Damaged data show in the entries. */
function firstUnreadable(stored: readonly StoredEvent[], entries: readonly HistoryEntry[]): number | undefined {
  const unknown = stored.find((event) => !isEventType(event.type) || !isOfKnownShape(event))
  const damaged = entries.findLast((entry) => entry.unreadable !== undefined)
  const versions = [unknown, damaged].flatMap((one) => one?.version ?? [])
  return versions.length > 0 ? Math.min(...versions) : undefined
}

const peopleIn = ({ actorId, changes, erased }: HistoryEntry) => [
  actorId,
  erased?.by,
  ...changes.flatMap(({ from, to }) => [from, to].filter(Array.isArray).flat()),
]
