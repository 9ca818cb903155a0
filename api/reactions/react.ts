import type pg from 'pg'
import { v5 as uuidFrom } from 'uuid'
import { readRecipients } from '#api/notices/read-recipients.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import type { Way } from '#core/notifications/kinds.ts'
import type { Reaction } from '#core/reactions/reaction.ts'
import { type Told, tellOf } from '#core/reactions/tell.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { rowsOf } from '#ledger/database/statement.ts'
import { companyHead } from '#ledger/log/read.ts'
import { lockPlace, movePlace } from './checkpoint-rows.ts'
import { readListened, readLookedBackAt } from './event-rows.ts'
import { lockUnsettled, writeNotifications } from './notification-rows.ts'

/** Any id: those of notifications are made from it, so it never changes. */
const namespace = '0193a5f0-2eac-7000-8000-0000000000be'

/** The same for the same event, person and way, in whatever process and however often. */
const idFor = (companyId: string, reaction: Reaction, seq: number, userId: string, way: Way) =>
  uuidFrom([companyId, reaction.name, seq, userId, ...(way === 'app' ? [] : [way])].join(' '), namespace)

export type Reacted = {
  /** Whether anybody was told, or is told otherwise. */
  changed: boolean
  /** Whether there may be more to react to now. `busy` if another process is at it. */
  more: boolean | 'busy'
}

export type ReactOptions = {
  /** When the reaction first ran; see checkpoint-rows.ts. */
  startedAt: string
  /** How many events are taken together. */
  limit?: number
}

/**
 * Reacts to a company's next events. What people are told and the place in the log are one transaction, so each event counts once
 * whatever fails and however many processes try. Throws database errors and what the reaction throws, with nothing done.
 */
export async function react(
  pool: pg.Pool,
  companyId: string,
  reaction: Reaction,
  { startedAt, limit = 500 }: ReactOptions,
): Promise<Reacted> {
  return inCompany(pool, companyId, async (client) => {
    const after = await lockPlace(client, companyId, reaction, startedAt)
    if (typeof after === 'string') return { changed: false, more: after === 'busy' && after }
    const { written, seq, more } = await reactAfter(client, companyId, reaction, { after, limit })
    await writeNotifications(client, companyId, written)
    if (seq > after)
      await client.query(movePlace({ companyId, reaction: reaction.name, version: reaction.version, seq }))
    return { changed: written.byId.size + written.forgotten.length > 0, more }
  })
}

/** What a company's next events lead to, and the seq up to which they were read. Locks what it will change. */
export async function reactAfter(
  client: pg.ClientBase,
  companyId: string,
  reaction: Reaction,
  { after, limit }: { after: number; limit: number },
): Promise<{ written: Told; seq: number; more: boolean }> {
  const [head] = await rowsOf(client, companyHead({ companyId }))
  const upTo = head?.seq ?? after
  const events = await readListened(client, { companyId, types: reaction.listensTo, after, upTo, limit })
  const last = events.at(-1)
  if (!last) return { written: { byId: new Map(), forgotten: [] }, seq: upTo, more: false }
  const isAll = events.length < limit
  return {
    written: await outcomes(client, companyId, reaction, events),
    seq: isAll ? upTo : last.seq,
    more: !isAll,
  }
}

async function outcomes(
  client: pg.ClientBase,
  companyId: string,
  reaction: Reaction,
  events: readonly StoredEvent[],
): Promise<Told> {
  const streamIds = [...new Set(events.map((one) => one.streamId))]
  const { people, zone } = await readRecipients(client, companyId)
  const userIds = people.map((one) => one.userId)
  const earlier = await readLookedBackAt(client, { companyId, streamIds, types: reaction.looksBackAt })
  const after = events[0]?.recordedAt ?? ''
  const unsettled = await lockUnsettled(client, { companyId, userIds, jobIds: streamIds, after })
  const idOf = (seq: number, userId: string, way: Way) => idFor(companyId, reaction, seq, userId, way)
  return tellOf(reaction, events, { people, zone, earlier, unsettled, idOf })
}
