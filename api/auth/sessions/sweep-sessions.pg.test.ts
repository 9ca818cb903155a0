import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#ledger/database/connect.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { sweepSessions } from './sweep-sessions.ts'

let server: TestServer
let asOwner: pg.Pool
let dana: SignedInTest
beforeAll(async () => {
  server = await startServer()
  asOwner = connect(server.database.url)
  dana = await server.registerCompany()
})
afterAll(async () => {
  await asOwner.end()
  await server.close()
})

const signIn = async () => {
  const answer = await server.call('/api/auth/login', { body: { email: dana.user.email, password: dana.password } })
  expect(answer.status).toBe(200)
}
/** Signs in once more and applies `set` to the newest session. */
async function sessionWith(set: string) {
  await signIn()
  await asOwner.query(
    `update session set ${set} where session_id = (
      select session_id from session where user_id = $1 order by created_at desc, last_used_at desc limit 1)`,
    [dana.user.userId],
  )
}
const left = async () => {
  const { rows } = await asOwner.query<{ sessions: number; tokens: number }>(
    'select count(distinct session_id) sessions, count(*) tokens from session join refresh_token using (session_id)',
  )
  return rows[0]
}

test('sessions that ended or expired long ago are swept, however many, and no others', async () => {
  for (let nth = 0; nth < 3; nth += 1) await sessionWith(`revoked_at = now() - interval '8 days'`)
  await sessionWith(`created_at = now() - interval '38 days'`)
  await sessionWith(`last_used_at = now() - interval '22 days', created_at = now() - interval '23 days'`)
  const [ended, idle] = [`revoked_at = now() - interval '6 days'`, `last_used_at = now() - interval '13 days'`]
  await sessionWith(ended)
  await sessionWith(idle)
  expect(await sweepSessions(server.services.authPool, 2)).toBe(5)
  expect(await left()).toEqual({ sessions: 3, tokens: 3 })
  expect((await server.call('/api/me', { token: dana.token })).status).toBe(200)
  expect(await sweepSessions(server.services.authPool)).toBe(0)
})
