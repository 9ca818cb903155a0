import { once } from 'node:events'
import http, { type RequestListener } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import type { Address } from './addresses.ts'
import { postOnce, type SendOptions } from './post-once.ts'

const servers: http.Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function listen(answer: RequestListener): Promise<number> {
  const server = http.createServer(answer).listen(0, '127.0.0.1')
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
