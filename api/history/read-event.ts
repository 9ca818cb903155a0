import { sql } from 'kysely'
import type pg from 'pg'
import { lateness } from '#core/time/format.ts'
import type { EventAnswer } from '#core/wire/history.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { arrayStatement, type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import type { EventTable } from '#ledger/database/tables.ts'
import { firstHash } from '#ledger/log/chain.ts'
import { columnsOfLine } from '#ledger/log/read.ts'
import { type AnyLine, entriesOf, entryLines } from './read-entries.ts'

/** What one person's device sends after it was offline arrives within this time, and this near in the ledger. */
const interval = '5 seconds'
const distance = 200

type Place = Parameters<{ companyId: string; seq: number }>

const eventsOf = ({ companyId }: Pick<Place, 'companyId'>) =>
  db.selectFrom('event').where('event.company_id', '=', companyId)

/** The event itself, the others of its command, and those that the same person's device sent at the same time. */
function eventsAround(p: Place) {
  const it = db
    .withTables<{ it: Pick<EventTable, 'command_id' | 'actor_id' | 'recorded_at' | 'seq'> }>()
    .selectFrom('it')
  const ofCommand = eventsOf(p).select('event.seq').where('event.command_id', '=', sql.ref<string>('it.command_id'))
  const [seq, at] = [sql.ref<number>('it.seq'), sql.ref<string>('it.recorded_at')]
  const sentTogether = eventsOf(p)
    .select('event.seq')
    .where(({ between }) =>
      between('event.seq', sql<number>`${seq} - ${sql.lit(distance)}`, sql<number>`${seq} + ${sql.lit(distance)}`),
    )
    .where('event.actor_id', '=', sql.ref<string>('it.actor_id'))
    .where(({ between }) =>
      between(
        'event.recorded_at',
        sql<string>`${at} - ${sql.lit(interval)}::interval`,
        sql<string>`${at} + ${sql.lit(interval)}::interval`,
      ),
    )
  const itself = eventsOf(p)
    .select(['seq', 'command_id', 'actor_id', 'recorded_at'])
    .where('event.seq', '=', sql<number>`${p.seq}::bigint`)
  const seqs = it.crossJoinLateral(() => ofCommand.union(sentTogether).as('other')).select('other.seq')
  return eventsOf(p)
    .select(['hash', ...columnsOfLine])
    .where('event.seq', '=', sql<number>`any (array(with it as materialized ${itself} ${seqs}))`)
}

const entriesAround = arrayStatement<{ companyId: string; seq: number }, AnyLine>('history-event', (p) =>
  entryLines(p, eventsAround(p)),
)

const links = statement('links-of-event', (p: Parameters<{ companyId: string; from: number; to: number }>) =>
  eventsOf(p)
    .select(({ ref }) => ['seq', sql<string>`encode(${ref('hash')}, 'hex')`.as('hash')])
    .where(({ between }) => between('seq', p.from, p.to)),
)

/** One event of a company with what belongs to it; undefined where there is none, or none that others may know of. */
export async function readEvent(pool: pg.Pool, companyId: string, seq: number): Promise<EventAnswer | undefined> {
  const [{ entries, people }, [neighbours]] = await Promise.all([
    entriesOf(pool, companyId, entriesAround({ companyId, seq })),
    readInCompany(pool, companyId, [links({ companyId, from: seq - 1, to: seq + 1 })]),
  ])
  const entry = entries.find((one) => one.seq === seq)
  if (!entry) return undefined
  const hashAt = (place: number): string | undefined => neighbours.rows.find((one) => one.seq === place)?.hash
  const ofCommand = entries.filter((one) => one.commandId === entry.commandId)
  const cause = ofCommand.find((one) => one.ordinal === 0)
  const others = entries.filter((one) => one.commandId !== entry.commandId && one.ordinal === 0 && lateness(one))
  const nextHash = hashAt(seq + 1)
  return {
    entry,
    previousHash: hashAt(seq - 1) ?? firstHash.toString('hex'),
    ...(nextHash === undefined ? {} : { nextHash }),
    caused: entry.ordinal === 0 ? ofCommand.filter((one) => one.ordinal > 0).toReversed() : [],
    ...(cause && cause !== entry ? { cause } : {}),
    sentWith: [...Map.groupBy(lateness(entry) ? others : [], (one) => one.kind)].map(([kind, all]) => ({
      kind,
      count: all.length,
    })),
    people,
  }
}
