import { setTimeout as sleep } from 'node:timers/promises'
import { claimMail, deleteMail, rescheduleMail } from './outbox.ts'
import { createEmailWriter, type WriterParts } from './write-email.ts'

/** Sends queued mail until stopped. */
export type MailSender = { stop(): Promise<void> }

const pollInterval = 500
/** While the database is down, polling as often is no use. */
const retryInterval = 5_000

/**
 * Polls for mail twice a second. A mail is deleted only after it was sent, so if a process dies in between, another one sends
 * the same email with the same id again.
 */
export function startMailSender(parts: WriterParts): MailSender {
  const { logger, transport } = parts
  const write = createEmailWriter(parts)
  const stopping = new AbortController()
  const work = async () => {
    while (!stopping.signal.aborted) {
      const sent = await deliverNext(parts, write).catch((error: unknown) => {
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
async function deliverNext(
  { authPool, logger, transport }: WriterParts,
  write: ReturnType<typeof createEmailWriter>,
): Promise<boolean> {
  const mail = await claimMail(authPool)
  if (!mail) return false
  const email = await write(mail)
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
