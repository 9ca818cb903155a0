import { createHash } from 'node:crypto'
import type pg from 'pg'
import { companyEntries } from '#core/company-history.ts'
import { erasuresIn } from '#core/history.ts'
import type { StoredEvent } from '#core/ledger.ts'
import type { CompanyEntry } from '#core/wire-history.ts'
import { readInCompany } from '#ledger/connect.ts'
import { columnsOfLine, type EventLine, eventOfLine } from '#ledger/read.ts'
import { namesOf } from '../reads/people.ts'
import { columnsOfEarlier, type EarlierLine, earlier, earlierEvent } from './earlier.ts'
import { importedFrom } from './imported.ts'

export type EntriesRead = { entries: CompanyEntry[]; people: Record<string, string>; seq: number }

/** An event that is asked for has its hash, and what is said of one since has an empty one. */
type Line = [hash: string, ...EventLine] | EarlierLine

/** The events that a query gives, with what each needs before it, and what was said of them since, in one statement. */
const statement = (events: string) => `
  with page as materialized (${events}), ${earlier}
  select encode(hash, 'hex'), ${columnsOfLine} from page
  union all select null, ${columnsOfEarlier}, null, null, null, null, null, null from earlier
  union all select '', ${columnsOfLine} from event
    where company_id = $1 and type in ('TimeCorrected', 'EventErased') and seq > (select min(seq) from page)
      and (type = 'EventErased' or stream_id in (select stream_id from page))`

/** To plan this takes longer than to run it: it is prepared once a connection. Nothing that a person types is in a text. */
function prepared(events: string) {
  const known = statements.get(events)
  if (known) return known
  const text = statement(events)
  const made = { name: `history-${createHash('sha1').update(text).digest('base64url')}`, text }
  statements.set(events, made)
  return made
}
const statements = new Map<string, { name: string; text: string }>()

/** Entries of a company's history, newest first: the events that the query of `eventsBy` gives, where `$1` is the company. */
export async function readEntries(
  pool: pg.Pool,
  companyId: string,
  eventsBy: (parameter: (value: unknown) => string) => string,
): Promise<EntriesRead> {
  const values: unknown[] = [companyId]
  const parameter = (value: unknown) => `$${values.push(value)}`
  const events = eventsBy(parameter)
  const [lines, accounts] = await readInCompany(pool, companyId, [
    { ...prepared(events), values, rowMode: 'array' as const },
    peopleQuery(companyId),
  ])
  const { known, hashes } = inOrder(companyId, lines.rows)
  const told = companyEntries(known, hashes, erasuresIn(known))
  const entries = await importedFrom(pool, companyId, told)
  const named = entries.flatMap(({ actorId, changes }) => [
    actorId,
    ...changes.flatMap(({ from, to }) => [from, to].filter(Array.isArray).flat()),
  ])
  return { entries, people: namesOf(accounts.rows, named), seq: accounts.rows[0]?.seq ?? 0 }
}

/** The company's accounts, and how far its ledger goes in the same moment. */
const peopleQuery = (companyId: string) => ({
  name: 'people-and-head',
  text: `
    select user_id, username, (select seq from company_head where company_id = $1) as seq
    from account where company_id = $1`,
  values: [companyId],
})

/** Events in the order of the ledger, each once, and the hashes of those that were asked for. */
function inOrder(companyId: string, lines: readonly Line[]) {
  const bySeq = new Map<number, StoredEvent>()
  const hashes = new Map<number, string>()
  for (const line of lines) {
    const [hash, seq] = line
    if (hash) hashes.set(seq, hash)
    if (!bySeq.has(seq)) bySeq.set(seq, eventOf(companyId, line))
  }
  return { known: [...bySeq.values()].sort((one, other) => one.seq - other.seq), hashes }
}

function eventOf(companyId: string, line: Line): StoredEvent {
  if (line[0] === null) return earlierEvent(companyId, line)
  const [, ...event] = line
  return eventOfLine(companyId, event)
}
