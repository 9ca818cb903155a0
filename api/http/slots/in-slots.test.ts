import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import express, { type ErrorRequestHandler, raw } from 'express'
import { afterEach, expect, test } from 'vitest'
import { HttpFailure } from '#api/http/errors.ts'
import { inSlots } from './in-slots.ts'

let server: Server
let port: number
const open: Socket[] = []
/** How the works ended for which a caller hung up or lost the slot. */
let stopped: string[]

const patient = { timeout: 60_000 }
const rows = 400
const row = Buffer.alloc(64 * 1024)

/** Starts a server with three slots, on which a connection is slow after so many intervals. */
async function start(intervals: number) {
  stopped = []
  const leastPace = { interval: 20, intervals, leastBytes: 1_000 }
  const few = inSlots({ all: 3, error: 'Please try again in a moment.', code: 'too-many', leastPace })
  const app = express().use((req, res, next) => {
    const [companyId = '', userId = ''] = req.get('authorization')?.split(' ') ?? []
    const standing = { userId, version: 1, companyVersion: 1 }
    const rights = { role: 'owner', sessionId: '', isClosed: false, needsSecondFactor: false, standing } as const
    res.locals.member = { companyId, userId, ...rights }
    next()
  })
  app.get(
    '/export',
    few(async (_req, res, signal) => {
      signal.addEventListener('abort', () => {
        if (!res.writableFinished) stopped.push(res.locals.member.userId)
      })
      await pipeline(Readable.from(Array.from({ length: rows }, () => row)), res).catch(() => undefined)
    }),
  )
  const read = raw({ type: () => true })
  app.post(
    '/import',
    few(async (req, res) => {
      await new Promise<void>((resolve) => read(req, res, () => resolve()))
      if (!res.destroyed) res.json('read')
    }),
  )
  const failed: ErrorRequestHandler = (error, _req, res, _next) =>
    void res.status(error instanceof HttpFailure ? error.status : 500).json('refused')
  server = createServer(app.use(failed)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
}
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy()
  server.close()
})

/** Opens a connection that begins a request and takes nothing of the answer. */
async function stall(person: string, start = 'GET /export HTTP/1.1\r\n', body = '') {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  open.push(socket)
  await once(socket, 'connect')
  socket.pause()
  socket.write(`${start}Host: x\r\nAuthorization: ${person}\r\n\r\n${body}`)
  return socket
}
const slowWriter = (person: string) => stall(person, 'POST /import HTTP/1.1\r\nContent-Length: 500000\r\n', 'x')

const statusOf = async (person: string) => {
  const answer = await fetch(`http://127.0.0.1:${port}/export`, { headers: { authorization: person } })
  const { byteLength } = await answer.arrayBuffer()
  return byteLength === rows * row.length ? 'whole' : answer.status
}

const slow = [
  ['readers', stall],
  ['writers', slowWriter],
] as const
const begin = async (one: (person: string) => Promise<Socket>) => {
  for (const person of ['a a1', 'a a2', 'b b1']) await one(person)
}

test.each(slow)('slow %s of two companies keep a third from its slot for moments only', async (_, one) => {
  await start(5)
  await begin(one)
  await expect.poll(() => statusOf('c c1'), patient).toBe('whole')
})

test.each(slow)('where no connection counts as slow, as a control, slow %s keep their slots', async (_, one) => {
  await start(Number.POSITIVE_INFINITY)
  await begin(one)
  await expect.poll(() => statusOf('c c1'), patient).toBe(429)
  for (let again = 0; again < 20; again += 1) expect(await statusOf('c c1')).toBe(429)
})

test('whoever reads as fast as the server writes keeps the slot, however long it takes', async () => {
  await start(5)
  await stall('a a1')
  const steady = await stall('b b1')
  let received = 0
  steady.on('data', (piece: Buffer) => {
    received += piece.length
    steady.pause()
    setTimeout(() => steady.resume(), 1)
  })
  steady.resume()
  await expect.poll(() => statusOf('c c1'), patient).toBe('whole')
  await expect.poll(() => received, patient).toBeGreaterThan(rows * row.length)
  expect(stopped).not.toContain('b1')
})

test('the work of a caller who has hung up stops', async () => {
  await start(5)
  const socket = await stall('a a1')
  await expect.poll(() => socket.readableLength, patient).toBeGreaterThan(0)
  socket.destroy()
  await expect.poll(() => stopped, patient).toEqual(['a1'])
})
