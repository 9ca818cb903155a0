import { expect, test } from 'vitest'
import { eventLoop } from '#test/simulation/clock/event-loop.ts'
import { randomOf } from '#test/simulation/clock/random.ts'
import { goodLine } from './link.ts'
import { pageSocket } from './socket.ts'

test('a socket that is told to connect while it does so connects, as that of socket.io does', async () => {
  const loop = eventLoop((error) => {
    throw error
  })
  const server = () => {
    loop.post(() => socket.connect(), 0)
    return { heard: () => undefined, gone: () => undefined }
  }
  const { io } = pageSocket(loop, randomOf(1), { alive: true }, goodLine(), server)
  const socket = io({ auth: (give) => give({ token: '' }) })
  await loop.runUntil(60_000)
  expect(socket.connected).toBe(true)
})
