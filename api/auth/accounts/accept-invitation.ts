import type pg from 'pg'
import { decideAppend } from '#api/commands/decide-and-append.ts'
import { foldMember } from '#api/rights/member-log.ts'
import { isClosed } from '#api/rights/rights.ts'
import type { Refusal } from '#core/model/refusals.ts'
import type { Append } from '#ledger/log/append.ts'
import { readHead, readStream } from '#ledger/log/read.ts'

/**
 * Decides a person's acceptance of an invitation; no events if they are already a member. Nobody joins a company that was closed.
 * Writes nothing.
 */
export async function decideAcceptance(
  pool: pg.Pool,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<Append | Refusal> {
  const head = await readHead(pool, companyId)
  // Read after the head: if the company is closed in between, the append conflicts and the acceptance is decided again.
  const [history, closed] = await Promise.all([readStream(pool, companyId, userId), isClosed(pool, companyId)])
  const member = foldMember(history)
  const person = {
    companyId,
    userId,
    role: member?.userRole ?? 'team',
    isClosed: closed && member?.state === 'invited',
  }
  const restsOn = { seq: head?.seq ?? 0, types: ['CompanyClosed'] }
  return decideAppend(person, { type: 'AcceptInvitation', data: { userId } }, { history, restsOn })
}
