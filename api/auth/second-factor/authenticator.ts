import type { Request, RequestHandler } from 'express'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { readSessionUser } from '#api/accounts/accounts.ts'
import { readExtraChecks } from '#api/accounts/second-factor/extra-checks.ts'
import {
  putAuthenticator,
  readFactors,
  readSecondFactor,
  removeAuthenticator,
  replaceRecoveryCodes,
} from '#api/accounts/second-factor/factor-rows.ts'
import { makeRecoveryCodes } from '#api/accounts/second-factor/redeem-code.ts'
import { removeFactor } from '#api/accounts/second-factor/remove-factor.ts'
import { readRule } from '#api/accounts/second-factor/rule-rows.ts'
import { appAddress, newSecret, stepOfCode, typedCode } from '#api/accounts/second-factor/totp.ts'
import { doneBy } from '#api/audit/from-request.ts'
import { HttpFailure, notFound, parse } from '#api/http/errors.ts'
import { seal, unseal } from '#api/keys/factor-key.ts'
import { addMail } from '#api/mail/outbox.ts'
import { notSignedIn } from '#api/rights/require-member.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import { bindsRole } from '#core/company/second-factor-rule.ts'
import {
  type AuthenticatorSetup,
  authenticatorStart,
  type RecoveryCodesAnswer,
  type SecondFactorAnswer,
} from '#core/wire/account/second-factor.ts'
import { inCompany } from '#ledger/database/connect.ts'

/** GET /api/auth/second-factor: a person's own. */
export const showSecondFactor =
  ({ authPool }: Services): RequestHandler =>
  async (_req, res) => {
    const { userId, companyId, role } = res.locals.member
    const [own, rule, { passwordSetAt, ...checks }] = await Promise.all([
      readSecondFactor(authPool, userId),
      readRule(authPool, companyId),
      readExtraChecks(authPool, userId),
    ])
    const isRequired = bindsRole(rule, role)
    const hasOne = own.authenticator !== undefined || own.passkeys.length > 0
    const asksAgain = isRequired || (checks.asksAgain ?? hasOne)
    res.json({ ...own, isRequired, asksAgain, ...(passwordSetAt && { passwordSetAt }) } satisfies SecondFactorAnswer)
  }

/** A secret waits for its first code sealed in the browser: for this person alone, and for a quarter of an hour. */
const minutesToSetUp = 15
const setupFor = ({ userId }: MemberRights) => `setup:${userId}`

/** POST /api/auth/second-factor/authenticator: a new secret for an authenticator app. It counts once a code has shown that it works. */
export const setUpAuthenticator =
  ({ factorKey, ledgerPool, now }: Services): RequestHandler =>
  async (_req, res) => {
    const { member } = res.locals
    const user = await readSessionUser(ledgerPool, member)
    if (!user) throw notSignedIn()
    const secret = newSecret()
    const endsAt = now().getTime() + minutesToSetUp * 60_000
    const setup = seal(factorKey, setupFor(member), `${endsAt} ${secret}`).toString('base64url')
    res.json({ secret, address: appAddress(secret, user.email), setup } satisfies AuthenticatorSetup)
  }

/** PUT /api/auth/second-factor/authenticator: turns the app on, or another one in its place. Answers new recovery codes. */
export const turnOnAuthenticator =
  (services: Services): RequestHandler =>
  async (req, res) => {
    const { authPool, factorKey, now } = services
    const { member } = res.locals
    const { userId, companyId } = member
    const { setup, code } = parse(authenticatorStart, req.body)
    const opened = unseal(factorKey, setupFor(member), Buffer.from(setup, 'base64url'))
    const [endsAt, secret] = opened?.split(' ') ?? []
    if (!secret || Number(endsAt) < now().getTime()) throw setupOver
    const lastStep = await stepOfCode(secret, typedCode(code), { now: now(), lastStep: 0 })
    if (lastStep === undefined) throw wrongCode
    const { codes, ...hashed } = await makeRecoveryCodes({ group: userId, isTrusted: true })
    await inCompany(authPool, companyId, async (client) => {
      await tell(services, client, req, { member, detail: 'authenticator', kind: 'second-factor-added' })
      await putAuthenticator(client, { userId, sealedSecret: seal(factorKey, userId, secret), lastStep })
      await replaceRecoveryCodes(client, { userId, ...hashed })
    })
    res.json({ codes } satisfies RecoveryCodesAnswer)
  }

/** DELETE /api/auth/second-factor/authenticator: turns it off. Without a passkey the recovery codes end too; where the company requires one of
 * the two, that is refused. */
export const turnOffAuthenticator =
  (services: Services): RequestHandler =>
  async (req, res) => {
    const { member } = res.locals
    const isRemoved = await removeFactor(services, member, async (client) => {
      if (!(await removeAuthenticator(client, member.userId))) return false
      await tell(services, client, req, { member, detail: 'authenticator-ended', kind: 'second-factor-removed' })
      return true
    })
    if (!isRemoved) throw notFound('There is no authenticator app to turn off.')
    res.json({ message: 'Turned off.' })
  }

/** POST /api/auth/second-factor/recovery-codes: ten new ones. */
export const renewRecoveryCodes =
  (services: Services): RequestHandler =>
  async (req, res) => {
    const { authPool, audit } = services
    const { member } = res.locals
    const { userId, companyId } = member
    if ((await readFactors(authPool, userId)).length === 0)
      throw notFound('Set up an authenticator app or a passkey first.')
    const { codes, ...hashed } = await makeRecoveryCodes({ group: userId, isTrusted: true })
    await inCompany(authPool, companyId, async (client) => {
      await audit.recordIn(client, doneBy(req, member, 'key-changed', 'recovery-codes'))
      await replaceRecoveryCodes(client, { userId, ...hashed })
    })
    res.json({ codes } satisfies RecoveryCodesAnswer)
  }

type Told = { member: MemberRights; detail: string; kind: 'second-factor-added' | 'second-factor-removed' }

/** Puts a change into the audit list and tells its person by mail, in its transaction. */
async function tell(
  { audit, ledgerPool }: Services,
  client: pg.ClientBase,
  req: Request,
  { member, detail, kind }: Told,
): Promise<void> {
  await audit.recordIn(client, doneBy(req, member, 'key-changed', detail))
  const user = await readSessionUser(ledgerPool, member)
  if (user) await addMail(client, { mailId: uuid(), kind, recipient: user.email })
}

const setupOver = new HttpFailure(409, {
  error: 'Setting up has taken too long. Please start again.',
  code: 'setup-over',
})
const wrongCode = new HttpFailure(400, {
  error: 'This code is wrong. Please enter the one that your app shows now.',
  code: 'wrong-code',
  field: 'code',
})
