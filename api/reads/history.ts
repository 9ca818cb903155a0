import type pg from 'pg'
import type { Audience } from '#core/access.ts'
import { type HistoryEntry, historyOf } from '#core/history.ts'
import { forTeam } from '#core/ledger.ts'
import type { JobHistoryAnswer } from '#core/wire.ts'
import { readInCompany } from '#ledger/connect.ts'
import { readStream } from '#ledger/read.ts'
import { accountsQuery, namesOf } from './people.ts'

/** A job's history, newest first; for the team, that of the events it may have. Undefined when there is no such job. */
export async function readHistory(
  pool: pg.Pool,
  companyId: string,
  audience: Audience,
  jobId: string,
): Promise<JobHistoryAnswer | undefined> {
  const events = await readStream(pool, companyId, jobId)
  if (events[0]?.stream !== 'job') return undefined
  const entries = historyOf(audience === 'office' ? events : forTeam(events))
  const [accounts] = await readInCompany(pool, companyId, [accountsQuery(companyId)])
  return { entries, people: namesOf(accounts.rows, entries.flatMap(peopleIn)), seq: events.at(-1)?.seq ?? 0 }
}

const peopleIn = ({ actorId, changes }: HistoryEntry) => [
  actorId,
  ...changes.flatMap(({ from, to }) => [from, to].filter(Array.isArray).flat()),
]
