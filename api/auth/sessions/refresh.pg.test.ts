import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths, pathTo } from '#core/wire/paths.ts'
import { connect } from '#ledger/database/connect.ts'
import { addMember } from '#test/server/people.ts'
import { cookieIn, type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let asOwner: pg.Pool
let dana: SignedInTest
beforeAll(async () => {
  server = await startServer()
  asOwner = connect(server.database.url)
})
afterAll(async () => {
  await asOwner.end()
  await server.close()
})

const refresh = (cookie: string, headers = {}) => server.call('/api/auth/refresh', { method: 'POST', cookie, headers })
const me = (token: string) => server.call('/api/me', { token })

/** Ages the tokens of a session, or the session itself, by a PostgreSQL interval. */
async function pass(what: 'tokens' | 'session', interval: string) {
  const table = what === 'tokens' ? 'refresh_token' : 'session'
  const where = 'session_id in (select session_id from session where user_id = $2)'
  await asOwner.query(`update ${table} set created_at = created_at - $1::interval where ${where}`, [
    interval,
    dana.user.userId,
  ])
}

test('the cookie is exchanged for a new token and a new cookie', async () => {
  dana = await server.registerCompany()
  const answer = await refresh(dana.cookie)
  expect(answer.status).toBe(200)
  const { token, user } = await answer.json()
  expect(user).toEqual(dana.user)
  expect((await me(token)).status).toBe(200)
  expect(cookieIn(answer)).not.toBe(dana.cookie)
  expect((await refresh(cookieIn(answer))).status).toBe(200)
})

test('of twenty concurrent renewals with one cookie, whichever answer the browser keeps is good', async () => {
  dana = await server.registerCompany()
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(dana.cookie)))
  expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
  await pass('tokens', '1 minute')
  const kept = await refresh(cookieIn(answers[7] ?? new Response()))
  expect(kept.status).toBe(200)
  await pass('tokens', '1 minute')
  expect((await refresh(cookieIn(kept))).status).toBe(200)
})

test('a lost response can be fetched again for days, as often as it is lost', async () => {
  dana = await server.registerCompany()
  for (const interval of ['20 seconds', '31 seconds', '6 days', '6 days']) {
    expect((await refresh(dana.cookie)).status).toBe(200)
    await pass('tokens', interval)
  }
  const arrived = await refresh(dana.cookie)
  await pass('tokens', '1 minute')
  expect((await refresh(cookieIn(arrived))).status).toBe(200)
})

test('a new cookie is not exchanged for a minute, until every browser has written it to disk', async () => {
  dana = await server.registerCompany()
  const first = await refresh(dana.cookie)
  await pass('tokens', '55 seconds')
  const young = await refresh(cookieIn(first))
  expect([young.status, cookieIn(young)]).toEqual([200, cookieIn(first)])
  expect((await me((await young.json()).token)).status).toBe(200)
  // The browser was killed, and its disk has the previous cookie.
  const killed = await refresh(dana.cookie)
  expect(killed.status).toBe(200)
  await pass('tokens', '65 seconds')
  const second = await refresh(cookieIn(killed))
  expect(cookieIn(second)).not.toBe(cookieIn(killed))
})

test('a cookie used again after its successor ends the session for every holder of its cookies or tokens', async () => {
  dana = await server.registerCompany()
  const first = await refresh(dana.cookie)
  await pass('tokens', '1 minute')
  const second = await refresh(cookieIn(first))
  const { token } = await second.json()
  const stolen = await refresh(dana.cookie)
  expect(stolen.status).toBe(401)
  expect(await stolen.json()).toEqual({ error: 'No user logged in', code: 'not-signed-in' })
  expect((await refresh(cookieIn(second))).status).toBe(401)
  expect((await me(token)).status).toBe(401)
})

test('of two holders of one cookie, the second to use its successor ends the session', async () => {
  dana = await server.registerCompany()
  const [theirs, stolen] = [await refresh(dana.cookie), await refresh(dana.cookie)]
  await pass('tokens', '1 minute')
  const next = await refresh(cookieIn(theirs))
  expect(next.status).toBe(200)
  expect((await refresh(cookieIn(stolen))).status).toBe(401)
  expect((await refresh(cookieIn(next))).status).toBe(401)
  expect((await me((await next.json()).token)).status).toBe(401)
})

test("ending a session does not affect other people's", async () => {
  dana = await server.registerCompany()
  const other = await server.call('/api/auth/login', { body: { email: dana.user.email, password: dana.password } })
  await server.call('/api/auth/logout', { method: 'POST', cookie: dana.cookie })
  expect((await refresh(dana.cookie)).status).toBe(401)
  expect((await refresh(cookieIn(other))).status).toBe(200)
})

test('a session expires after fourteen days without use', async () => {
  dana = await server.registerCompany()
  await pass('tokens', '13 days')
  const used = await refresh(dana.cookie)
  expect(used.status).toBe(200)
  await pass('tokens', '14 days')
  expect((await refresh(cookieIn(used))).status).toBe(401)
})

test('a session expires after thirty days, however often it was used', async () => {
  dana = await server.registerCompany()
  await pass('session', '30 days')
  expect((await refresh(dana.cookie)).status).toBe(401)
})

test('logging out ends the token at the next request, and can be repeated', async () => {
  dana = await server.registerCompany()
  expect((await me(dana.token)).status).toBe(200)
  const answer = await server.call('/api/auth/logout', { method: 'POST', cookie: dana.cookie })
  expect(answer.status).toBe(204)
  expect(answer.headers.getSetCookie()[0]).toMatch(/^fettle_refresh=;.*Expires=Thu, 01 Jan 1970/)
  expect((await me(dana.token)).status).toBe(401)
  expect((await refresh(dana.cookie)).status).toBe(401)
  expect((await server.call('/api/auth/logout', { method: 'POST', cookie: dana.cookie })).status).toBe(204)
  expect((await server.call('/api/auth/logout', { method: 'POST' })).status).toBe(204)
})

test('a refused cookie is not removed, since the browser may have a newer one by then', async () => {
  dana = await server.registerCompany()
  await server.call('/api/auth/logout', { method: 'POST', cookie: dana.cookie })
  const answer = await refresh(dana.cookie)
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []])
})

test.each([
  '',
  'fettle_refresh=',
  'fettle_refresh=short',
  `fettle_refresh=${'A'.repeat(43)}`,
  `fettle_refresh=j:{"a":1}`,
])('the cookie "%s" is not a session', async (cookie) => {
  expect((await refresh(cookie)).status).toBe(401)
})

test('the tables contain no usable token', async () => {
  dana = await server.registerCompany()
  const secret = dana.cookie.split('=')[1] ?? ''
  const { rows } = await asOwner.query<{ row: string }>(
    "select t::text || encode(token_hash, 'escape') as row from refresh_token t union all select s::text from session s",
  )
  expect(rows.length).toBeGreaterThan(1)
  expect(
    rows.filter(({ row }) => row.includes(secret) || row.includes(Buffer.from(secret, 'base64url').toString('hex'))),
  ).toEqual([])
})

test.each([
  'null',
  'https://evil.example',
  'http://127.0.0.1',
  'http://127.0.0.1:1',
  'http://127.0.0.1.evil.example',
  'http://evil-127.0.0.1',
  'file://',
  'http://user@evil.example',
])('a page of %s cannot use the cookie', async (origin) => {
  dana = await server.registerCompany()
  for (const path of ['/api/auth/refresh', '/api/auth/logout']) {
    const answer = await server.call(path, { method: 'POST', cookie: dana.cookie, headers: { origin } })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toEqual({ error: 'This request came from another site.', code: 'foreign-origin' })
    expect(answer.headers.getSetCookie()).toEqual([])
  }
  expect((await refresh(dana.cookie)).status).toBe(200)
})

test('the cookie works neither without an origin nor from a neighbouring site', async () => {
  dana = await server.registerCompany()
  const bare = await fetch(`${server.url}/api/auth/refresh`, { method: 'POST', headers: { cookie: dana.cookie } })
  expect(bare.status).toBe(403)
  for (const site of ['cross-site', 'same-site', 'none']) {
    expect((await refresh(dana.cookie, { 'sec-fetch-site': site })).status).toBe(403)
  }
  expect((await refresh(dana.cookie, { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
})

test('a removed person is told why the session ended, once', async () => {
  dana = await server.registerCompany()
  const tom = await addMember(server, dana, 'team')
  const path = pathTo(paths.user, { userId: tom.user.userId })
  expect((await server.call(path, { method: 'DELETE', token: dana.token })).status).toBe(200)
  const told = await refresh(tom.cookie)
  const removed = { error: 'Your account was removed.', code: 'account-removed' }
  expect([told.status, await told.json()]).toEqual([401, removed])
  expect(await (await refresh(tom.cookie)).json()).toMatchObject({ code: 'not-signed-in' })
})
