import { once } from 'node:events'
import express from 'express'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { warnOfProxy } from './untrusted-proxy.ts'

/** The log lines of a server that gets these headers, one request after another. */
async function linesOf(proxyHops: number, requests: Record<string, string>[]): Promise<string[]> {
  const lines: string[] = []
  const app = express().use(warnOfProxy({ proxyHops }, pino({}, { write: (line: string) => void lines.push(line) })))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  for (const headers of requests) await fetch(`http://127.0.0.1:${port}`, { headers })
  server.close()
  return lines
}

const proxied = { 'x-forwarded-for': '203.0.113.7' }

test('a proxy that is not trusted is warned of once, with the setting that is missing', async () => {
  const lines = await linesOf(0, [proxied, proxied])
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('FETTLE_PROXY_HOPS is 0')
})

test('neither a trusted proxy nor a request without one is warned of', async () => {
  expect(await linesOf(1, [proxied])).toEqual([])
  expect(await linesOf(0, [{}])).toEqual([])
})
