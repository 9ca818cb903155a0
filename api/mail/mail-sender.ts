import type { Services } from '#api/services/services.ts'
import { runWhenWoken } from '#api/services/woken-task.ts'
import { claimMail, deleteMail, rescheduleMail } from './outbox.ts'
import { createEmailWriter, type WriterParts } from './write-email.ts'

/** Sends queued mail until stopped. */
export type MailSender = { stop(): Promise<void> }
type Parts = WriterParts & Pick<Services, 'bell'>

/** In case a notice is lost, or the process that was to send a mail again has died. */
const pollInterval = 5_000

/**
 * Sends mail as soon as it is queued. A mail is deleted only after it was sent, so if a process dies in between, another one sends
 * the same email with the same id again.
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
async function deliverNext(
  { authPool, logger, transport }: WriterParts,
  write: ReturnType<typeof createEmailWriter>,
): Promise<Delivery | undefined> {
  const mail = await claimMail(authPool)
  if (!mail) return undefined
  const email = await write(mail)
  if (email) {
    try {
      await transport.send({ ...email, id: mail.mailId })
    } catch (error) {
      logger.warn(
        { err: error, mailId: mail.mailId, tries: mail.tries },
        'an email could not be sent; it will be retried',
      )
      return { dueAgainIn: (await rescheduleMail(authPool, mail)) * 1_000 }
    }
    logger.info({ mailId: mail.mailId, kind: mail.kind }, 'an email was sent')
  }
  await deleteMail(authPool, mail)
  return {}
}
