import { once } from 'node:events'
import http from 'node:http'
import { Webhook } from 'standardwebhooks'
import type { MadeWebhook, NewWebhook, WebhookPayload, WebhooksAnswer } from '#core/wire/connections/webhooks.ts'
import { paths } from '#core/wire/paths.ts'
import { inCompany } from '#ledger/database/connect.ts'
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

/** Adds two deliveries of an event: one that arrived as a comment, and one that was answered with 503 as a visit, and waits. */
export const addDeliveries = (
  { services }: TestServer,
  { user }: Pick<SignedInTest, 'user'>,
  { webhookId, seq }: { webhookId: string; seq: number },
) =>
  inCompany(services.ledgerPool, user.companyId, (client) =>
    client.query(
      `insert into webhook_delivery
        (company_id, webhook_id, delivery_id, seq, type, state, tries, queued_at, due_at, tried_at, took, status, answer)
      select $1, $2, gen_random_uuid(), $3, type, state, 3, now(), now() + interval '1 hour', now(), 212, status, answer
      from (values ('NoteAdded', 'delivered', 200, 'taken'), ('JobScheduled', 'waiting', 503, 'down for repairs'))
        one(type, state, status, answer)`,
      [user.companyId, webhookId, seq],
    ),
  )

/** Turns the webhooks of a company off, as they do by themselves when nothing arrives for days. */
export const turnOffAll = ({ services }: TestServer, { user }: Pick<SignedInTest, 'user'>) =>
  inCompany(services.ledgerPool, user.companyId, (client) =>
    client.query(`update webhook set off = 'failing' where company_id = $1`, [user.companyId]),
  )
