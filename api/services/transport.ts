import { createTransport } from 'nodemailer'
import type { MailSettings } from '#api/config/config.ts'

export type Letter = { subject: string; text: string }
/** A letter on its way; `id` is the same each time it is tried. */
export type Outgoing = Letter & { id: string; to: string }
export type Transport = { send(outgoing: Outgoing): Promise<void>; close(): void }

/** Sends by SMTP. A server that does not answer fails the try well before another process takes the mail over. */
export function smtpTransport({ smtpUrl, from }: MailSettings): Transport {
  const transporter = createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  const domain = /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ id, to, subject, text }) {
      // As an object the address is one recipient, whatever it looks like.
      await transporter.sendMail({ from, to: { name: '', address: to }, subject, text, messageId: `<${id}@${domain}>` })
    },
    close: () => transporter.close(),
  }
}

/** Without a mail server the letter goes to whoever looks after this one. */
export const consoleTransport = (print: (text: string) => void): Transport => ({
  async send({ to, subject, text }) {
    print(`\nNo mail server is set (FETTLE_SMTP_URL). To ${to}: ${subject}\n\n${text}\n`)
  },
  close: () => undefined,
})
