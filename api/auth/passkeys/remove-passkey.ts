import type { RequestHandler } from 'express'
import { v7 as uuid } from 'uuid'
import { readSessionUser } from '#api/accounts/accounts.ts'
import { removePasskey } from '#api/accounts/second-factor/factor-rows.ts'
import { doneBy } from '#api/audit/from-request.ts'
import { notFound } from '#api/http/errors.ts'
import { addMail } from '#api/mail/outbox.ts'
import type { Services } from '#api/services/services.ts'
import { id } from '#core/model/values.ts'
import { inCompany } from '#ledger/database/connect.ts'

/** DELETE /api/auth/passkeys/:passkeyId: one of a person's own. With their last second factor the recovery codes end too. */
export const removeOwnPasskey =
  ({ audit, authPool, ledgerPool }: Services): RequestHandler =>
  async (req, res) => {
    const { member } = res.locals
    const { userId, companyId } = member
    const passkeyId = id.safeParse(req.params.passkeyId).data
    const isRemoved =
      passkeyId !== undefined &&
      (await inCompany(authPool, companyId, (client) => removePasskey(client, userId, passkeyId)))
    if (!isRemoved) throw notFound('There is no such passkey.')
    await audit.record(doneBy(req, member, 'key-changed', 'passkey-ended'))
    const user = await readSessionUser(ledgerPool, member)
    if (user) await addMail(authPool, { mailId: uuid(), kind: 'passkey-removed', recipient: user.email })
    res.json({ message: 'Removed.' })
  }
