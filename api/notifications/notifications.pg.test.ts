import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NotificationsAnswer, UnreadAnswer } from '#core/wire/jobs/notifications.ts'
import { paths } from '#core/wire/paths.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { withSuperuser } from '#test/server/erasures.ts'
import { addMember } from '#test/server/people.ts'
import { listen } from '#test/server/push-client.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
let ann: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  ann = await addMember(server, olga, 'admin', 'ann.reid')
  tom = await addMember(server, olga, 'team', 'tom.okafor')
})
afterAll(() => server.close())

const toldOf = async ({ token }: SignedInTest, query = ''): Promise<NotificationsAnswer> =>
  (await server.call(`${paths.notifications}${query}`, { token })).json()
const markRead = async ({ token }: SignedInTest, body: object): Promise<UnreadAnswer> =>
  (await server.call(paths.notificationsRead, { token, body })).json()
const tomorrow = (hours: number) => new Date(Date.now() + (24 + hours) * 3_600_000).toISOString()
const book = (jobId: string) => ({
  jobId,
  jobBookingId: uuid(),
  jobStart: tomorrow(0),
  jobEnd: tomorrow(1),
  access: '',
  assignedTo: [tom.user.userId],
  anyway: true,
})

test('people are told at once on every device, read it once for all of them, and only what their role may see', async () => {
  const device = await listen(server, tom)
  const unread: number[] = []
  device.socket.on('unread', (push: UnreadAnswer) => unread.push(push.unread))
  const { jobId } = await createJob(server, olga, { apartmentName: '7 Kestrel Mews' })
  await accepted(server, olga, 'ScheduleJob', book(jobId))
  await expect.poll(() => unread.at(-1)).toBe(1)
  await expect.poll(async () => (await toldOf(tom)).notifications[0]?.apartmentName).toBe('7 Kestrel Mews')
  const told = await toldOf(tom)
  expect(told).toMatchObject({ unread: 1, more: false })
  expect(told.notifications).toMatchObject([
    { jobId, isRead: false, changes: { visit: { to: {}, by: olga.user.userId } } },
  ])
  expect(await toldOf(olga)).toMatchObject({ notifications: [], unread: 0 })

  await accepted(server, tom, 'ChangeWarning', { jobId, warning: 'no access' })
  await expect.poll(async () => (await toldOf(ann)).unread).toBe(1)
  expect((await toldOf(ann)).notifications).toMatchObject([{ changes: { noAccess: { by: tom.user.userId } } }])
  expect(await toldOf(tom)).toMatchObject({ unread: 1 })

  const [{ seq, notificationId } = { seq: 0, notificationId: '' }] = told.notifications
  expect(await markRead(ann, { upTo: 1_000_000, notificationId })).toEqual({ unread: 1 })
  expect(await markRead(tom, { upTo: seq - 1 })).toEqual({ unread: 1 })
  expect(await markRead(tom, { upTo: seq, notificationId })).toEqual({ unread: 0 })
  await expect.poll(() => unread.at(-1)).toBe(0)
  expect((await toldOf(tom)).notifications).toMatchObject([{ isRead: true }])
  device.close()

  // Somebody who is in the team now sees nothing of what the office was told.
  await accepted(server, olga, 'ChangeRole', { userId: ann.user.userId, userRole: 'team' })
  const { user, password } = ann
  const { token } = await (await server.call(paths.login, { body: { email: user.email, password } })).json()
  expect(await toldOf({ ...ann, token })).toEqual({ notifications: [], unread: 0, more: false })
})

test('a comment tells those of the company whom it names, and nobody who was removed or is in another', async () => {
  const [left, other] = [await addMember(server, olga, 'team', 'lee.marsh'), await server.registerCompany()]
  await accepted(server, olga, 'RemoveMember', { userId: left.user.userId })
  const [{ jobId }, elsewhere] = [await createJob(server, olga), await createJob(server, other)]
  const mentions = [left, other, tom, olga].map(({ user }) => user.userId)
  const { unread } = await toldOf(tom)
  const [noteId, note] = [uuid(), 'Keys are with @tom.okafor']
  await accepted(server, olga, 'AddNote', { jobId, noteId, note, mentions })
  await expect.poll(async () => (await toldOf(tom)).unread).toBe(unread + 1)
  expect((await toldOf(tom)).notifications[0]).toMatchObject({
    changes: { mention: { noteIds: [noteId], by: olga.user.userId } },
  })
  await accepted(server, other, 'AddNote', { jobId: elsewhere.jobId, noteId: uuid(), note, mentions })
  const toldTo = () =>
    withSuperuser(server.database.url, async (client) =>
      (await client.query("select user_id from notification where changes ? 'mention'")).rows.map((one) => one.user_id),
    )
  expect(await toldTo()).toEqual([tom.user.userId])

  await accepted(server, olga, 'DeleteNote', { jobId, noteId })
  await expect.poll(async () => (await toldOf(tom)).unread).toBe(unread)
})

test('pages follow each other, and what a person was told goes when they are removed', async () => {
  const grace = await addMember(server, olga, 'admin', 'grace.adeyemi')
  for (let jobs = 0; jobs < 32; jobs += 1) {
    const { jobId } = await createJob(server, olga)
    await accepted(server, tom, 'ChangeWarning', { jobId, warning: 'no access' })
  }
  await expect.poll(async () => (await toldOf(grace)).unread).toBe(32)
  const first = await toldOf(grace)
  expect(first).toMatchObject({ more: true })
  const second = await toldOf(grace, `?before=${first.notifications.at(-1)?.seq}`)
  const ids = [...first.notifications, ...second.notifications].map((one) => one.notificationId)
  expect(new Set(ids).size).toBe(32)
  expect(second.more).toBe(false)

  const kept = () =>
    withSuperuser(server.database.url, async (client) => {
      const { rowCount } = await client.query('select from notification where user_id = $1', [grace.user.userId])
      return rowCount
    })
  expect(await kept()).toBe(32)
  await accepted(server, olga, 'RemoveMember', { userId: grace.user.userId })
  expect((await server.call(paths.notifications, { token: grace.token })).status).toBe(401)
  await expect.poll(kept).toBe(0)
})
