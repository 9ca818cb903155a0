import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect } from 'vitest'
import type { Config } from '#api/config/config.ts'

export type Email = {
  to: string[]
  subject: string
  text: string
  messageId: string
  /** A header by its name, on one line; empty without it. */
  headers(name: string): string
  /** The first file that came with it. */
  attachment?: Buffer
}
export type Mailbox = {
  settings: NonNullable<Config['mail']>
  letters: Email[]
  /** The newest email to an address, once this many have arrived. */
  letterTo(address: string, nth?: number): Promise<Email>
  /** The newest email to an address with this subject, once there is one. */
  letterAbout(address: string, subject: string): Promise<Email>
  /** While set, every email is rejected. */
  full: boolean
  /** What the server answers these recipients with instead of taking them, such as 550. */
  refusals: Map<string, number>
  /** While set, it turns every client away with this code. */
  greets: number | undefined
  /** How many clients are connected: some email may be on its way. */
  clients(): number
  /** How often a recipient was refused. */
  refused: string[]
  close(): Promise<void>
}

/** A real mail server that keeps the emails it receives. */
export async function openMailbox(): Promise<Mailbox> {
  const letters: Email[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, answer) => answer(mailbox.greets === undefined ? null : refusal(mailbox.greets)),
    onRcptTo({ address }, _session, answer) {
      const code = mailbox.refusals.get(address)
      if (code !== undefined) mailbox.refused.push(address)
      answer(code === undefined ? null : refusal(code))
    },
    async onData(stream, { envelope }, answer) {
      const chunks: Buffer[] = []
      try {
        for await (const chunk of stream) chunks.push(chunk)
      } catch {
        // Its sender was killed meanwhile: there is no email, and nobody to answer.
        return
      }
      if (mailbox.full) return answer(new Error('The mailbox is full'))
      letters.push({ to: envelope.rcptTo.map((one) => one.address), ...read(Buffer.concat(chunks).toString('utf8')) })
      answer()
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  async function newest(isWanted: (email: Email) => boolean, nth: number) {
    const found = () => letters.filter(isWanted)
    // Evidence packs and invoices are made before they are sent, on machines that do other work too.
    await expect.poll(() => found().length, { timeout: 180_000 }).toBeGreaterThanOrEqual(nth)
    const email = found().at(-1)
    if (!email) throw new Error('No email')
    return email
  }
  const mailbox: Mailbox = {
    settings: { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'Fettle <fettle@example.com>' },
    letters,
    full: false,
    refusals: new Map(),
    greets: undefined,
    clients: () => server.connections.size,
    refused: [],
    letterTo: (address, nth = 1) => newest(({ to }) => to.includes(address), nth),
    letterAbout: (address, subject) => newest((one) => one.to.includes(address) && one.subject === subject, 1),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return mailbox
}

const refusal = (responseCode: number) => Object.assign(new Error('No such mailbox here'), { responseCode })

/** The path and the token of a text's link. */
export function linkIn(text: string): { href: string; token: string } {
  const href = /https?:\/\/\S+/.exec(text)?.[0] ?? ''
  return { href, token: /#(?:invitation|reset|verification|change|undo)=([\w-]+)$/.exec(href)?.[1] ?? '' }
}

function read(raw: string): Omit<Email, 'to'> {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const header = (name: string) => new RegExp(`^${name}:\\s+(.*(?:\\r\\n\\s.*)*)`, 'im').exec(head)?.[1] ?? ''
  const body = rest.join('\r\n\r\n')
  const headers = (name: string) => header(name).replaceAll(/\r\n\s+/g, '')
  const about = { subject: header('Subject'), messageId: header('Message-ID'), headers }
  const [, boundary] = /boundary="?([^";]+)/.exec(headers('Content-Type')) ?? []
  if (boundary === undefined) return { ...about, text: textOf(head, body) }
  const [, said = '', file = ''] = body.split(`--${boundary}`).map((part) => part.split('\r\n\r\n'))
  const [headOfText = '', ...text] = said
  return { ...about, text: textOf(headOfText, text.join('\r\n\r\n')), attachment: Buffer.from(file[1] ?? '', 'base64') }
}

const textOf = (head: string, body: string) => (/quoted-printable/i.test(head) ? unquoted(body) : body)

function unquoted(text: string): string {
  const bytes = text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
