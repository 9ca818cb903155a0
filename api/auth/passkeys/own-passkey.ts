import type { RequestHandler } from 'express'
import { v7 as uuid } from 'uuid'
import { readSessionUser } from '#api/accounts/accounts.ts'
import { removePasskey } from '#api/accounts/second-factor/factor-rows.ts'
import { renamePasskey } from '#api/accounts/second-factor/passkey-rows.ts'
import { removeFactor } from '#api/accounts/second-factor/remove-factor.ts'
import { doneBy } from '#api/audit/from-request.ts'
import { notFound, parse } from '#api/http/errors.ts'
import { addMail } from '#api/mail/outbox.ts'
import type { Services } from '#api/services/services.ts'
import { id } from '#core/model/values.ts'
import { renamePasskeyRequest } from '#core/wire/account/passkeys.ts'

/** PUT /api/auth/passkeys/:passkeyId: another name for one of a person's own. */
export const renameOwnPasskey =
  ({ authPool }: Services): RequestHandler =>
  async (req, res) => {
    const { userId } = res.locals.member
    const { name } = parse(renamePasskeyRequest, req.body)
    const passkeyId = id.safeParse(req.params.passkeyId).data
    if (!passkeyId || !(await renamePasskey(authPool, { userId, passkeyId, name }))) throw noSuch
    res.json({ message: 'Renamed.' })
  }

/** DELETE /api/auth/passkeys/:passkeyId: one of a person's own. With their last second factor the recovery codes end too; where the company requires one, that is refused. */
export const removeOwnPasskey =
  (services: Services): RequestHandler =>
  async (req, res) => {
    const { audit, ledgerPool } = services
    const { member } = res.locals
    const passkeyId = id.safeParse(req.params.passkeyId).data
    const user = await readSessionUser(ledgerPool, member)
    const isRemoved =
      passkeyId !== undefined &&
      (await removeFactor(services, member, async (client) => {
        if (!(await removePasskey(client, member.userId, passkeyId))) return false
        await audit.recordIn(client, doneBy(req, member, 'key-changed', 'passkey-ended'))
        if (user) await addMail(client, { mailId: uuid(), kind: 'passkey-removed', recipient: user.email })
        return true
      }))
    if (!isRemoved) throw noSuch
    res.json({ message: 'Removed.' })
  }

const noSuch = notFound('There is no such passkey.')
