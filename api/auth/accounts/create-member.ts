import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { addAccount } from '#api/accounts/accounts.ts'
import { hashPassword } from '#api/accounts/passwords.ts'
import { type Actor, appendOrConflict, decideAppend } from '#api/commands/decide-and-append.ts'
import { readDecisionFacts } from '#api/commands/decision-facts.ts'
import type { GivenDetails } from '#core/member/details.ts'
import { isRefusal, type Refusal } from '#core/model/refusals.ts'
import { inCompany } from '#ledger/database/connect.ts'
import type { Append } from '#ledger/log/append.ts'
import { readEvents } from '#ledger/log/read.ts'
import { queueInvitation } from './invitation-queue.ts'

/** Validated fields: a normalised email and an acceptable password; and how they are called and reached, as far as it is known. */
export type NewMember = { username: string; email: string; password: string; userRole: 'admin' | 'team' } & Pick<
  GivenDetails,
  'fullName' | 'telephone'
>

/**
 * Adds a person's account, the owner's invitation and the person's acceptance in one transaction on the sign-in pool.
 * Returns a refusal (not an owner, too many people) or 'email-taken' if it cannot.
 */
export async function createMember(
  authPool: pg.Pool,
  by: Actor,
  { username, email, password, userRole, ...details }: NewMember,
): Promise<{ userId: string } | Refusal | 'email-taken'> {
  const passwordHash = await hashPassword(password)
  const userId = uuid()
  const account = { userId, companyId: by.companyId, username, email, passwordHash, isVerified: true }
  const invite = { type: 'InviteMember', data: { userId, userRole, ...details } } as const
  return queueInvitation(by.companyId, async () => {
    const invited = decideAppend(by, invite, await readDecisionFacts(authPool, by.companyId, invite))
    if (isRefusal(invited)) return invited
    return inCompany(authPool, by.companyId, async (client) => {
      if (!(await addAccount(client, account))) return 'email-taken'
      await accept(client, await appendOrConflict(client, invited), invited, {
        ...by,
        userId,
        role: userRole,
      })
      return { userId }
    })
  })
}

/** Accepts the invitation just appended; its events are the member's whole history. */
async function accept(
  client: pg.ClientBase,
  { seq }: { seq: number },
  { companyId, streamId, events }: Append,
  by: Actor,
) {
  const history = await readEvents(client, companyId, seq - events.length, events.length)
  const accepted = decideAppend(by, { type: 'AcceptInvitation', data: { userId: streamId } }, { history })
  if (isRefusal(accepted)) throw new Error(accepted.error)
  await appendOrConflict(client, accepted)
}
