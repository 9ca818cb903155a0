import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { emailsOfMembers } from '#api/accounts/emails-of-members.ts'
import { appendOrConflict, decideAppend, retryOnConflict, serverStamp } from '#api/commands/decide-and-append.ts'
import { addClosing, removeClosing } from '#api/company/closing-rows.ts'
import { foldCompany } from '#api/company/plan-facts.ts'
import { addMail } from '#api/mail/outbox.ts'
import { type MemberRights, readMembers } from '#api/rights/rights.ts'
import type { Company } from '#core/company/company.ts'
import { isRefusal, type Refusal, refuse } from '#core/model/refusals.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { readStream } from '#ledger/log/read.ts'

type Closed = NonNullable<Company['closing']>
/** `record` stores who does it, with what is done. */
type Given = { now: Date; record: (client: pg.ClientBase) => Promise<void> }

/**
 * Closes a company and mails its owners, all or nothing; on the sign-in pool. Closing it again changes nothing. Returns the
 * instant at which it will be erased, or the refusal.
 */
export function closeCompany(
  authPool: pg.Pool,
  owner: MemberRights,
  { name, now, record }: Given & { name: string },
): Promise<Pick<Closed, 'eraseAt'> | Refusal> {
  const { companyId } = owner
  return retryOnConflict(async () => {
    const history = await readStream(authPool, companyId, companyId)
    const stamp = serverStamp(now)
    const decision = decideAppend(owner, { type: 'CloseCompany', data: { companyId, name } }, { history }, stamp)
    if (isRefusal(decision)) return decision
    const closed = decision.events.find((event) => event.type === 'CompanyClosed')
    if (!closed) return foldCompany(history)?.closing ?? refuse('company-not-found')
    const { eraseAt } = closed.data
    const owners = await emailsOfOwners(authPool, companyId)
    await inCompany(authPool, companyId, async (client) => {
      await record(client)
      await appendOrConflict(client, decision)
      await addClosing(client, { companyId, closedBy: owner.userId, closedAt: stamp.happenedAt, eraseAt })
      for (const recipient of owners) await addMail(client, { mailId: uuid(), kind: 'company-closed', recipient })
    })
    return { eraseAt }
  })
}

/** Reopens a company until its erasure begins; undefined if that is done, or it was open. */
export function reopenCompany(
  authPool: pg.Pool,
  owner: MemberRights,
  { now, record }: Given,
): Promise<Refusal | undefined> {
  const { companyId } = owner
  return retryOnConflict(async () => {
    const history = await readStream(authPool, companyId, companyId)
    const command = { type: 'ReopenCompany', data: { companyId } } as const
    const decision = decideAppend(owner, command, { history }, serverStamp(now))
    if (isRefusal(decision)) return decision
    if (decision.events.length === 0) return undefined
    return inCompany(authPool, companyId, async (client) => {
      if (!(await removeClosing(client, companyId))) return refuse('company-erased')
      await record(client)
      await appendOrConflict(client, decision)
    })
  })
}

/** The emails of a company's owners, for the sign-in pool. */
export async function emailsOfOwners(authPool: pg.Pool, companyId: string): Promise<string[]> {
  const { members } = await readMembers(authPool, companyId)
  const owners = members.filter((one) => one.userRole === 'owner' && one.state === 'active')
  return emailsOfMembers(
    authPool,
    companyId,
    owners.map((one) => one.userId),
  )
}
