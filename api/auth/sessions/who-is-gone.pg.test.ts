import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GoneRequest } from '#core/wire/account/gone.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted } from '#test/server/commands.ts'
import { eraseCompanyOf, withSuperuser } from '#test/server/erasures.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { sweepSessions } from './sweep-sessions.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

type Asking = GoneRequest['people'][number]

/** What a device keeps of a person who has signed in on it. */
const keptOf = ({ user: { userId, companyId }, goneToken }: SignedInTest): Asking => ({ userId, companyId, goneToken })
const ask = (...people: Asking[]) => server.call(paths.gone, { body: { people } })
const answerTo = async (...people: Asking[]) => {
  const answer = await ask(...people)
  return { status: answer.status, text: await answer.text() }
}
/** Every session and refresh token is gone, as a month after each was used last. */
const forgetSessions = () =>
  withSuperuser(server.database.url, async (client) => {
    await client.query("update session set last_used_at = now() - interval '40 days'")
    await sweepSessions(server.services.authPool)
    const { rows } = await client.query(
      'select (select count(*) from session)::int + count(*)::int left from refresh_token',
    )
    expect(rows).toEqual([{ left: 0 }])
  })

test('a device whose session is long forgotten learns who is gone, and why: removed, account closed, company erased', async () => {
  const dana = await server.registerCompany()
  const [tom, max, ada] = [
    await addMember(server, dana, 'team', 'tom.okafor'),
    await addMember(server, dana, 'team', 'max.brandt'),
    await addMember(server, dana, 'admin', 'ada.quill'),
  ]
  const other = await server.registerCompany({ businessName: 'Quillfeather' })
  const all = [dana, tom, max, ada, other].map(keptOf)
  expect(await (await ask(...all)).json()).toEqual({ gone: [] })

  await accepted(server, dana, 'RemoveMember', { userId: tom.user.userId })
  expect((await server.call(paths.account, { method: 'DELETE', token: max.token })).status).toBe(200)
  await eraseCompanyOf(server, other, 'Quillfeather')
  await forgetSessions()
  const gone = [
    { userId: tom.user.userId, code: 'account-removed' },
    { userId: max.user.userId, code: 'account-closed' },
    { userId: other.user.userId, code: 'account-erased' },
  ]
  expect(await (await ask(...all)).json()).toEqual({ gone })
  expect(await (await ask(...all)).json()).toEqual({ gone })

  const { email } = dana.user
  const owner: SignedInTest = await (
    await server.call(paths.login, { body: { email, password: dana.password } })
  ).json()
  await accepted(server, owner, 'RestoreMember', { userId: tom.user.userId })
  expect(await (await ask(...all)).json()).toEqual({ gone: gone.slice(1) })
})

test('without a person’s own token an erased company cannot be told from one that never was, nor from an open one', async () => {
  const erased = await server.registerCompany({ businessName: 'Quillfeather' })
  const open = await server.registerCompany()
  const [ofErased, ofOpen] = [keptOf(erased), keptOf(open)]
  await eraseCompanyOf(server, erased, 'Quillfeather')
  expect(await (await ask(ofErased)).json()).toMatchObject({ gone: [{ code: 'account-erased' }] })
  const nobody = { userId: uuid(), companyId: uuid() }
  const wrong = [ofOpen.goneToken, 'A'.repeat(43), 'short', erased.token.slice(0, 100)]
  const mixed = [
    { ...ofErased, companyId: nobody.companyId },
    { ...ofErased, userId: nobody.userId },
    { ...ofErased, companyId: ofOpen.companyId },
  ]
  const guesses = [ofErased, nobody, ...mixed].flatMap((one) => wrong.map((goneToken) => ({ ...one, goneToken })))
  // Somebody's own token tells no more while they have a place, and nothing of anybody else.
  for (const one of [...guesses, ...mixed, ofOpen])
    expect(await answerTo(one)).toEqual({ status: 200, text: '{"gone":[]}' })
})

test('the token opens nothing', async () => {
  const dana = await server.registerCompany()
  const { goneToken } = keptOf(dana)
  expect((await server.call(paths.me, { token: goneToken })).status).toBe(401)
  for (const path of [paths.refresh, paths.logout]) {
    const answer = await server.call(path, { method: 'POST', cookie: `fettle_refresh=${goneToken}` })
    expect(answer.status).toBe(path === paths.refresh ? 401 : 204)
  }
  expect((await server.call(paths.me, { token: dana.token })).status).toBe(200)
  expect((await server.call(pathTo(paths.feed, { link: `${goneToken}.ics` }), {})).status).toBe(404)
})

test('too many people, none, or half a question are refused', async () => {
  const one = { userId: uuid(), companyId: uuid(), goneToken: 'A'.repeat(43) }
  for (const people of [[], Array.from({ length: 21 }, () => one), [{ ...one, goneToken: undefined }]])
    expect((await server.call(paths.gone, { body: { people } })).status).toBe(400)
})
