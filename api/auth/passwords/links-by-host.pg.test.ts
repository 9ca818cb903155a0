import { once } from 'node:events'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { connect } from '#ledger/database/connect.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let owner: SignedInTest
beforeAll(async () => {
  server = await startServer()
  owner = await server.registerCompany()
})
afterAll(() => server.close())

/** Calls the API under a name of the caller's choice, as only a program can. */
async function callAs(host: string, path: string, body: object) {
  const { port } = new URL(server.url)
  const headers = {
    host,
    origin: `http://${host}`,
    authorization: `Bearer ${owner.token}`,
    'content-type': 'application/json',
  }
  const asking = request({ host: '127.0.0.1', port, path, method: 'POST', headers })
  asking.end(JSON.stringify(body))
  const [answer] = await once(asking, 'response')
  return { status: answer.statusCode, headers: answer.headers, body: await json(answer) }
}

const person = (name: string) => ({
  username: name,
  email: `${name}@example.com`,
  role: 'team',
  companyId: owner.user.companyId,
})

async function queuedMails() {
  const pool = connect(server.database.url, undefined, { max: 1 })
  const { rows } = await pool.query('select count(*)::int as count from mail')
  await pool.end()
  return rows[0]?.count
}

test('without a public address, a call under another name gets no link, invites nobody and mails nothing', async () => {
  const before = await queuedMails()
  for (const [path, body] of [
    [paths.addTeamMember, person('mallory')],
    [paths.forgot, { email: owner.user.email }],
  ] as const) {
    const { status, body: answer } = await callAs('evil.example', path, body)
    expect([status, answer], path).toMatchObject([503, { code: 'public-url-not-set' }])
    expect(JSON.stringify(answer)).toContain('FETTLE_PUBLIC_URL')
  }
  expect(await queuedMails()).toBe(before)
  const { port } = new URL(server.url)
  const { status, body } = await callAs(`localhost:${port}`, paths.addTeamMember, person('grace'))
  expect(status).toBe(200)
  expect(body).toMatchObject({ link: expect.stringMatching(`^http://localhost:${port}/set-password#invitation=`) })
})

test('the content security policy names no host of the request', async () => {
  const { headers } = await callAs('evil.example', paths.forgot, { email: '' })
  expect(headers['content-security-policy']).toContain("connect-src 'self';")
  expect(headers['content-security-policy']).not.toContain('evil')
})
