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
/** Sends the mail that waits in the database, until it is stopped. */
export type MailSender = { stop(): Promise<void> }

const lookEvery = 500
/** The database is away: there is no use in asking as often. */
const lookAgainAfter = 5_000

/**
 * Looks for mail twice a second. A mail is forgotten only after it was sent, so that a process which dies in between has it
 * sent again by another: the same email with the same id.
 */
export function startMailSender(parts: Parts): MailSender {
  const { logger, transport } = parts
  const stopping = new AbortController()
  const work = async () => {
    while (!stopping.signal.aborted) {
      const sent = await deliverNext(parts).catch((error: unknown) => {
        logger.warn({ err: error }, 'mail is retrying')
        return undefined
      })
      if (sent) continue
      const pause = sent === undefined ? lookAgainAfter : lookEvery
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

/** Whether there was a mail, sent or not. */
async function deliverNext(parts: Parts): Promise<boolean> {
  const { authPool, logger, transport } = parts
  const mail = await claimMail(authPool)
  if (!mail) return false
  const email = await emailFor(parts, mail)
  if (email) {
    try {
      await transport.send({ ...email, id: mail.mailId })
    } catch (error) {
      logger.warn({ err: error, mailId: mail.mailId, tries: mail.tries }, 'a mail could not be sent yet')
      await rescheduleMail(authPool, mail)
      return true
    }
    logger.info({ mailId: mail.mailId, kind: mail.kind }, 'a mail was sent')
  }
  await deleteMail(authPool, mail)
  return true
}

/**
 * What the mail says by now, and to the account's own address: what was asked for may be the same to the database alone. Undefined
 * where nobody is to get it, or its link is over.
 */
async function emailFor(parts: Parts, mail: Mail): Promise<(Email & { to: string }) | undefined> {
  const { config, authPool, ledgerPool, keys } = parts
  const account = await findAccount(authPool, mail.recipient)
  const member = account && (await readMember(authPool, account))
  const company = account && (await readCompany(ledgerPool, account.companyId))
  if (!member || !company || member.state === 'removed') return undefined
  const { username, userId, companyId, email: to } = account
  const words = { username, businessName: company.name }
  if (config.external) {
    if (mail.kind === 'reset' || member.state !== 'invited') return undefined
    return { to, ...invitationEmail({ ...words, link: `${addressOf(config)}/auths` }, true) }
  }
  const token = linkToken(keys, mail.mailId)
  // Somebody who was invited and asks for a new password has none yet: it is their invitation again.
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
    ...(purpose === 'reset' ? resetEmail({ ...words, link }) : invitationEmail({ ...words, link }, false)),
  }
}
