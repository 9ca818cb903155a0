import type pg from 'pg'
import { membersIn } from '#core/ledger/members.ts'
import type { Recipient } from '#core/reactions/reaction.ts'
import { rowsOf } from '#ledger/database/statement.ts'
import { smallStreams, storedEvent } from '#ledger/log/read.ts'

/** Everybody who works in the company now. In the caller's transaction of the company. */
export async function readPeople(
  client: pg.ClientBase,
  companyId: string,
): Promise<Pick<Recipient, 'userId' | 'role'>[]> {
  const events = (await rowsOf(client, smallStreams({ companyId, stream: 'member' }))).map(storedEvent)
  return [...membersIn(events).values()]
    .filter(({ state }) => state === 'active')
    .map(({ userId, userRole }) => ({ userId, role: userRole }))
}
