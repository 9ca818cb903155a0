import { once } from 'node:events'
import http from 'node:http'
import { Webhook } from 'standardwebhooks'
import type { MadeWebhook, NewWebhook, WebhookPayload, WebhooksAnswer } from '#core/wire/connections/webhooks.ts'
import { paths } from '#core/wire/paths.ts'
import type { SignedInTest, TestServer } from '#test/server/server.ts'

/** Somebody else's program that takes deliveries, and keeps what it was sent. */
export type Receiver = {
  url: string
  /** Whatever was sent, in order, with the ids and the text of each. */
  seen: { id: string; text: string; payload: WebhookPayload; headers: Record<string, string> }[]
  /** What it answers with from now on. */
  answer: { status: number; text: string }
  close(): Promise<void>
}

/** Starts one on this machine. */
export async function startReceiver(): Promise<Receiver> {
  const receiver: Omit<Receiver, 'url' | 'close'> = { seen: [], answer: { status: 200, text: 'taken' } }
  const server = http.createServer(async (req, res) => {
    const text = (await req.toArray()).join('')
    const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, String(value)]))
    receiver.seen.push({ id: headers['webhook-id'] ?? '', text, payload: JSON.parse(text), headers })
    res.writeHead(receiver.answer.status).end(receiver.answer.text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${port}/fettle`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

/** A webhook that a person makes: for the office and of all events unless told otherwise. */
export async function makeWebhook(
  server: TestServer,
  { token }: Pick<SignedInTest, 'token'>,
  asked: Partial<NewWebhook> & { url: string },
): Promise<MadeWebhook> {
  const body: NewWebhook = { audience: 'office', eventTypes: [], ...asked }
  const answer = await server.call(paths.webhooks, { token, body })
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** The webhooks of a person's company. */
export const webhooksOf = async (server: TestServer, { token }: Pick<SignedInTest, 'token'>): Promise<WebhooksAnswer> =>
  (await server.call(paths.webhooks, { token })).json()

/** What the reference library of Standard Webhooks reads from a delivery. Throws if the signature is not right. */
export const verified = (secret: string, { text, headers }: Receiver['seen'][number]) =>
  new Webhook(secret).verify(text, headers)
