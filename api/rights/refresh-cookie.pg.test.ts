import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { startServer } from '#test/server/server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

const body = { businessName: 'B', username: 'b', email: '', password: 'tannery wharf 31' }

/** The cookie set for someone who registers from a page of this origin. */
async function cookieFor(publicUrl: string | undefined, origin: string | undefined) {
  const server = await startServer({ publicUrl }, { database, projector: false })
  const email = `${crypto.randomUUID()}@example.com`
  const answer = await fetch(`${server.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(origin ? { origin } : {}) },
    body: JSON.stringify({ ...body, email }),
  })
  await server.close()
  expect(answer.status).toBe(200)
  return answer.headers.getSetCookie()[0] ?? ''
}

const secure =
  /^__Host-fettle_refresh=[\w-]{43}; Max-Age=1209600; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/
const plain = /^fettle_refresh=[\w-]{43}; Max-Age=1209600; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/

test.each([
  ['a configured https address', 'https://fettle.example', 'https://fettle.example'],
  ['a configured https address, whatever the page', 'https://fettle.example', 'http://fettle.example'],
  ['a page loaded over https', undefined, 'https://fettle.example'],
  ['a client that is not a browser', undefined, undefined],
])('%s gets the cookie that is limited to https and this host', async (_, publicUrl, origin) => {
  expect(await cookieFor(publicUrl, origin)).toMatch(secure)
})

test.each([
  ['a configured http address', 'http://10.0.0.5:3000', 'http://10.0.0.5:3000'],
  ['a page loaded over http', undefined, 'http://localhost:3000'],
])('%s gets a cookie that works without https', async (_, publicUrl, origin) => {
  expect(await cookieFor(publicUrl, origin)).toMatch(plain)
})

test('neither kind of cookie is accepted in place of the other', async () => {
  const server = await startServer({ publicUrl: 'https://fettle.example' }, { database, projector: false })
  const { cookie } = await server.registerCompany()
  const refresh = (kind: string) =>
    server.call('/api/auth/refresh', { method: 'POST', cookie: kind, headers: { origin: 'https://fettle.example' } })
  expect(cookie).toMatch(/^__Host-fettle_refresh=/)
  expect((await refresh(cookie.replace('__Host-', ''))).status).toBe(401)
  expect((await refresh(cookie)).status).toBe(200)
  await server.close()
})
