import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test('registering a business signs its owner in', async () => {
  const dana = await server.registerCompany()
  const me = await server.call('/api/me', { token: dana.token })
  expect(await me.json()).toMatchObject({ user: dana.user })
})
