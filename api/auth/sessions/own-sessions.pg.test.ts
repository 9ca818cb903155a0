import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SessionsAnswer, SignInsAnswer } from '#core/wire/account/session.ts'
import { paths } from '#core/wire/paths.ts'
import { withSuperuser } from '#test/server/erasures.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let dana: SignedInTest
beforeAll(async () => {
  server = await startServer()
  dana = await server.registerCompany()
})
afterAll(() => server.close())

const signIn = async (): Promise<SignedInTest> =>
  (await server.call(paths.login, { body: { email: dana.user.email, password: dana.password } })).json()
const tell = ({ token }: Pick<SignedInTest, 'token'>, unsent: unknown) =>
  server.call(paths.unsent, { method: 'PUT', token, body: { unsent } })
const unsentBy = async ({ token }: Pick<SignedInTest, 'token'>) => {
  const { sessions }: SessionsAnswer = await (await server.call(paths.sessions, { token })).json()
  return sessions.map(({ current, unsent }) => [current, unsent])
}

test('each device says how much it has not sent, which the list of devices shows until it says otherwise', async () => {
  const phone = await signIn()
  expect(await unsentBy(dana)).toEqual([
    [true, undefined],
    [false, undefined],
  ])
  expect((await tell(phone, 3)).status).toBe(200)
  expect(await unsentBy(dana)).toEqual([
    [true, undefined],
    [false, 3],
  ])
  expect(await unsentBy(phone)).toEqual([
    [true, 3],
    [false, undefined],
  ])
  expect((await tell(phone, 0)).status).toBe(200)
  expect(await unsentBy(dana)).toEqual([
    [true, undefined],
    [false, undefined],
  ])
})

test.each([-1, 1.5, '3', null, 1_000_001])('%j is no number of unsent changes', async (unsent) => {
  expect((await tell(dana, unsent)).status).toBe(400)
})

test('sign-ins are listed for the last 30 days', async () => {
  const list = async () => {
    const answer: SignInsAnswer = await (await server.call(paths.signIns, { token: dana.token })).json()
    return answer.signIns.length
  }
  const before = await list()
  expect(before).toBeGreaterThan(0)
  const age = (days: number) =>
    withSuperuser(server.database.url, (client) =>
      client.query(
        `update audit_entry set first_at = now() - make_interval(days => $1), last_at = now() - make_interval(days => $1)`,
        [days],
      ),
    )
  await age(29)
  expect(await list()).toBe(before)
  await age(31)
  expect(await list()).toBe(0)
})
