import type pg from 'pg'
import { type Account, findAccount } from '#api/accounts/accounts.ts'
import { normalEmail } from '#api/accounts/email.ts'
import { setEmailVerified } from '#api/accounts/verified-emails.ts'
import { decideAcceptance } from '#api/auth/accounts/accept-invitation.ts'
import { appendOrConflict, retryOnConflict } from '#api/commands/decide-and-append.ts'
import { readMember } from '#api/rights/rights.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import type { ExternalIdentity } from './issuer.ts'

type Person = Pick<Account, 'userId' | 'companyId'>
type Identity = Pick<ExternalIdentity, 'issuer' | 'subject'>

/**
 * The member with this identity; undefined if they have no place here. At the first sign-in they are found by their verified
 * email and linked for good: from then on another identity with that email is somebody else. Signing in accepts an invitation.
 * An account whose person never showed that the email is theirs is not joined: a stranger may have registered it in their name.
 */
export async function memberOf(authPool: pg.Pool, identity: ExternalIdentity): Promise<Person | undefined> {
  const known = await findIdentity(authPool, identity)
  const found = known ? undefined : await findAccount(authPool, normalEmail(identity.email))
  const person = known ?? found
  const member = person && (await readMember(authPool, person))
  if (!person || !member || member.state === 'removed') return undefined
  if (found && member.state === 'active' && !found.isVerified) return undefined
  if (!known && !(await link(authPool, identity, person))) return undefined
  if (member.state === 'invited' && !(await retryOnConflict(() => accept(authPool, person)))) return undefined
  if (found) await setEmailVerified(authPool, found)
  return person
}

const accountByIdentity = statement('find-identity', (p: Parameters<Identity>) =>
  db
    .selectFrom('external_identity')
    .innerJoin('account', 'account.user_id', 'external_identity.user_id')
    .select(['account.user_id', 'account.company_id'])
    .where('issuer', '=', p.issuer)
    .where('subject', '=', p.subject),
)

async function findIdentity(pool: pg.Pool, { issuer, subject }: Identity): Promise<Person | undefined> {
  const [row] = await rowsOf(pool, accountByIdentity({ issuer, subject }))
  return row && { userId: row.user_id, companyId: row.company_id }
}

const insertIdentity = statement('link-identity', (p: Parameters<Identity & { userId: string }>) =>
  db
    .insertInto('external_identity')
    .values({ issuer: p.issuer, subject: p.subject, user_id: p.userId })
    .onConflict((conflict) => conflict.doNothing()),
)

/** Links an identity to an account; false if the account already belongs to another identity. */
async function link(pool: pg.Pool, { issuer, subject }: Identity, { userId }: Person): Promise<boolean> {
  await pool.query(insertIdentity({ issuer, subject, userId }))
  const linked = await findIdentity(pool, { issuer, subject })
  return linked?.userId === userId
}

/** Accepts an invitation; false if it has been withdrawn. */
async function accept(pool: pg.Pool, person: Person): Promise<boolean> {
  const acceptance = await decideAcceptance(pool, person)
  if (isRefusal(acceptance)) return false
  await inCompany(pool, person.companyId, (client) => appendOrConflict(client, acceptance))
  return true
}
