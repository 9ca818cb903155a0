import { once } from 'node:events'
import http, { type RequestListener } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { connect, FettleError } from './fettle.ts'

const servers: http.Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

/** A client of a server that answers the first call by the first of these, the next by the next, and the rest by the last. */
async function connected(...answers: RequestListener[]) {
  const seen: string[] = []
  const server = http.createServer(async (req, res) => {
    const body = (await req.toArray()).join('')
    seen.push([req.method, req.url, req.headers.authorization, req.headers['idempotency-key'], body].join(' | '))
    answers[Math.min(seen.length, answers.length) - 1]?.(req, res)
  })
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  const place = server.address()
  const port = typeof place === 'object' && place !== null ? place.port : 0
  const address = `http://127.0.0.1:${port}`
  return { seen, address, fettle: connect({ address, key: 'fk_live_1', patience: 2_500 }) }
}
const json =
  (body: object, status = 200, headers = {}): RequestListener =>
  (_req, res) =>
    res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const hangUp: RequestListener = (req) => req.socket.destroy()
const note = { jobId: 'j', noteId: 'n', note: 'Ordered' }

test('a call has its key, path, query and body where they belong', async () => {
  const { fettle, seen } = await connected(json({ jobs: [] }))
  await fettle.call('GET /api/jobs', { query: { search: 'Rose & Co', agency: undefined } })
  await fettle.call('GET /api/jobs/{jobId}', { path: { jobId: 'a/b' } })
  expect(seen).toEqual([
    'GET | /api/jobs?search=Rose+%26+Co | Bearer fk_live_1 |  | ',
    'GET | /api/jobs/a%2Fb | Bearer fk_live_1 |  | ',
  ])
})

test('a command is given under its key, and its refusal is thrown with sentence and code', async () => {
  const refusal = { status: 'refused', error: 'Job not found.', code: 'job-not-found' }
  const { fettle, seen } = await connected(
    json({ results: [{ status: 'accepted', seq: 7 }] }),
    json({ results: [refusal] }),
  )
  expect(await fettle.give('AddNote', note, 'order-7')).toBe(7)
  const refused = fettle.give('AddNote', note, 'order-8')
  await expect(refused).rejects.toThrow(new FettleError('Job not found.', 200, 'job-not-found'))
  expect(seen[0]).toBe(
    `POST | /api/commands | Bearer fk_live_1 | order-7 | ${JSON.stringify({ commands: [{ type: 'AddNote', data: note }] })}`,
  )
})

test('a call that was told to come again later is repeated then, but not for longer than there is patience', async () => {
  const busy = json({ error: 'Too many requests.' }, 429, { 'retry-after': '1' })
  const { fettle, seen } = await connected(busy, json({ seq: 3 }))
  expect(await fettle.call('GET /api/ledger')).toEqual({ seq: 3 })
  expect(seen).toHaveLength(2)
  const later = await connected(json({ error: 'Too many requests.' }, 429, { 'retry-after': '60' }))
  await expect(later.fettle.call('GET /api/ledger')).rejects.toMatchObject({
    status: 429,
    message: 'Too many requests.',
  })
  expect(later.seen).toHaveLength(1)
})

test('a lost answer is asked for again where that is safe, and only there', async () => {
  const { fettle, seen } = await connected(hangUp, json({ results: [{ status: 'accepted', seq: 9 }] }))
  expect(await fettle.give('AddNote', note, 'order-9')).toBe(9)
  expect(seen[0]).toBe(seen[1])
  const other = await connected(hangUp)
  const image = { body: { jobId: 'j', companyId: 'c', jobBookingId: 'b' } }
  await expect(other.fettle.call('POST /api/deleteJob', image)).rejects.toThrow()
  expect(other.seen).toHaveLength(1)
})

test('events come page by page until there is no more', async () => {
  const { fettle, seen } = await connected(
    json({ events: [{ seq: 4 }], next: 4, isMore: true, seq: 5 }),
    json({ events: [{ seq: 5 }], next: 5, isMore: false, seq: 5 }),
  )
  const seqs: number[] = []
  for await (const { events } of fettle.events(3)) seqs.push(...events.map((one) => one.seq))
  expect(seqs).toEqual([4, 5])
  expect(seen.map((one) => one.split(' | ')[1])).toEqual(['/api/events?after=3', '/api/events?after=4'])
})

test('files come as they are', async () => {
  const { fettle } = await connected(
    (_req, res) => res.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' }).end('Site\n'),
    (_req, res) => res.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF'),
  )
  expect(await fettle.call('GET /api/export/jobs')).toBe('Site\n')
  const query = { format: 'pdf', after: '0' } as const
  const pack = await fettle.call('GET /api/jobs/{jobId}/evidence', { path: { jobId: 'j' }, query })
  expect(await pack.text()).toBe('%PDF')
})
