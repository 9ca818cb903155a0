import type pg from 'pg'
import { lateness } from '#core/time/format.ts'
import type { EventAnswer } from '#core/wire/history.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { firstHash } from '#ledger/log/chain.ts'
import { readEntries } from './read-entries.ts'

/** What one person's device sends after it was offline comes within this time, and so near in the ledger. */
const together = '5 seconds'
const near = 200

/** The event itself, the others of its command, and what the same person's device sent in the same moment. */
const around = (seq: string) => `
  with it as materialized (
    select seq, command_id, actor_id, recorded_at from event where company_id = $1 and event.seq = ${seq}::bigint)
  select event.* from event where company_id = $1 and seq = any (array(
  select other.seq from it cross join lateral (
    select seq from event where company_id = $1 and event.command_id = it.command_id
    union
    select seq from event
    where company_id = $1 and event.seq between it.seq - ${near} and it.seq + ${near} and event.actor_id = it.actor_id
      and event.recorded_at between it.recorded_at - interval '${together}' and it.recorded_at + interval '${together}') other))`

/** One event of a company, told with what belongs to it; undefined where there is none, or none that others may know of. */
export async function readEvent(pool: pg.Pool, companyId: string, seq: number): Promise<EventAnswer | undefined> {
  const [{ entries, people }, [{ rows: links }]] = await Promise.all([
    readEntries(pool, companyId, (parameter) => around(parameter(seq))),
    readInCompany(pool, companyId, [
      {
        name: 'links-of-event',
        text: `select seq, encode(hash, 'hex') as hash from event where company_id = $1 and seq between $2 and $3`,
        values: [companyId, seq - 1, seq + 1],
      },
    ]),
  ])
  const entry = entries.find((one) => one.seq === seq)
  if (!entry) return undefined
  const hashAt = (place: number): string | undefined => links.find((one) => one.seq === place)?.hash
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
