import type { RequestHandler } from 'express'
import { v7 as uuid } from 'uuid'
import { findAccount, readSessionUser } from '#api/accounts/accounts.ts'
import { doneBy } from '#api/audit/from-request.ts'
import { appendOrConflict, decideAppend, retryOnConflict } from '#api/commands/decide-and-append.ts'
import { refused } from '#api/http/errors.ts'
import { addMail } from '#api/mail/outbox.ts'
import { dropRefreshToken } from '#api/rights/refresh-cookie.ts'
import { notSignedIn } from '#api/rights/require-member.ts'
import type { Services } from '#api/services/services.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { readStream } from '#ledger/log/read.ts'
import { forgetAccount, lockAccount } from './forget-account.ts'

/**
 * DELETE /api/auth/account: a person closes their own account. Every way to sign in is erased; their work stays in the history under
 * their name, which only the owner can have erased.
 */
export const closeAccount =
  ({ config, authPool, ledgerPool, audit, bell }: Services): RequestHandler =>
  async (req, res) => {
    const { member } = res.locals
    const { companyId, userId } = member
    const user = await readSessionUser(ledgerPool, member)
    const account = user && (await findAccount(authPool, user.email))
    if (!account) throw notSignedIn()
    const { username, email, isVerified } = account
    await retryOnConflict(async () => {
      const history = await readStream(authPool, companyId, userId)
      const decision = decideAppend(member, { type: 'CloseAccount', data: { userId } }, { history })
      if (isRefusal(decision)) throw refused(decision)
      await inCompany(authPool, companyId, async (client) => {
        await lockAccount(client, userId)
        await appendOrConflict(client, decision)
        await forgetAccount(client, { userId, username, mustTellDevices: true })
        // It is stored without its place, as those of all that they did are erased.
        await audit.recordIn(client, doneBy(req, member, 'role-changed', 'closed', userId))
        if (isVerified) await addMail(client, { mailId: uuid(), kind: 'account-closed', recipient: email })
      })
    })
    bell.ring('fettle_appended', [companyId])
    dropRefreshToken(config, req, res)
    res.json({ message: 'Your account was closed.' })
  }
