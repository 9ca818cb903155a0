import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { becomesFree, freePort } from './ports.ts'

test('a free port is one that no outgoing connection is given', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, freePort))
  expect(ports.filter((port) => port < 20_000 || port >= 32_768)).toEqual([])
  for (const port of ports) expect(await becomesFree(port)).toBe(true)
})

test('a port becomes free once its server has closed', async () => {
  const port = await freePort()
  const server = createServer().listen(port)
  await once(server, 'listening')
  const free = becomesFree(port)
  server.close()
  expect(await free).toBe(true)
})
