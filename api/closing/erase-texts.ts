import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { appendOrConflict, decideAppend } from '#api/commands/decide-and-append.ts'
import { mostErased } from '#core/company/messages.ts'
import { textsOf, withoutTexts } from '#core/erasure/erasure.ts'
import { isEventType, type StoredEvent } from '#core/ledger/ledger.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { eraseEvents, sealRemains } from '#ledger/log/erasure.ts'
import { eventAsStored, eventColumns } from '#ledger/log/read.ts'

const pageSize = 500

const pageOfEvents = statement('closing-events', (p: Parameters<{ companyId: string; after: number; most: number }>) =>
  db
    .selectFrom('event')
    .select(eventColumns)
    .select((event) => event.fn<string>('encode', ['digest', event.val('hex')]).as('digest'))
    .where('company_id', '=', p.companyId)
    .where('seq', '>', p.after)
    .orderBy('seq')
    .limit(p.most),
)

const lastOfCompany = statement('closing-last-of-company', (p: Parameters<{ companyId: string }>) =>
  db
    .selectFrom('event')
    .select(eventColumns)
    .where('company_id', '=', p.companyId)
    .where('stream_id', '=', p.companyId)
    .orderBy('version', 'desc')
    .limit(1),
)

/** What was erased in one step, and after which seq the next one goes on; undefined at the end of the log. */
export type ErasedStep = { erased: number; after: number | undefined }

/**
 * Erases every text and photo in the next events of a closed company, everybody's private ones too, as the owner's who closed it, and
 * records that. In the caller's transaction. Throws if a newer release recorded something that this one cannot erase.
 */
export async function eraseNextTexts(
  client: pg.ClientBase,
  { companyId, closedBy, after, now }: { companyId: string; closedBy: string; after: number; now: Date },
): Promise<ErasedStep> {
  const rows = await rowsOf(client, pageOfEvents({ companyId, after, most: pageSize }))
  const last = rows.at(-1)
  if (!last) return { erased: 0, after: undefined }
  const found = rows
    .map((row) => ({ event: eventAsStored(row), digest: row.digest }))
    .map((one) => ({ ...one, texts: pathsIn(one.event) }))
    .filter(({ texts }) => texts.length > 0)
  const erased = found.slice(0, mostErased)
  const next = erased.length < found.length ? (erased.at(-1)?.event.seq ?? 0) : last.seq
  if (erased.length === 0) return { erased: 0, after: next }
  const remains = erased.map(({ event: { seq, data }, digest, texts }) =>
    sealRemains({ seq, digest }, withoutTexts(data, texts)),
  )
  const events = erased.map(({ event: { seq }, texts }, place) => ({
    seq,
    texts,
    remains: remains[place]?.remains ?? '',
  }))
  const erasable = new Map(erased.map(({ event, texts }) => [event.seq, texts]))
  // An erasure is decided on nothing else of the company, whose whole history may be long.
  const history = (await rowsOf(client, lastOfCompany({ companyId }))).map(eventAsStored)
  const commandId = randomUUID()
  const decision = decideAppend(
    { companyId, userId: closedBy, role: 'owner', isClosed: true },
    { type: 'EraseEvents', data: { companyId, events, reason: 'The company was closed' } },
    { history, facts: { erasable } },
    { commandId, happenedAt: now.toISOString(), clock: 'server' },
  )
  if (isRefusal(decision)) throw new Error(`A closed company could not be erased: ${decision.error}`)
  await appendOrConflict(client, decision)
  await eraseEvents(client, companyId, commandId, remains)
  return { erased: erased.length, after: next }
}

function pathsIn(event: StoredEvent): string[] {
  if (!isEventType(event.type))
    throw new Error(`a newer release recorded ${event.seq}, of a type that this one does not know; it was not erased`)
  return textsOf(event).map(({ path }) => path)
}
