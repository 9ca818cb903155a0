import { once } from 'node:events'
import http, { type RequestListener } from 'node:http'
import https from 'node:https'
import net from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { current, expired, key } from '#test/server/webhooks/certificates.ts'
import type { Address } from './addresses.ts'
import { postOnce, type SendOptions } from './post-once.ts'

const servers: net.Server[] = []
const sockets = new Set<net.Socket>()
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
  for (const socket of sockets) socket.destroy()
})

const listen = (answer: RequestListener) => listenWith(http.createServer(answer))
async function listenWith(server: net.Server): Promise<number> {
  server.on('connection', (socket: net.Socket) => sockets.add(socket)).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
const here: Address[] = [{ address: '127.0.0.1', family: 4 }]
const post = (port: number, options: Partial<SendOptions> = {}, host = 'hooks.example') =>
  postOnce(
    { url: `http://${host}:${port}/in`, headers: { 'webhook-id': '1' }, body: '{"a":"ü"}' },
    { mayBePrivate: true, resolve: async () => here, ...options },
  )

test('a delivery is posted with its name, headers and body, and the answer is read', async () => {
  const seen: unknown[] = []
  const port = await listen(async (req, res) => {
    const body = (await req.toArray()).join('')
    seen.push([req.method, req.url, req.headers.host, req.headers['webhook-id'], body])
    res.writeHead(202).end('tak\0en')
  })
  const sent = await post(port)
  expect(sent).toMatchObject({ outcome: { status: 202 }, answer: 'taken' })
  expect(seen).toEqual([['POST', '/in', `hooks.example:${port}`, '1', '{"a":"ü"}']])
})

test('a redirect is an answer like any other, and nobody is asked at its address', async () => {
  let asked = 0
  const inside = await listen((_req, res) => {
    asked += 1
    res.end()
  })
  const port = await listen((_req, res) => res.writeHead(307, { location: `http://127.0.0.1:${inside}/` }).end())
  expect((await post(port)).outcome).toEqual({ status: 307 })
  expect(asked).toBe(0)
})

test('of an answer without an end only the beginning is read', async () => {
  let written = 0
  const chunk = Buffer.alloc(65_536, 'x')
  const port = await listen((req, res) => {
    const more = () => {
      if (res.destroyed) return
      written += chunk.length
      if (res.write(chunk)) setImmediate(more)
      else res.once('drain', more)
    }
    req.resume()
    more()
  })
  const sent = await post(port)
  expect(sent.outcome).toEqual({ status: 200 })
  expect(sent.answer).toHaveLength(1_024)
  expect(written).toBeLessThan(32 * 1_048_576)
})

test('a receiver that hangs, drips or breaks off is left after the time limit', async () => {
  const silent = await listen(() => undefined)
  expect((await post(silent, { timeLimit: 50 })).outcome).toEqual({ failure: 'timeout' })
  const dripping = await listen((_req, res) => {
    const timer = setInterval(() => res.write('.'), 5)
    res.on('close', () => clearInterval(timer))
  })
  expect((await post(dripping, { timeLimit: 80 })).outcome).toEqual({ failure: 'timeout' })
  const breaking = await listen((req) => req.socket.destroy())
  expect((await post(breaking)).outcome).toEqual({ failure: 'cut-off' })
  const headers = await listen((_req, res) => res.writeHead(200, { long: 'x'.repeat(20_000) }).end())
  expect((await post(headers)).outcome).toEqual({ failure: 'cut-off' })
  const never = () => new Promise<Address[]>(() => undefined)
  expect((await post(silent, { timeLimit: 50, resolve: never })).outcome).toEqual({ failure: 'timeout' })
})

test('a name is looked up once, and the connection goes to what was checked, whatever it points to by then', async () => {
  const port = await listen((_req, res) => res.end('inside'))
  let lookups = 0
  const rebinding = async () => {
    lookups += 1
    return lookups === 1 ? [{ address: '192.0.2.1', family: 4 }] : here
  }
  const options = { mayBePrivate: true, resolve: rebinding, timeLimit: 200 }
  // 192.0.2.1 is for documents: nobody answers there, and nobody else is asked.
  const sent = await post(port, options, 'rebinding.example')
  expect('failure' in sent.outcome).toBe(true)
  expect(lookups).toBe(1)
  const refused = await post(port, { mayBePrivate: false })
  expect(refused.outcome).toEqual({ failure: 'not-https' })
})

test('over https only a receiver whose certificate is trusted, current and of its own name is told anything', async () => {
  const told: string[] = []
  const receiver = (name: string, cert: string) =>
    listenWith(
      https.createServer({ key, cert }, (_req, res) => {
        told.push(name)
        res.end('taken')
      }),
    )
  const [good, old] = [await receiver('current', current), await receiver('expired', expired)]
  const postTo = async (port: number, host = 'hooks.example') =>
    (
      await postOnce(
        { url: `https://${host}:${port}/in`, headers: {}, body: '{}' },
        { mayBePrivate: true, resolve: async () => here, timeLimit: 5_000 },
      )
    ).outcome
  // It has signed its certificate itself.
  expect(await postTo(good)).toEqual({ failure: 'certificate' })
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, current, expired])
  try {
    expect(await postTo(good)).toEqual({ status: 200 })
    expect(await postTo(old)).toEqual({ failure: 'certificate' })
    expect(await postTo(good, 'elsewhere.example')).toEqual({ failure: 'certificate' })
  } finally {
    setDefaultCACertificates(trusted)
  }
  expect(told).toEqual(['current'])
})

test('a receiver that breaks off or hangs while the connection is being made safe is left', async () => {
  const postTo = (port: number, timeLimit: number) =>
    postOnce(
      { url: `https://hooks.example:${port}/in`, headers: {}, body: '{}' },
      { mayBePrivate: true, resolve: async () => here, timeLimit },
    )
  const breaking = await listenWith(net.createServer((socket) => socket.once('data', () => socket.destroy())))
  expect((await postTo(breaking, 5_000)).outcome).toEqual({ failure: 'cut-off' })
  const hanging = await listenWith(net.createServer((socket) => socket.resume()))
  expect((await postTo(hanging, 100)).outcome).toEqual({ failure: 'timeout' })
  const plain = await listen((_req, res) => res.end())
  expect('failure' in (await postTo(plain, 5_000)).outcome).toBe(true)
})

test('nothing is sent to this machine unless the setting allows it', async () => {
  let asked = 0
  const port = await listen((_req, res) => {
    asked += 1
    res.end()
  })
  for (const url of [
    `https://hooks.example:${port}/`,
    `https://127.0.0.1:${port}/`,
    `https://[::ffff:7f00:1]:${port}/`,
  ]) {
    const sent = await postOnce({ url, headers: {}, body: '' }, { mayBePrivate: false, resolve: async () => here })
    expect(sent.outcome).toEqual({ failure: 'address-not-public' })
  }
  expect(asked).toBe(0)
})
