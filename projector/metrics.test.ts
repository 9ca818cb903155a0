import { once } from 'node:events'
import pino from 'pino'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { serveMetrics } from './metrics.ts'

test('the figures of a projector are served to its own machine only', async () => {
  const server = await serveMetrics(new Registry(), 0, pino({ level: 'silent' }))
  expect(server.address()).toMatchObject({ address: '127.0.0.1' })
  server.close()
  await once(server, 'close')
})
