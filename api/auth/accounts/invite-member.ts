import type { Request } from 'express'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { addAccount, findAccount, reinstateAccount } from '#api/accounts/accounts.ts'
import { addLink, addressOf, lifetimes, linkTo, linkToken, voidLinks } from '#api/accounts/password-links.ts'
import { forgetIdentities } from '#api/auth/external/identities.ts'
import { type Actor, appendOrConflict, decideAppend } from '#api/commands/decide-and-append.ts'
import { readDecisionFacts } from '#api/commands/decision-facts.ts'
import { deleteFeed } from '#api/feed/feeds.ts'
import { addMail } from '#api/mail/outbox.ts'
import { originOf } from '#api/rights/origin.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import { readMember } from '#api/rights/rights.ts'
import { endSessions } from '#api/rights/sessions.ts'
import type { Services } from '#api/services/services.ts'
import { isRefusal, type Refusal, refuse } from '#core/model/refusals.ts'
import type { InvitationAnswer } from '#core/wire/account/team.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { readStream } from '#ledger/log/read.ts'
import { queueInvitation } from './invitation-queue.ts'

/** A normal email that could be one. */
export type Invited = { username: string; email: string; userRole: 'admin' | 'team' }
type Parts = Pick<Services, 'authPool' | 'keys' | 'config'>
/** Who was invited, and the secret of the link that lets them in. */
export type Invitation = { userId: string; token: string; expiresAt: string }

/**
 * Makes a person's account and place in the company and puts their mail in line, all or nothing. Whoever was removed from this
 * company before is the same person again. 'email-taken' when the email has an account anywhere else.
 */
export async function inviteMember(
  parts: Parts,
  by: Actor,
  { username, email, userRole }: Invited,
): Promise<Invitation | Refusal | 'email-taken'> {
  const { authPool } = parts
  const { companyId } = by
  return queueInvitation(companyId, async () => {
    const found = await findAccount(authPool, email)
    const back = found?.companyId === companyId ? found : undefined
    const userId = back?.userId ?? uuid()
    const history = back ? await readStream(authPool, companyId, userId) : []
    const invite = { type: 'InviteMember', data: { userId, userRole } } as const
    const invited = decideAppend(by, invite, { history, ...(await readDecisionFacts(authPool, companyId, invite)) })
    if (isRefusal(invited)) return invited
    if (found && !back) return 'email-taken'
    return inCompany(authPool, companyId, async (client) => {
      if (back) await comeBack(client, { userId, username })
      else if (!(await addAccount(client, { userId, companyId, username, email }))) return 'email-taken'
      await appendOrConflict(client, invited)
      return { userId, ...(await addInvitation(parts, client, { userId, companyId, email })) }
    })
  })
}

/** Whoever comes back begins anew: nothing that let them in before does so again. */
async function comeBack(client: pg.ClientBase, { userId, username }: { userId: string; username: string }) {
  await reinstateAccount(client, { userId, username })
  await endSessions(client, userId)
  await forgetIdentities(client, userId)
  await deleteFeed(client, userId)
}

/** Another link for somebody who was invited and is not in yet; those before it are over. */
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
    const { rows } = await client.query<{ email: string }>(
      'select email from account where user_id = $1 and company_id = $2 for update',
      [userId, companyId],
    )
    if (!rows[0]) return refuse('member-not-found')
    return { userId, ...(await addInvitation(parts, client, { userId, companyId, email: rows[0].email })) }
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

/** An invitation as it is answered: with its link where no mail server would send it. */
export function invitationAnswer(
  { config }: Pick<Services, 'config'>,
  req: Request,
  { userId, token, expiresAt }: Invitation,
): InvitationAnswer {
  if (config.mail || config.external) return { userId, expiresAt }
  // The owner's own page says where it is; nobody else gets this answer.
  const page = originOf(config, req.headers) === 'own' ? req.get('origin') : undefined
  return { userId, expiresAt, link: linkTo(config.publicUrl ?? page ?? addressOf(config), 'invitation', token) }
}
