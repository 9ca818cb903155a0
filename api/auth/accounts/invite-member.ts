import type { Request } from 'express'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { addAccount, findAccount, reinstateAccount } from '#api/accounts/accounts.ts'
import { forgetIdentities } from '#api/accounts/forget-identities.ts'
import { linkAddress } from '#api/accounts/link-address.ts'
import { addLink, lifetimes, linkTo, linkToken, voidLinks } from '#api/accounts/password-links.ts'
import { appendOrConflict, decideAppend } from '#api/commands/decide-and-append.ts'
import { readDecisionFacts } from '#api/commands/decision-facts.ts'
import { deleteFeed } from '#api/feed/feeds.ts'
import { addMail } from '#api/mail/outbox.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import { readMember } from '#api/rights/rights.ts'
import { endSessions } from '#api/rights/sessions.ts'
import type { Services } from '#api/services/services.ts'
import type { GivenDetails } from '#core/member/details.ts'
import { isRefusal, type Refusal, refuse } from '#core/model/refusals.ts'
import type { InvitationAnswer } from '#core/wire/account/team.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { readStream } from '#ledger/log/read.ts'
import { queueInvitation } from './invitation-queue.ts'

/** A person to invite, with a normal email, and how they are called and reached as far as it is known; `record` stores who invited them, with the invitation. */
export type Invitee = {
  username: string
  email: string
  userRole: 'admin' | 'team'
  details: Pick<GivenDetails, 'fullName' | 'telephone'>
  record: (client: pg.ClientBase, userId: string) => Promise<void>
}
type Parts = Pick<Services, 'authPool' | 'keys' | 'config'>
/** An invited person, and the token of their link. */
export type Invitation = { userId: string; token: string; expiresAt: string }

/**
 * Adds a person's account and membership and queues their mail, all or nothing. A former member of this company becomes the
 * same person again. 'email-taken' if the email has an account in another company.
 */
export async function inviteMember(
  parts: Parts,
  by: MemberRights,
  { username, email, userRole, details, record }: Invitee,
): Promise<Invitation | Refusal | 'email-taken'> {
  const { authPool } = parts
  const { companyId } = by
  return queueInvitation(companyId, async () => {
    const found = await findAccount(authPool, email)
    const former = found?.companyId === companyId ? found : undefined
    const userId = former?.userId ?? uuid()
    const history = former ? await readStream(authPool, companyId, userId) : []
    const invite = { type: 'InviteMember', data: { userId, userRole, ...details } } as const
    const invited = decideAppend(by, invite, { history, ...(await readDecisionFacts(authPool, companyId, invite)) })
    if (isRefusal(invited)) return invited
    if (found && !former) return 'email-taken'
    return inCompany(authPool, companyId, async (client) => {
      if (former) await reinstate(client, userId)
      else if (!(await addAccount(client, { userId, companyId, username, email, isVerified: false })))
        return 'email-taken'
      await record(client, userId)
      await appendOrConflict(client, invited)
      return { userId, ...(await addInvitation(parts, client, { userId, companyId, email })) }
    })
  })
}

/** Reinstates a former member: none of their earlier ways to sign in work again. */
async function reinstate(client: pg.ClientBase, userId: string) {
  await reinstateAccount(client, userId)
  await endSessions(client, userId)
  await forgetIdentities(client, userId)
  await deleteFeed(client, userId)
}

const lockAccount = statement('lock-account', (p: Parameters<{ userId: string; companyId: string }>) =>
  db
    .selectFrom('account')
    .select('email')
    .where('user_id', '=', p.userId)
    .where('company_id', '=', p.companyId)
    .forUpdate(),
)

/** Another link for an invited person; their earlier links stop working. */
export async function inviteAgain(
  parts: Parts & Pick<Services, 'ledgerPool'>,
  { companyId, role }: Pick<MemberRights, 'companyId' | 'role'>,
  userId: string,
): Promise<Invitation | Refusal> {
  const { authPool, ledgerPool } = parts
  if (role !== 'owner') return refuse('owner-only')
  const member = await readMember(ledgerPool, { companyId, userId })
  if (!member || member.state === 'removed') return refuse('member-not-found')
  if (member.state !== 'invited') return refuse('member-not-invited')
  return inCompany(authPool, companyId, async (client) => {
    const [account] = await rowsOf(client, lockAccount({ userId, companyId }))
    if (!account) return refuse('member-not-found')
    return { userId, ...(await addInvitation(parts, client, { userId, companyId, email: account.email })) }
  })
}

async function addInvitation(
  { keys }: Parts,
  client: pg.ClientBase,
  { userId, companyId, email }: { userId: string; companyId: string; email: string },
) {
  const mailId = uuid()
  const token = linkToken(keys, mailId)
  const createdAt = new Date()
  await voidLinks(client, userId)
  await addLink(client, { token, userId, companyId, purpose: 'invitation', createdAt })
  await addMail(client, { mailId, kind: 'invitation', recipient: email })
  return { token, expiresAt: new Date(createdAt.getTime() + lifetimes.invitation).toISOString() }
}

/** The response to an invitation, with the link if there is no mail server to send it. */
export function invitationAnswer(
  { config }: Pick<Services, 'config'>,
  req: Request,
  { userId, token, expiresAt }: Invitation,
): InvitationAnswer {
  if (config.mail || config.external) return { userId, expiresAt }
  return { userId, expiresAt, link: linkTo(linkAddress(config, req), 'invitation', token) }
}
