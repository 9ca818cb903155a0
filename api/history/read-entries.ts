import { createHash } from 'node:crypto'
import type pg from 'pg'
import { usernamesOf } from '#api/reads/accounts.ts'
import type { CompanyEntry } from '#core/history/company-entry.ts'
import { companyEntries } from '#core/history/company-history.ts'
import { erasuresIn } from '#core/history/history.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { columnsOfLine, type EventLine, eventOfLine } from '#ledger/log/read.ts'
import { importedFrom } from './import-sources.ts'
import { earlier, type PriorEventLine, priorEvent, priorEventColumns } from './prior-events.ts'

/** `seq` is how far the ledger went in the same moment. */
export type EntriesWithPeople = { entries: CompanyEntry[]; people: Record<string, string>; seq: number }

/** An event that is asked for has its hash in the end, and what is said of one since has an empty one. */
type Line = [...EventLine, hash: string]
type None = null
/** Who is there, and how far the ledger goes. */
type PersonLine = [None, None, userId: string, None, username: string, ...None[], what: 'person']
type HeadLine = [seq: number, ...None[], what: 'head']
type AnyLine = Line | PriorEventLine | PersonLine | HeadLine

/**
 * The events that a query gives, with what each needs before it, what was said of them since, and who is there, in one statement:
 * one more would take as long as to read a third of the page.
 */
const statement = (events: string, newest: boolean) => `
  with page as materialized (${events}), ${earlier}
  select ${columnsOfLine}, encode(hash, 'hex') from page
  union all select ${priorEventColumns}, ${nothing(7)} from earlier
  ${newest ? '' : saidSince}
  union all select null, null, user_id, null, username, ${nothing(10)}, 'person' from account where company_id = $1
  union all select seq, ${nothing(14)}, 'head' from company_head where company_id = $1`

const saidSince = `
  union all select ${columnsOfLine}, '' from event
    where company_id = $1 and type in ('TimeCorrected', 'EventErased') and seq > (select min(seq) from page)
      and (type = 'EventErased' or stream_id in (select stream_id from page))`

const nothing = (columns: number) => Array(columns).fill('null').join(', ')

/** To plan this takes longer than to run it: it is prepared once a connection. Nothing that a person types is in a text. */
function prepared(events: string, newest: boolean) {
  const key = `${newest} ${events}`
  const known = statements.get(key)
  if (known) return known
  const text = statement(events, newest)
  const made = { name: `history-${createHash('sha1').update(text).digest('base64url')}`, text }
  statements.set(key, made)
  return made
}
const statements = new Map<string, { name: string; text: string }>()

/**
 * Entries of a company's history, newest first: the events that the query of `eventsBy` gives, where `$1` is the company. `newest`
 * are they where none came after any of them: then what was said of one since is among them.
 */
export async function readEntries(
  pool: pg.Pool,
  companyId: string,
  eventsBy: (parameter: (value: unknown) => string) => string,
  newest = false,
): Promise<EntriesWithPeople> {
  const values: unknown[] = [companyId]
  const parameter = (value: unknown) => `$${values.push(value)}`
  const events = eventsBy(parameter)
  const [{ rows }] = await readInCompany(pool, companyId, [
    { ...prepared(events, newest), values, rowMode: 'array' as const },
  ])
  const { known, hashes, accounts, seq } = sorted(companyId, rows)
  const told = companyEntries(known, hashes, erasuresIn(known))
  const entries = await importedFrom(pool, companyId, told)
  return { entries, people: usernamesOf(accounts, namedIn(entries)), seq }
}

/** Who did what the entries tell, and who was given a visit or taken from it. */
function namedIn(entries: readonly CompanyEntry[]): Set<string | undefined> {
  const named = new Set<string | undefined>()
  for (const { actorId, changes } of entries) {
    named.add(actorId)
    for (const { from, to } of changes)
      for (const people of [from, to]) if (Array.isArray(people)) for (const one of people) named.add(one)
  }
  return named
}

/** Events in the order of the ledger, each once, the hashes of those that were asked for, and what else was read. */
function sorted(companyId: string, lines: readonly AnyLine[]) {
  const bySeq = new Map<number, StoredEvent>()
  const hashes = new Map<number, string>()
  const accounts: { user_id: string; username: string }[] = []
  let head = 0
  for (const line of lines) {
    if (isPerson(line)) accounts.push({ user_id: line[2], username: line[4] })
    else if (isHead(line)) head = line[0]
    else {
      const [seq] = line
      if (isEarlier(line)) {
        if (!bySeq.has(seq)) bySeq.set(seq, priorEvent(companyId, line))
        continue
      }
      const hash = line[what]
      if (hash) hashes.set(seq, hash)
      if (hash || !bySeq.has(seq)) bySeq.set(seq, eventOfLine(companyId, line))
    }
  }
  const known = [...bySeq.values()].sort((one, other) => one.seq - other.seq)
  return { known, hashes, accounts, seq: head }
}

/** Where a line says what it is. */
const what = 15
const isPerson = (line: AnyLine): line is PersonLine => line[what] === 'person'
const isHead = (line: AnyLine): line is HeadLine => line[what] === 'head'
const isEarlier = (line: Line | PriorEventLine): line is PriorEventLine => line[what] === null
