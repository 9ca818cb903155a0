import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { expect } from 'vitest'
import type { SmsSettings } from '#api/config/sms-settings.ts'

/** A text message as a gateway was asked to send it. */
export type TakenText = { to: string; text: string; key: string; headers: Record<string, string>; body: string }

/** Somebody else's gateway for text messages, which keeps what it was asked to send. */
export type TestGateway = {
  /** The settings of a server that sends by it, as JSON. */
  settings: SmsSettings
  /** Every request in order. */
  asked: TakenText[]
  /** How it answers from now on; 202 unless set. */
  answer: ((req: IncomingMessage, res: ServerResponse) => void) | undefined
  /** The texts to a number, each counted once by its key, once there are so many. */
  textsTo(number: string, many?: number): Promise<TakenText[]>
  close(): Promise<void>
}

/** Starts one on this machine. */
export async function openGateway(): Promise<TestGateway> {
  const asked: TakenText[] = []
  const server = http.createServer(async (req, res) => {
    const body = (await req.toArray()).join('')
    const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, String(value)]))
    const isForm = headers['content-type']?.includes('form') ?? false
    const fields: Record<string, string> = isForm ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body)
    const { to = fields.To ?? '', text = fields.Body ?? '' } = fields
    asked.push({ to, text, key: headers['idempotency-key'] ?? '', headers, body })
    if (gateway.answer) gateway.answer(req, res)
    else res.writeHead(202).end('{"id":"1"}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const ofNumber = (number: string) => [
    ...new Map(asked.filter(({ to }) => to === number).map((one) => [one.key, one])).values(),
  ]
  const gateway: TestGateway = {
    settings: {
      ...{ url: `http://127.0.0.1:${port}/messages`, format: 'json', more: {}, mayBePrivate: true },
      fields: { to: 'to', text: 'text', from: 'from' },
      ...{ from: 'Harrow', authorization: 'Bearer gateway-token' },
    },
    asked,
    answer: undefined,
    async textsTo(number, many = 1) {
      await expect.poll(() => ofNumber(number).length).toBeGreaterThanOrEqual(many)
      return ofNumber(number)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return gateway
}
