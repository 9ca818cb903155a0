import type { Request, Response } from 'express'
import { v7 as uuid } from 'uuid'
import { readKnownOrigin } from '#api/accounts/known-devices.ts'
import { readFactors } from '#api/accounts/second-factor/factor-rows.ts'
import type { UsedCode } from '#api/accounts/second-factor/redeem-code.ts'
import { addTicket } from '#api/accounts/second-factor/tickets.ts'
import { deviceIn } from '#api/auth/sessions/device-cookie.ts'
import { answerSignedIn, clientInfoOf } from '#api/auth/sessions/sign-in-answer.ts'
import { isDiskFull } from '#api/http/disk-full.ts'
import { addMail } from '#api/mail/outbox.ts'
import type { Limits } from '#api/rights/rate-limits.ts'
import { openSession, openSessionWithPassword } from '#api/rights/sessions.ts'
import type { Services } from '#api/services/services.ts'
import type { SecondStepNeeded } from '#core/wire/account/second-factor.ts'
import type { SessionUser } from '#core/wire/account/session.ts'

/** A person who has proved the password with this hash. */
export type Proved = { user: SessionUser; passwordHash: string }
type Parts = { services: Services; limits: Limits; req: Request; res: Response }

/**
 * Answers a person who has proved their password: a session, or a ticket if they have a second factor. False, and no answer, if the
 * password has been changed since. `mayBeNew` is false where the person does not need to be told of a new device.
 */
export async function enter(parts: Parts, proved: Proved, mayBeNew: boolean): Promise<boolean> {
  const { services, res } = parts
  const { userId } = proved.user
  const factors = await readFactors(services.authPool, userId)
  if (factors.length === 0) return openAndAnswer(parts, proved, mayBeNew)
  const ticket = await addTicket(services.authPool, { userId, passwordHash: proved.passwordHash })
  res.json({ secondStep: { ...ticket, factors } } satisfies SecondStepNeeded)
  return true
}

/**
 * Opens a session for a person who has proved all that is asked of them, and answers it. False if they proved a password, and it has
 * been changed.
 */
export async function openAndAnswer(
  { services, limits, req, res }: Parts,
  { user, passwordHash }: Pick<Proved, 'user'> & Partial<Proved>,
  mayBeNew: boolean,
  how?: UsedCode | 'passkey',
): Promise<boolean> {
  const { authPool } = services
  const { userId, companyId, email } = user
  const client = clientInfoOf(req)
  const deviceHash = deviceIn(services, req)?.deviceHash ?? null
  const { device: isKnown } = await readKnownOrigin(authPool, { userId, deviceHash, address: client.address })
  const opened = { userId, companyId, ...client }
  const session =
    passwordHash === undefined
      ? await openSession(authPool, opened)
      : await openSessionWithPassword(passwordHash, authPool, opened)
  if (!session) return false
  const tell = async () => {
    if (mayBeNew && !isKnown && (await limits.mayTellOfDevice(email, client.device, client.address)))
      await addMail(authPool, { mailId: session.sessionId, kind: 'new-device', recipient: email })
    if (how === 'recovery-code')
      await addMail(authPool, { mailId: uuid(), kind: 'recovery-code-used', recipient: email })
  }
  await tell().catch(goOnWithoutSpace)
  await answerSignedIn(services, req, res, { user, ...session, ...(how ? { how } : {}) })
  return true
}

/** Signing in goes on when the disk is full, although nobody can be told of it then. Throws every other error. */
function goOnWithoutSpace(error: unknown) {
  if (!isDiskFull(error)) throw error
}
