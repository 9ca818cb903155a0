import { randomBytes } from 'node:crypto'
import canonicalize from 'canonicalize'
import type pg from 'pg'
import { events } from '#core/ledger/ledger.ts'
import { isOfForm2 } from '#core/proof/data-digest.ts'
import { bySeq, type RecordedErasures } from '#core/proof/recorded-erasures.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { compareData, digestOf } from './chain.ts'

/** What remains of an event's data; `remains` is its digest in hex, which the EventErased records. */
export type Remains = { seq: number; data: string; salt?: string; remains: string }

/**
 * What remains of an event's data. In form 2 its digest stays, as the database puts commitments in the place of the salts of the
 * erased texts; in form 1 what remains is sealed under a new salt.
 */
export function sealRemains({ seq, digest }: { seq: number; digest: string }, remaining: unknown): Remains {
  const data = canonicalize(remaining) ?? ''
  if (isOfForm2(digest)) return { seq, data, remains: digest.slice(2) }
  const salt = randomBytes(16)
  return { seq, data, salt: salt.toString('hex'), remains: digestOf(salt, remaining).toString('hex') }
}

/**
 * Replaces the data of events with what remains of it. `client` must be in the transaction in which this command has just
 * appended the EventErased that names exactly these events; see migrations/0030-committed-texts.ts. Throws if the database
 * refuses.
 */
export async function eraseEvents(
  client: pg.ClientBase,
  companyId: string,
  commandId: string,
  erased: readonly Remains[],
): Promise<void> {
  const events = JSON.stringify(erased.map(({ seq, data, salt }) => ({ seq, data, salt })))
  await client.query(erase({ companyId, commandId, events }))
}

const erase = statement('erase-events', (p: Parameters<{ companyId: string; commandId: string; events: string }>) =>
  db.selectNoFrom((query) => query.fn('erase_events', [p.companyId, p.commandId, p.events]).as('erased')),
)

/** Reads the erasures recorded in the ledger, with what their own data is checked by. */
export const erasuresQuery = (companyId: string) => erasureEvents({ companyId })

const erasureEvents = statement('erasures-as-recorded', (p: Parameters<{ companyId: string }>) =>
  db
    .selectFrom('event')
    .select((event) => [
      'seq',
      'data',
      event.fn<string>('encode', ['salt', event.val('hex')]).as('salt'),
      event.fn<string>('encode', ['digest', event.val('hex')]).as('digest'),
    ])
    .where('company_id', '=', p.companyId)
    .where('stream', '=', 'company')
    .where('stream', '<>', 'job')
    .where('type', '=', 'EventErased')
    .where('actor_role', '=', 'owner')
    .orderBy('event.seq'),
)

type ErasureRow = { seq: number; data: unknown; salt: string; digest: string }

/** The recorded erasures of each event. Verification must check that the EventErased events are genuine. */
export const recordedErasures = (rows: readonly ErasureRow[]): RecordedErasures =>
  bySeq(
    rows.flatMap(({ seq: by, data }) => {
      const read = events.EventErased.safeParse(data)
      return read.success ? read.data.events.map((one) => ({ ...one, by })) : []
    }),
  )

/** As {@link recordedErasures}, but of those EventErased events alone whose data is as recorded. */
export const genuineErasures = (rows: readonly ErasureRow[]): RecordedErasures =>
  recordedErasures(rows.filter((row) => compareData(row).holds))
