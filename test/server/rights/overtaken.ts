import type pg from 'pg'
import { expect } from 'vitest'
import { appendOf, appendOrConflict, serverStamp } from '#api/commands/decide-and-append.ts'
import { addClosing } from '#api/company/closing-rows.ts'
import { type Command, type Event, target } from '#core/ledger/ledger.ts'
import { connect, inCompany } from '#ledger/database/connect.ts'
import { rowsOf } from '#ledger/database/statement.ts'
import { companyHead, readStreamWithin } from '#ledger/log/read.ts'
import { waitingForLock } from '#test/database/waiting-sessions.ts'
import type { SignedInTest, TestServer } from '#test/server/server.ts'

/** A change of a person's rights, made in a transaction that another process has not committed yet. */
export type Change = (client: pg.ClientBase, person: SignedInTest) => Promise<void>

/** Appends an event as another process would, whatever the rules say. */
async function append(client: pg.ClientBase, { user: { companyId } }: SignedInTest, command: Command, event: Event) {
  const history = await readStreamWithin(client, companyId, target(command).streamId)
  const decided = { events: [event], expectedVersion: history.length }
  await appendOrConflict(client, appendOf({ companyId, role: 'system' }, command, decided, serverStamp()))
}

export const changes = {
  'is removed': (client, person) => {
    const { userId } = person.user
    const removed = { type: 'MemberRemoved', data: {} } as const
    return append(client, person, { type: 'RemoveMember', data: { userId } }, removed)
  },
  'becomes one of the team': (client, person) => {
    const { userId, userRole: from } = person.user
    const changed = { type: 'RoleChanged', data: { from, to: 'team' } } as const
    return append(client, person, { type: 'ChangeRole', data: { userId, userRole: 'team' } }, changed)
  },
  'becomes an admin': (client, person) => {
    const { userId } = person.user
    const changed = { type: 'RoleChanged', data: { from: 'team', to: 'admin' } } as const
    return append(client, person, { type: 'ChangeRole', data: { userId, userRole: 'admin' } }, changed)
  },
  'is signed out': async (client, { user: { userId } }) => {
    await client.query('update session set revoked_at = now() where user_id = $1', [userId])
  },
  'works for a company that is closed': async (client, person) => {
    const { companyId, userId: closedBy } = person.user
    const [closedAt, eraseAt] = [new Date().toISOString(), new Date(Date.now() + 30 * 86_400_000).toISOString()]
    const closed = { type: 'CompanyClosed', data: { eraseAt } } as const
    await append(client, person, { type: 'CloseCompany', data: { companyId, name: 'x' } }, closed)
    await addClosing(client, { companyId, closedBy, closedAt, eraseAt })
  },
} satisfies Record<string, Change>

/**
 * Sends a request, and commits a change of its person's rights when the request has decided and waits to append. Returns what the
 * request answered, and the company's seq after the change.
 */
export async function overtaken<T>(
  { database }: Pick<TestServer, 'database'>,
  person: SignedInTest,
  change: Change,
  send: () => Promise<T>,
): Promise<{ answer: T; seq: number }> {
  const { companyId } = person.user
  const pool = connect(database.url)
  try {
    const { answer, head } = await inCompany(pool, companyId, async (client) => {
      // The request may need longer than a session may idle.
      await client.query('set local idle_in_transaction_session_timeout = 0')
      await change(client, person)
      const [head] = await rowsOf(client, companyHead({ companyId }))
      const answer = untilNotBusy(send)
      answer.catch(() => undefined)
      // An evidence pack is made at a low priority before.
      await expect.poll(() => waitingForLock(pool), { interval: 10, timeout: 180_000 }).toBe(1)
      return { answer, head }
    })
    return { answer: await answer, seq: head?.seq ?? 0 }
  } finally {
    await pool.end()
  }
}

/** Sends a request, and again while it is answered that it waited too long for its turn: nothing has changed then. */
export async function untilNotBusy<T>(send: () => Promise<T>): Promise<T> {
  const answer = await send()
  const isBusy = typeof answer === 'object' && answer !== null && 'status' in answer && answer.status === 503
  return isBusy ? untilNotBusy(send) : answer
}

/** What a request was answered, without the ids of its commands. */
export const answerOf = async (response: Response) => ({
  status: response.status,
  text: (await response.text()).replace(ids, ''),
})
const ids = /"commandId":"[^"]+"/
