import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import express, { type Request, type Response } from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BodyTimeout, refuseSlow } from './slow-requests.ts'

let server: Server
let port: number
beforeAll(async () => {
  const app = express()
  const reading = (patience: BodyTimeout) => [refuseSlow(patience), express.raw({ type: () => true })]
  const length = (req: Request, res: Response) => void res.json(req.body.length)
  app.post('/brief', reading({ total: 150 }), length)
  app.post('/patient', reading({ total: 20_000, interval: 1_000, minBytes: 5 }), length)
  server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => server.close())

/** Sends a body of 200 bytes in pieces; returns everything received until the connection ends. */
async function send(path: string, piece: number, pause: number) {
  let answer = ''
  // On a busy machine the server has hung up before the client stops writing: what was received stays.
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 200\r\nConnection: close\r\n\r\n`)
  for (let sent = 0; sent < 200 && !socket.destroyed && !socket.readableEnded; sent += piece) {
    socket.write('x'.repeat(piece))
    await sleep(pause)
  }
  await closed
  return answer
}

test('a small body that takes too long gets a 408 and is cut off', async () => {
  const answer = await send('/brief', 10, 50)
  expect(answer).toContain('HTTP/1.1 408')
  expect(answer).toContain('"code":"too-slow"')
})

test('an upload may be slow while data keeps arriving, but not at a trickle', async () => {
  expect(await send('/patient', 20, 60)).toMatch(/200 OK[\s\S]*200$/)
  expect(await send('/patient', 1, 500)).toContain('HTTP/1.1 408')
})

test('a request that arrives in time is not affected', async () => {
  for (const path of ['/brief', '/patient']) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: 'x' })
    expect(await answer.json()).toBe(1)
  }
})
