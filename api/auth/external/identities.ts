import type pg from 'pg'
import { type Account, findAccount } from '#api/accounts/accounts.ts'
import { normalEmail } from '#api/accounts/email.ts'
import { appendOrConflict, decideAppend, retryOnConflict } from '#api/commands/decide-and-append.ts'
import { readMember } from '#api/rights/rights.ts'
import type { Role } from '#core/model/messages.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { readStream } from '#ledger/log/read.ts'
import type { ExternalIdentity } from './issuer.ts'

type Person = Pick<Account, 'userId' | 'companyId'>

/**
 * The member who is this identity. At the first sign-in it is found by its verified email, and taken up for good: from then on
 * another identity with that email is somebody else. An invitation is accepted by it. Undefined for who has no place here.
 */
export async function memberOf(authPool: pg.Pool, identity: ExternalIdentity): Promise<Person | undefined> {
  const known = await findIdentity(authPool, identity)
  const person = known ?? (await findAccount(authPool, normalEmail(identity.email)))
  const member = person && (await readMember(authPool, person))
  if (!person || !member || member.state === 'removed') return undefined
  if (!known && !(await link(authPool, identity, person))) return undefined
  if (member.state === 'invited' && !(await retryOnConflict(() => accept(authPool, person, member.userRole))))
    return undefined
  return person
}

async function findIdentity(pool: pg.Pool, { issuer, subject }: ExternalIdentity): Promise<Person | undefined> {
  const { rows } = await pool.query<Person>({
    name: 'find-identity',
    text: `
      select a.user_id "userId", a.company_id "companyId" from external_identity join account a using (user_id)
      where issuer = $1 and subject = $2`,
    values: [issuer, subject],
  })
  return rows[0]
}

/** False when the account is another identity's already. */
async function link(pool: pg.Pool, { issuer, subject }: ExternalIdentity, { userId }: Person): Promise<boolean> {
  await pool.query({
    name: 'link-identity',
    text: 'insert into external_identity (issuer, subject, user_id) values ($1, $2, $3) on conflict do nothing',
    values: [issuer, subject, userId],
  })
  const linked = await findIdentity(pool, { issuer, subject, email: '' })
  return linked?.userId === userId
}

/** Nobody is this person to any provider: the next one who has their verified email will be. */
export async function forgetIdentities(client: pg.ClientBase, userId: string): Promise<void> {
  await client.query('delete from external_identity where user_id = $1', [userId])
}

/** False when the invitation was withdrawn meanwhile. */
async function accept(pool: pg.Pool, { companyId, userId }: Person, role: Role) {
  const history = await readStream(pool, companyId, userId)
  const accepted = decideAppend(
    { companyId, userId, role },
    { type: 'AcceptInvitation', data: { userId } },
    { history },
  )
  if (isRefusal(accepted)) return false
  await inCompany(pool, companyId, (client) => appendOrConflict(client, accepted))
  return true
}
