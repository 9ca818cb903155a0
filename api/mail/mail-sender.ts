import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { findAccount } from '#api/accounts/accounts.ts'
import {
  addLink,
  addressOf,
  findLink,
  lifetimes,
  linkTo,
  linkToken,
  voidEarlierResets,
} from '#api/accounts/password-links.ts'
import { readCompany } from '#api/company/company-answer.ts'
import type { Config } from '#api/config/config.ts'
import type { Keys } from '#api/keys/keys.ts'
import { readMember } from '#api/rights/rights.ts'
import type { Email, MailTransport } from '#api/services/mail-transport.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { invitationEmail, resetEmail } from './emails.ts'
import { claimMail, deleteMail, lockMail, type Mail, rescheduleMail } from './outbox.ts'

type Parts = {
  config: Config
  logger: Logger
  authPool: pg.Pool
  ledgerPool: pg.Pool
  keys: Keys
  transport: MailTransport
}
/** Sends queued mail until stopped. */
export type MailSender = { stop(): Promise<void> }

const pollInterval = 500
/** While the database is down, polling as often is no use. */
const retryInterval = 5_000

/**
 * Polls for mail twice a second. A mail is deleted only after it was sent, so if a process dies in between, another one sends
 * the same email with the same id again.
 */
export function startMailSender(parts: Parts): MailSender {
  const { logger, transport } = parts
  const stopping = new AbortController()
  const work = async () => {
    while (!stopping.signal.aborted) {
      const sent = await deliverNext(parts).catch((error: unknown) => {
        logger.warn({ err: error }, 'mail could not be polled; retrying')
        return undefined
      })
      if (sent) continue
      const pause = sent === undefined ? retryInterval : pollInterval
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const stopped = work()
  return {
    async stop() {
      stopping.abort()
      await stopped
      transport.close()
    },
  }
}

/** Delivers one mail; false if none was due. */
async function deliverNext(parts: Parts): Promise<boolean> {
  const { authPool, logger, transport } = parts
  const mail = await claimMail(authPool)
  if (!mail) return false
  const email = await emailFor(parts, mail)
  if (email) {
    try {
      await transport.send({ ...email, id: mail.mailId })
    } catch (error) {
      logger.warn(
        { err: error, mailId: mail.mailId, tries: mail.tries },
        'an email could not be sent; it will be retried',
      )
      await rescheduleMail(authPool, mail)
      return true
    }
    logger.info({ mailId: mail.mailId, kind: mail.kind }, 'an email was sent')
  }
  await deleteMail(authPool, mail)
  return true
}

/**
 * The email as it should read now, to the account's own address: the requested one may be the same only to the database.
 * Undefined if nobody should get it or its link has expired.
 */
async function emailFor(parts: Parts, mail: Mail): Promise<(Email & { to: string }) | undefined> {
  const { config, authPool, ledgerPool, keys } = parts
  const account = await findAccount(authPool, mail.recipient)
  const member = account && (await readMember(authPool, account))
  const company = account && (await readCompany(ledgerPool, account.companyId))
  if (!member || !company || member.state === 'removed') return undefined
  const { username, userId, companyId, email: to } = account
  const names = { username, businessName: company.name }
  if (config.external) {
    if (mail.kind === 'reset' || member.state !== 'invited') return undefined
    return { to, ...invitationEmail({ ...names, link: `${addressOf(config)}/auths` }, true) }
  }
  const token = linkToken(keys, mail.mailId)
  // An invited person who requests a new password has none yet, so they get their invitation again.
  const purpose = member.state === 'active' ? 'reset' : 'invitation'
  if (mail.kind === 'reset') {
    if (Date.now() - mail.createdAt.getTime() > lifetimes.reset) return undefined
    const { createdAt } = mail
    await inCompany(authPool, companyId, async (client) => {
      if (!(await lockMail(client, mail))) return
      await voidEarlierResets(client, { userId, createdAt })
      await addLink(client, { token, userId, companyId, purpose, createdAt })
    })
  }
  if (!(await findLink(authPool, token))) return undefined
  const link = linkTo(addressOf(config), purpose, token)
  return {
    to,
    ...(purpose === 'reset' ? resetEmail({ ...names, link }) : invitationEmail({ ...names, link }, false)),
  }
}
