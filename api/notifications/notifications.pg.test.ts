import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UnreadAnswer } from '#core/wire/jobs/notifications.ts'
import { paths } from '#core/wire/paths.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { noticesOn, registerTold } from '#test/server/notices/told.ts'
import { addMember } from '#test/server/people.ts'
import { listen } from '#test/server/push-client.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
let ann: SignedInTest
let tom: SignedInTest
let notices: ReturnType<typeof noticesOn>
beforeAll(async () => {
  server = await startServer()
  notices = noticesOn(server)
  ;({ olga, ann, tom } = await registerTold(server))
})
afterAll(() => server.close())

test('people are told at once on every device, read it once for all of them, and only what their role may see', async () => {
  const device = await listen(server, tom)
  const unread: number[] = []
  device.socket.on('unread', (push: UnreadAnswer) => unread.push(push.unread))
  const { jobId } = await createJob(server, olga, { apartmentName: '7 Kestrel Mews' })
  await notices.book(olga, jobId, tom)
  await expect.poll(() => unread.at(-1)).toBe(1)
  await expect.poll(async () => (await notices.toldOf(tom)).notifications[0]?.apartmentName).toBe('7 Kestrel Mews')
  const told = await notices.toldOf(tom)
  expect(told).toMatchObject({ unread: 1, more: false })
  expect(told.notifications).toMatchObject([
    { jobId, isRead: false, changes: { visit: { to: {}, by: olga.user.userId } } },
  ])
  expect(await notices.toldOf(olga)).toMatchObject({ notifications: [], unread: 0 })

  await accepted(server, tom, 'ChangeWarning', { jobId, warning: 'no access' })
  await expect.poll(async () => (await notices.toldOf(ann)).unread).toBe(1)
  expect((await notices.toldOf(ann)).notifications).toMatchObject([{ changes: { noAccess: { by: tom.user.userId } } }])
  expect(await notices.toldOf(tom)).toMatchObject({ unread: 1 })

  const [{ seq, notificationId } = { seq: 0, notificationId: '' }] = told.notifications
  expect(await notices.markRead(ann, { upTo: 1_000_000, notificationId })).toEqual({ unread: 1 })
  expect(await notices.markRead(tom, { upTo: seq - 1 })).toEqual({ unread: 1 })
  expect(await notices.markRead(tom, { upTo: seq, notificationId })).toEqual({ unread: 0 })
  await expect.poll(() => unread.at(-1)).toBe(0)
  expect((await notices.toldOf(tom)).notifications).toMatchObject([{ isRead: true }])
  device.close()
  const again = await createJob(server, olga)
  await notices.book(olga, again.jobId, tom)
  await expect.poll(async () => (await notices.toldOf(tom)).unread).toBe(1)
  expect(await notices.markRead(tom, { upTo: 1_000_000, jobId })).toEqual({ unread: 1 })
  expect(await notices.markRead(tom, { upTo: 1_000_000, jobId: again.jobId })).toEqual({ unread: 0 })

  // Somebody who is in the team now sees nothing of what the office was told.
  await accepted(server, olga, 'ChangeRole', { userId: ann.user.userId, userRole: 'team' })
  const { user, password } = ann
  const { token } = await (await server.call(paths.login, { body: { email: user.email, password } })).json()
  expect(await notices.toldOf({ ...ann, token })).toEqual({ notifications: [], unread: 0, unreadIds: [], more: false })
})

test('a comment tells those of the company whom it names, and nobody who was removed or is in another', async () => {
  const [left, other] = [await addMember(server, olga, 'team', 'lee.marsh'), await server.registerCompany()]
  await accepted(server, olga, 'RemoveMember', { userId: left.user.userId })
  const [{ jobId }, elsewhere] = [await createJob(server, olga), await createJob(server, other)]
  const mentions = [left, other, tom, olga].map(({ user }) => user.userId)
  const { unread } = await notices.toldOf(tom)
  const [noteId, note] = [uuid(), 'Keys are with @tom.okafor']
  await accepted(server, olga, 'AddNote', { jobId, noteId, note, mentions })
  await expect.poll(async () => (await notices.toldOf(tom)).unread).toBe(unread + 1)
  expect((await notices.toldOf(tom)).notifications[0]).toMatchObject({
    changes: { mention: { noteIds: [noteId], by: olga.user.userId } },
  })
  await accepted(server, other, 'AddNote', { jobId: elsewhere.jobId, noteId: uuid(), note, mentions })
  const toldTo = async () =>
    (await notices.sql("select user_id from notification where changes ? 'mention'")).map((one) => one.user_id)
  expect(await toldTo()).toEqual([tom.user.userId])

  await accepted(server, olga, 'DeleteNote', { jobId, noteId })
  await expect.poll(async () => (await notices.toldOf(tom)).unread).toBe(unread)
})

test('mentions alone are read, page by page, also by somebody who is in the team now', async () => {
  const lucy = await addMember(server, olga, 'admin', 'lucy.hart')
  const { jobId: other } = await createJob(server, olga)
  const mention = async (by: SignedInTest, jobId: string) =>
    accepted(server, by, 'AddNote', { jobId, noteId: uuid(), note: '@lucy.hart', mentions: [lucy.user.userId] })
  const jobs: string[] = []
  for (let nth = 0; nth < 31; nth += 1) {
    const { jobId } = await createJob(server, olga)
    await mention(olga, jobId)
    jobs.unshift(jobId)
  }
  await accepted(server, tom, 'ChangeWarning', { jobId: other, warning: 'no access' })
  await expect.poll(async () => (await notices.toldOf(lucy)).unread).toBe(32)
  const first = await notices.toldOf(lucy, '?only=mentions')
  expect(first).toMatchObject({ unread: 32, more: true })
  const before = first.notifications.at(-1)?.seq
  const second = await notices.toldOf(lucy, `?only=mentions&before=${before}`)
  expect(second.more).toBe(false)
  expect([...first.notifications, ...second.notifications].map((one) => one.jobId)).toEqual(jobs)
  expect((await notices.toldOf(lucy, `?only=mentions&jobId=${other}`)).notifications).toEqual([])
  expect((await notices.toldOf(tom, '?only=mentions')).notifications.map((one) => one.jobId)).not.toContain(other)
  expect((await server.call(`${paths.notifications}?only=visits`, { token: lucy.token })).status).toBe(400)

  // What happens to the job shortly after is told together with the mention, and to the team without it.
  await accepted(server, tom, 'ChangeWarning', { jobId: jobs[0] ?? '', warning: 'no access' })
  const top = async (who: SignedInTest) => (await notices.toldOf(who, '?only=mentions')).notifications[0]
  await expect
    .poll(async () => Object.keys((await top(lucy))?.changes ?? {}).toSorted())
    .toEqual(['mention', 'noAccess'])
  await accepted(server, olga, 'ChangeRole', { userId: lucy.user.userId, userRole: 'team' })
  const { user, password } = lucy
  const { token } = await (await server.call(paths.login, { body: { email: user.email, password } })).json()
  expect(Object.keys((await top({ ...lucy, token }))?.changes ?? {})).toEqual(['mention'])
})

test('pages follow each other, and what a person was told goes when they are removed', async () => {
  const grace = await addMember(server, olga, 'admin', 'grace.adeyemi')
  for (let jobs = 0; jobs < 32; jobs += 1) {
    const { jobId } = await createJob(server, olga)
    await accepted(server, tom, 'ChangeWarning', { jobId, warning: 'no access' })
  }
  await expect.poll(async () => (await notices.toldOf(grace)).unread).toBe(32)
  const first = await notices.toldOf(grace)
  expect(first).toMatchObject({ more: true })
  const second = await notices.toldOf(grace, `?before=${first.notifications.at(-1)?.seq}`)
  const ids = [...first.notifications, ...second.notifications].map((one) => one.notificationId)
  expect(new Set(ids).size).toBe(32)
  expect(second.more).toBe(false)

  const [oldest] = second.notifications.slice(-1)
  expect(await notices.toldOf(grace, `?jobId=${oldest?.jobId}`)).toEqual({
    ...{ notifications: [oldest], unread: 32, more: false },
  })
  expect((await notices.toldOf(grace, `?jobId=${uuid()}`)).notifications).toEqual([])
  expect((await server.call(`${paths.notifications}?jobId=no-id`, { token: grace.token })).status).toBe(400)

  const kept = async () =>
    (await notices.sql('select from notification where user_id = $1', [grace.user.userId])).length
  expect(await kept()).toBe(32)
  await accepted(server, olga, 'RemoveMember', { userId: grace.user.userId })
  expect((await server.call(paths.notifications, { token: grace.token })).status).toBe(401)
  await expect.poll(kept).toBe(0)
})
