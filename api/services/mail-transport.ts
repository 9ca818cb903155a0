import { createTransport } from 'nodemailer'
import type { MailSettings } from '#api/config/config.ts'

export type Email = { subject: string; text: string }
/** An email to send; its `id` is the same on every try. */
export type OutgoingEmail = Email & { id: string; to: string }
export type MailTransport = { send(outgoing: OutgoingEmail): Promise<void>; close(): void }

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
    async send({ id, to, subject, text }) {
      // As an object the address is always a single recipient.
      await transporter.sendMail({ from, to: { name: '', address: to }, subject, text, messageId: `<${id}@${domain}>` })
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
