import type pg from 'pg'
import { decideAppend } from '#api/commands/decide-and-append.ts'
import { foldMember } from '#api/rights/rights.ts'
import type { Refusal } from '#core/model/refusals.ts'
import type { Append } from '#ledger/log/append.ts'
import { readStream } from '#ledger/log/read.ts'

/** Decides a person's acceptance of an invitation; no events if they are already a member. Writes nothing. */
export async function decideAcceptance(
  pool: pg.Pool,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<Append | Refusal> {
  const history = await readStream(pool, companyId, userId)
  const member = foldMember(history)
  const person = { companyId, userId, role: member?.userRole ?? 'team' } as const
  return decideAppend(person, { type: 'AcceptInvitation', data: { userId } }, { history })
}
