import { createHash } from 'node:crypto'
import type pg from 'pg'
import { companyEntries } from '#core/company-history.ts'
import { erasuresIn } from '#core/history.ts'
import { needs } from '#core/history-needs.ts'
import type { StoredEvent } from '#core/ledger.ts'
import type { CompanyEntry } from '#core/wire-history.ts'
import { readInCompany } from '#ledger/connect.ts'
import { columnsOfLine, type EventLine, eventOfLine } from '#ledger/read.ts'
import { namesOf } from '../reads/people.ts'
import { importedFrom } from './imported.ts'

export type EntriesRead = { entries: CompanyEntry[]; people: Record<string, string>; seq: number }

const shown = columnsOfLine
const qualified = shown
  .split(', ')
  .map((column) => `event.${column}`)
  .join(', ')
/** Names of our own, which are in the statement itself: to send them each time would take as long as to read the page. */
const pairs = needs.map(({ type, need }) => `('${type}', '${need}')`).join(', ')
/** An event that is asked for has its hash; one that is read for what was before has none. */
type Line = [hash: string | null, ...EventLine]

/**
 * The events that a query of seqs gives, with what each needs before it, in one statement: few of a stream's events tell what one
 * changed. What would be read is settled first, so that the planner never looks through the whole ledger.
 */
const statement = (seqs: string) => `
  with wanted as materialized (${seqs}),
  page as materialized (
    select encode(event.hash, 'hex') as hash, ${qualified}
    from wanted cross join lateral (select * from event where company_id = $1 and event.seq = wanted.seq) event),
  needs (type, need) as (values ${pairs}),
  streams as materialized (
    select stream_id, max(version) as upto, array_agg(need) as types
    from page join needs using (type) group by stream_id),
  earlier as (
    select null::text as hash, ${qualified}
    from streams cross join lateral (
      select * from event
      where company_id = $1 and event.stream_id = streams.stream_id and event.version < streams.upto
        and event.type = any (streams.types) and event.seq not in (select seq from page) offset 0) event),
  corrections as (
    select null::text as hash, ${qualified}
    from event where company_id = $1 and type = 'TimeCorrected' and stream_id in (select stream_id from streams)),
  erasures as (select null::text as hash, ${qualified} from event where company_id = $1 and type = 'EventErased')
  select * from page union all select * from earlier union all select * from corrections
  union all select * from erasures`

/** To plan this takes longer than to run it: it is prepared once a connection. Nothing that a person types is in a text. */
function nameOf(text: string) {
  const name = names.get(text) ?? `history-${createHash('sha1').update(text).digest('base64url')}`
  names.set(text, name)
  return name
}
const names = new Map<string, string>()

/** Entries of a company's history, newest first: those whose seqs `seqsBy` asks for, where `$1` is the company. */
export async function readEntries(
  pool: pg.Pool,
  companyId: string,
  seqsBy: (parameter: (value: unknown) => string) => string,
): Promise<EntriesRead> {
  const values: unknown[] = [companyId]
  const parameter = (value: unknown) => `$${values.push(value)}`
  const text = statement(seqsBy(parameter))
  const [lines, accounts] = await readInCompany(pool, companyId, [
    { name: nameOf(text), text, values, rowMode: 'array' as const },
    peopleQuery(companyId),
  ])
  const { events, hashes } = inOrder(companyId, lines.rows)
  const told = companyEntries(events, hashes, erasuresIn(events))
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
  for (const [hash, ...line] of lines) {
    const event = eventOfLine(companyId, line)
    bySeq.set(event.seq, event)
    if (hash !== null) hashes.set(event.seq, hash)
  }
  return { events: [...bySeq.values()].sort((one, other) => one.seq - other.seq), hashes }
}
