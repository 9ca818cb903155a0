import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TeamAnswer } from '#core/wire/account/team.ts'
import type { NotificationItem } from '#core/wire/jobs/notifications.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted } from '#test/server/commands.ts'
import { noticesOn, registerTold } from '#test/server/notices/told.ts'
import { lookForUnsentWork } from '#test/server/notices/unsent-work.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
let ann: SignedInTest
let tom: SignedInTest
let notices: ReturnType<typeof noticesOn>
beforeAll(async () => {
  server = await startServer()
  notices = noticesOn(server)
})
beforeEach(async () => {
  ;({ olga, ann, tom } = await registerTold(server))
})
afterAll(() => server?.close())

const minute = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * minute).toISOString()
const tell = async ({ token }: SignedInTest, body: { unsent: number; refused?: number; oldest?: string }) => {
  const answer = await server.call(paths.unsent, { method: 'PUT', token, body })
  expect(answer.status).toBe(200)
}
const look = (minutes: number) => lookForUnsentWork(server, minutes, 3)
const stuckOf = (items: readonly NotificationItem[]) => items.flatMap(({ changes: { stuck } }) => stuck ?? [])
const toldOf = async (person: SignedInTest) => stuckOf((await notices.toldOf(person)).notifications)
const kept = ({ user }: SignedInTest) =>
  notices.sql('select work from unsent_work where company_id = $1', [user.companyId])

test('the office is told once of changes that were refused on a device for ten minutes, however many processes look', async () => {
  await tell(tom, { unsent: 2, refused: 2 })
  await look(9)
  expect(await toldOf(olga)).toEqual([])
  await look(11)
  await look(12)
  const told = [{ by: tom.user.userId, on: 'computer', refused: 2, waiting: 0 }]
  expect(await toldOf(olga)).toEqual(told)
  expect(await toldOf(ann)).toEqual(told)
  expect(await toldOf(tom)).toEqual([])

  // It says how many there are now, and comes once.
  await tell(tom, { unsent: 3, refused: 3 })
  await look(30)
  expect(await toldOf(ann)).toEqual([{ ...told[0], refused: 3 }])
  expect((await notices.toldOf(ann)).unread).toBe(1)

  await tell(tom, { unsent: 0 })
  expect(await toldOf(olga)).toEqual([])
  expect((await notices.toldOf(ann)).unread).toBe(0)
  expect(await kept(tom)).toEqual([])
})

test('what is unsent for two hours is told with since when, and nothing once it was sent in time', async () => {
  await tell(tom, { unsent: 1, refused: 0, oldest: ago(5) })
  await look(114)
  expect(await toldOf(olga)).toEqual([])
  await tell(tom, { unsent: 0 })
  await look(200)
  expect(await toldOf(olga)).toEqual([])

  const oldest = ago(300)
  await tell(tom, { unsent: 4, refused: 0, oldest })
  await look(9)
  expect(await toldOf(olga)).toEqual([])
  await look(11)
  expect(await toldOf(olga)).toEqual([{ by: tom.user.userId, on: 'computer', refused: 0, waiting: 4, oldest }])
})

test('what somebody has read is not told again until the device has had nothing', async () => {
  await tell(tom, { unsent: 1, refused: 1 })
  await look(11)
  const [news] = (await notices.toldOf(olga)).notifications
  await notices.markRead(olga, { upTo: news?.seq, notificationId: news?.notificationId })
  await tell(tom, { unsent: 2, refused: 2 })
  await look(30)
  expect((await notices.toldOf(olga)).unread).toBe(0)
  await tell(tom, { unsent: 0 })
  await tell(tom, { unsent: 1, refused: 1 })
  await look(11)
  expect((await notices.toldOf(olga)).unread).toBe(1)
})

test('each person hears of others’ devices alone, as they chose, and nobody of one that was signed out', async () => {
  await tell(ann, { unsent: 1, refused: 1 })
  await look(11)
  expect(await toldOf(olga)).toHaveLength(1)
  expect(await toldOf(ann)).toEqual([])

  await notices.change(olga, { choices: { stuck: [] } })
  await tell(tom, { unsent: 1, refused: 1 })
  await look(11)
  expect(await toldOf(olga)).toHaveLength(1)
  expect(await toldOf(ann)).toHaveLength(1)

  const login = { email: tom.user.email, password: tom.password }
  const second: SignedInTest = await (await server.call(paths.login, { body: login })).json()
  await tell(second, { unsent: 1, refused: 1 })
  const { sessions } = await (await server.call(paths.sessions, { token: second.token })).json()
  const { sessionId } = sessions.find((one: { current: boolean }) => one.current)
  await server.call(pathTo(paths.session, { sessionId }), { method: 'DELETE', token: tom.token })
  await look(11)
  expect(await toldOf(ann)).toHaveLength(1)
  expect(await kept(tom)).toHaveLength(2)
})

test('the office sees on the team list what a person’s devices said, the team does not, and removal ends it', async () => {
  const oldest = ago(20)
  await tell(tom, { unsent: 5, refused: 2, oldest })
  const seenBy = async ({ token }: SignedInTest) => {
    const team: TeamAnswer = await (await server.call(paths.team, { token })).json()
    return team.users.map((one) => one.unsentWork).filter(Boolean)
  }
  const seen = [{ refused: 2, waiting: 3, oldest, toldOfAt: expect.any(String) }]
  await expect.poll(() => seenBy(olga)).toEqual(seen)
  expect(await seenBy(ann)).toEqual(seen)
  expect(await seenBy(tom)).toEqual([])
  expect(await seenBy(await server.registerCompany())).toEqual([])

  const { seq } = await accepted(server, olga, 'RemoveMember', { userId: tom.user.userId })
  await server.call(`${paths.team}?after=${seq}`, { token: olga.token })
  await look(200)
  expect(await toldOf(olga)).toEqual([])
  expect(await kept(tom)).toEqual([])
  expect(await seenBy(olga)).toEqual([])
})
