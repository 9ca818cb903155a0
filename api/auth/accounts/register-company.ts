import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { type Account, addAccount } from '#api/accounts/accounts.ts'
import { hashPassword } from '#api/accounts/passwords.ts'
import { type Actor, appendOrConflict, decideAppend } from '#api/commands/decide-and-append.ts'
import type { Turn } from '#api/http/fair-queue.ts'
import type { TokenSecret } from '#api/keys/tokens.ts'
import { askForVerification } from '#api/mail/ask-for-verification.ts'
import { isRefusal, type Refusal } from '#core/model/refusals.ts'
import { inCompany } from '#ledger/database/connect.ts'

/** Validated fields: a normalised email and an acceptable password. */
export type NewCompany = { businessName: string; username: string; email: string; password: string; timeZone?: string }

/**
 * Adds a company, its owner and the owner's account in one transaction on the sign-in pool. Returns 'email-taken' if the email
 * already has an account; that takes as long as success, so timing does not reveal it. With `askBy` the owner is mailed a link
 * that confirms the email; without it the email counts as confirmed.
 */
export async function registerCompany(
  authPool: pg.Pool,
  { businessName, username, email, password, timeZone }: NewCompany,
  { turn, askBy }: { turn?: Turn; askBy?: TokenSecret | undefined } = {},
): Promise<Account | Refusal | 'email-taken'> {
  const [companyId, userId] = [uuid(), uuid()]
  const actor: Actor = { companyId, userId, role: 'owner' }
  const company = decideAppend(actor, { type: 'RegisterCompany', data: { companyId, name: businessName, timeZone } })
  const owner = decideAppend(actor, { type: 'RegisterOwner', data: { userId } })
  if (isRefusal(company)) return company
  if (isRefusal(owner)) return owner

  const passwordHash = await hashPassword(password, turn)
  const account = { userId, companyId, username, email, passwordHash, isVerified: !askBy }
  return inCompany(authPool, companyId, async (client) => {
    if (!(await addAccount(client, account))) return 'email-taken'
    await appendOrConflict(client, company)
    await appendOrConflict(client, owner)
    if (askBy) await askForVerification(client, askBy, account)
    return account
  })
}
