import type pg from 'pg'
import { companyEntries } from '#core/company-history.ts'
import { erasuresIn } from '#core/history.ts'
import { needs } from '#core/history-needs.ts'
import type { StoredEvent } from '#core/ledger.ts'
import type { CompanyEntry } from '#core/wire-history.ts'
import { readInCompany } from '#ledger/connect.ts'
import { columnsOfLine, type EventLine, eventOfLine } from '#ledger/read.ts'
import { accountsQuery, namesOf } from '../reads/people.ts'
import { importedFrom } from './imported.ts'

export type EntriesRead = { entries: CompanyEntry[]; people: Record<string, string>; seq: number }

const shown = columnsOfLine
const qualified = shown
  .split(', ')
  .map((column) => `event.${column}`)
  .join(', ')
/** An event that is asked for has its hash; one that is read for what was before has none. */
type Line = [hash: string | null, ...EventLine]

/**
 * The events that a query of seqs gives, with what each needs before it, in one statement: few of a stream's events tell what one
 * changed. What would be read is settled first, so that the planner never looks through the whole ledger.
 */
const statement = (seqs: string, types: string, needed: string) => `
  with wanted as materialized (${seqs}),
  page as materialized (
    select encode(event.hash, 'hex') as hash, ${qualified}
    from wanted cross join lateral (select * from event where company_id = $1 and event.seq = wanted.seq) event),
  needs (type, need) as (select * from unnest(${types}::text[], ${needed}::text[])),
  streams as materialized (
    select stream_id, max(version) as upto, array_agg(distinct need) as types
    from page join needs using (type) group by stream_id),
  earlier as (
    select null::text as hash, ${qualified}
    from streams cross join lateral (
      select * from event
      where company_id = $1 and event.stream_id = streams.stream_id and event.version < streams.upto
        and event.type = any (streams.types) offset 0) event),
  corrections as (
    select null::text as hash, ${qualified}
    from (select distinct stream_id from page where stream = 'job') streams cross join lateral (
      select * from event where company_id = $1 and event.stream_id = streams.stream_id and event.type = 'TimeCorrected'
      offset 0) event)
  select * from page union all select * from earlier union all select * from corrections`

const types = needs.map((one) => one.type)
const needed = needs.map((one) => one.need)

/** Entries of a company's history, newest first: those whose seqs `seqsBy` asks for, where `$1` is the company. */
export async function readEntries(
  pool: pg.Pool,
  companyId: string,
  seqsBy: (parameter: (value: unknown) => string) => string,
): Promise<EntriesRead> {
  const values: unknown[] = [companyId]
  const parameter = (value: unknown) => `$${values.push(value)}`
  const text = statement(seqsBy(parameter), parameter(types), parameter(needed))
  const [lines, accounts, erasures, head] = await readInCompany(pool, companyId, [
    { text, values, rowMode: 'array' as const },
    accountsQuery(companyId),
    erasuresQuery(companyId),
    { name: 'read-head', text: 'select seq from company_head where company_id = $1', values: [companyId] },
  ])
  const { events, hashes } = inOrder(companyId, lines.rows)
  const erased = erasuresIn(erasures.rows.map((line: EventLine) => eventOfLine(companyId, line)))
  const told = companyEntries(events, hashes, erased)
  const entries = await importedFrom(pool, companyId, told)
  const named = entries.flatMap(({ actorId, changes }) => [
    actorId,
    ...changes.flatMap(({ from, to }) => [from, to].filter(Array.isArray).flat()),
  ])
  return { entries, people: namesOf(accounts.rows, named), seq: head.rows[0]?.seq ?? 0 }
}

/** What was erased by law since; such events are few. */
const erasuresQuery = (companyId: string) => ({
  name: 'read-erasures',
  rowMode: 'array' as const,
  text: `select ${shown} from event where company_id = $1 and type = 'EventErased' order by seq`,
  values: [companyId],
})

/** Events in the order of the ledger, each once, and the hashes of those that were asked for. */
function inOrder(companyId: string, lines: readonly Line[]) {
  const bySeq = new Map<number, StoredEvent>()
  const hashes = new Map<number, string>()
  for (const [hash, ...line] of lines) {
    const event = eventOfLine(companyId, line)
    bySeq.set(event.seq, event)
    if (hash !== null) hashes.set(event.seq, hash)
  }
  return { events: [...bySeq.values()].sort((one, other) => one.seq - other.seq), hashes }
}
