import { createTransport } from 'nodemailer'
import type { MailSettings } from '#api/config/config.ts'
import { NotTaken } from './not-taken.ts'

export type Email = {
  subject: string
  text: string
  /** Where one request ends emails like it (RFC 8058). */
  unsubscribe?: string
  /** Where an answer goes; to nobody without one. */
  replyTo?: string
  attachment?: { filename: string; content: Buffer; contentType: string }
}
/** An email to send; its `id` is the same on every try. */
export type OutgoingEmail = Email & { id: string; to: string }
export type MailTransport = {
  /** Throws {@link NotTaken} if the mail server does not take it. */
  send(outgoing: OutgoingEmail): Promise<void>
  close(): void
}

/** Sends by SMTP. Its timeouts end well before another process may claim the mail. */
export function createSmtpTransport({ smtpUrl, from }: MailSettings): MailTransport {
  const transporter = createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  const domain = /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ id, to, subject, text, unsubscribe, replyTo, attachment }) {
      const headers = unsubscribe
        ? { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
        : {}
      // As an object the address is always a single recipient.
      const addressed = { from, to: { name: '', address: to }, messageId: `<${id}@${domain}>` }
      const answered = replyTo ? { replyTo: { name: '', address: replyTo } } : {}
      const attachments = attachment ? [attachment] : []
      const message = { ...addressed, ...answered, subject, text, headers, attachments }
      await transporter.sendMail(message).catch((error: unknown) => {
        throw new NotTaken(error)
      })
    },
    close: () => transporter.close(),
  }
}

/** Without a mail server, prints emails on the console of this one. */
export const createConsoleTransport = (print: (text: string) => void): MailTransport => ({
  async send({ to, subject, text }) {
    print(`\nNo mail server is set (FETTLE_SMTP_URL). To ${to}: ${subject}\n\n${text}\n`)
  },
  close: () => undefined,
})
