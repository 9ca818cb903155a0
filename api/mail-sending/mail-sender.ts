import { jobOfInvoiceMail } from '#api/mail/invoice-mail/invoice-mail-rows.ts'
import { claimMail, deleteMail, giveUpMail, type Mail, rescheduleMail } from '#api/mail/outbox.ts'
import { createEmailWriter, type WriterParts } from '#api/mail/write-email.ts'
import type { Services } from '#api/services/services.ts'
import { runWhenWoken } from '#api/services/woken-task.ts'
import { linkOfMail } from '#api/tenant-links/link-rows.ts'
import type { WhyNotSent } from '#core/job/failed-mail/failed-mail-messages.ts'
import { type FailureParts, recordFailure, whyGivenUp } from './record-failure.ts'

/** Sends queued mail until stopped. */
export type MailSender = { stop(): Promise<void> }
type Parts = WriterParts & FailureParts & Pick<Services, 'bell'>

/** In case a notice is lost, or the process that was to send a mail again has died. */
const pollInterval = 5_000

/**
 * Sends mail as soon as it is queued. A mail is deleted only after it was sent, so if a process dies in between, another one sends
 * the same email with the same id again. One that its server refuses for good, or that could not be sent for days, is given up.
 */
export function startMailSender(parts: Parts): MailSender {
  const { bell, logger, transport } = parts
  const write = createEmailWriter(parts)
  const onFault = (error: unknown) => logger.warn({ err: error }, 'mail could not be polled; retrying')
  const task = runWhenWoken({ every: pollInterval, onFault }, async (signal) => {
    while (!signal.aborted) {
      const delivery = await deliverNext(parts, write)
      if (!delivery) return
      if (delivery.dueAgainIn !== undefined) task.wake(delivery.dueAgainIn)
    }
  })
  const stopListening = bell.listen('fettle_mail', () => task.wake(), { polled: false })
  return {
    async stop() {
      stopListening()
      await task.stop()
      transport.close()
    },
  }
}

/** `dueAgainIn` is in milliseconds, for a mail that could not be sent. */
type Delivery = { dueAgainIn?: number }

/** Delivers one mail; undefined if none was due. */
async function deliverNext(parts: Parts, write: ReturnType<typeof createEmailWriter>): Promise<Delivery | undefined> {
  const { authPool, logger, transport, now } = parts
  const mail = await claimMail(authPool)
  if (!mail) return undefined
  const { mailId, kind, tries } = mail
  try {
    const email = await write(mail)
    if (email) {
      await transport.send({ ...email, id: mailId })
      logger.info({ mailId, kind }, 'an email was sent')
    }
  } catch (error) {
    const why = whyGivenUp(error, mail.createdAt.getTime(), now())
    if (why) {
      logger.error({ err: error, mailId, kind, tries, why }, 'an email could not be sent and is given up')
      await giveUp(parts, mail, why)
      return {}
    }
    logger.warn({ err: error, mailId, tries }, 'an email could not be sent; it will be retried')
    return { dueAgainIn: (await rescheduleMail(authPool, mail)) * 1_000 }
  }
  await deleteMail(authPool, mail)
  return {}
}

/** Ends a mail that nobody gets. The office is told of one that it sent. */
async function giveUp(parts: Parts, mail: Mail, why: WhyNotSent): Promise<void> {
  const { authPool } = parts
  const { mailId, kind } = mail
  const what = kind === 'invoice' || kind === 'tenant-link' ? kind : undefined
  const found = what && (await (what === 'invoice' ? jobOfInvoiceMail(authPool, mailId) : linkOfMail(authPool, mailId)))
  if (!what || !found) return void (await giveUpMail(authPool, mail))
  const { companyId, jobId } = found
  await recordFailure(parts, { companyId, jobId, mailId, what, why }, (client) => giveUpMail(client, mail))
}
