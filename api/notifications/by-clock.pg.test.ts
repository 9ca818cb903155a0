import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPushes } from '#api/reactions/pushes/pushes.ts'
import type { NotificationsAnswer } from '#core/wire/jobs/notifications.ts'
import { paths } from '#core/wire/paths.ts'
import { stuckPhone, tellByClock } from '#test/server/notices/by-clock.ts'
import { noticesOn } from '#test/server/notices/told.ts'
import { type PushService, startPushService } from '#test/server/push/push-service.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let service: PushService
let server: TestServer
let notices: ReturnType<typeof noticesOn>
beforeAll(async () => {
  service = await startPushService()
  server = await startServer({ pushPrivate: true })
  notices = noticesOn(server)
})
afterAll(async () => {
  await server?.close()
  await service?.close()
})

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const phones = ({ user }: SignedInTest, count: number, from = 0) =>
  Array.from({ length: count }, (_, nth) => stuckPhone(user.userId, from + nth + 1, { at: minutesAgo(nth % 7) }))

/** All pages after the first, each after the last of the one before. */
async function pagesOf(person: SignedInTest, placeOf: (page: NotificationsAnswer) => string | number | undefined) {
  const pages = [await notices.toldOf(person)]
  for (let page = pages[0]; page?.more && pages.length < 10; page = pages.at(-1))
    pages.push(await notices.toldOf(person, `?before=${placeOf(page)}`))
  return pages
}
const shownOn = (pages: readonly NotificationsAnswer[]) =>
  pages.flatMap((page) => page.notifications.map((one) => one.changes.stuck?.waiting ?? 0))

test('what the clock told is shown once and only once, page by page, though all of it has one seq', async () => {
  const olga = await server.registerCompany()
  await tellByClock(server, olga, phones(olga, 75))
  const pages = await pagesOf(olga, (page) => page.next)
  expect(new Set(pages.flatMap((page) => page.notifications.map((one) => one.seq))).size).toBe(1)
  expect(pages.map((page) => page.notifications.length)).toEqual([30, 30, 15])
  expect(shownOn(pages).toSorted((one, other) => one - other)).toEqual(phones(olga, 75).map((_, nth) => nth + 1))
  const times = pages.flatMap((page) => page.notifications.map((one) => one.at))
  expect(times).toEqual(times.toSorted().toReversed())
  expect(pages.at(-1)).not.toHaveProperty('next')
})

test('an older caller’s place, a seq alone, stands before all that have it; no other text is a place', async () => {
  const olga = await server.registerCompany()
  await tellByClock(server, olga, phones(olga, 3))
  const { notifications } = await notices.toldOf(olga)
  const seq = notifications[0]?.seq ?? 0
  expect((await notices.toldOf(olga, `?before=${seq}`)).notifications).toEqual([])
  expect((await notices.toldOf(olga, `?before=${seq + 1}`)).notifications).toEqual(notifications)
  for (const place of ['-1', '1.2', '1.2.3', `1.x.${olga.user.userId}`, `1.2.${olga.user.userId}.3`, '9'.repeat(16)])
    expect((await server.call(`${paths.notifications}?before=${place}`, { token: olga.token })).status).toBe(400)
  expect(await notices.markRead(olga, { upTo: seq })).toEqual({ unread: 0 })
})

test('who marks all as read marks what was unread when the list was read, on every page, and nothing that came since', async () => {
  const olga = await server.registerCompany()
  await tellByClock(server, olga, phones(olga, 40))
  const { unread, unreadIds, notifications } = await notices.toldOf(olga)
  expect([unread, new Set(unreadIds).size]).toEqual([40, 40])
  // Of the same seq, and of times before and after those that were shown.
  const later = [stuckPhone(olga.user.userId, 101), stuckPhone(olga.user.userId, 102, { at: minutesAgo(60) })]
  await tellByClock(server, olga, later)
  const upTo = notifications[0]?.seq
  expect(await notices.markRead(olga, { upTo, notificationIds: unreadIds })).toEqual({ unread: 2 })
  const left = (await pagesOf(olga, (page) => page.next)).flatMap((page) => page.notifications)
  const isLeft = left.filter((one) => !one.isRead).map((one) => one.changes.stuck?.waiting)
  expect(isLeft.toSorted()).toEqual([101, 102])
  expect(await notices.markRead(olga, { upTo, notificationIds: [] })).toEqual({ unread: 2 })
  // Nobody marks another's.
  const eve = await server.registerCompany()
  await tellByClock(server, eve, phones(eve, 1))
  expect(await notices.markRead(eve, { upTo, notificationIds: (await notices.toldOf(olga)).unreadIds })).toEqual({
    unread: 1,
  })
})

test('a phone that is stuck again is pushed, though the news of the first time was read and has the same seq', async () => {
  const dana = await server.registerCompany()
  await notices.change(dana, { quiet: 'off', choices: { stuck: ['app', 'push'] } })
  await notices.turnOnPush(dana, service.subscribe('office'))
  const first = stuckPhone(dana.user.userId, 1, { at: minutesAgo(9) })
  await tellByClock(server, dana, [first])
  const [told] = (await notices.toldOf(dana)).notifications
  await notices.markRead(dana, { upTo: told?.seq, notificationId: told?.notificationId })
  await tellByClock(server, dana, [stuckPhone(dana.user.userId, 2, { subject: first.subject, at: minutesAgo(4) })])
  const waiting = () => notices.sql('select from outgoing_notice where job_id = $1 and sent is null', [first.subject])
  expect(await waiting()).toHaveLength(2)
  const task = startPushes(server.services, { every: 20 })
  await expect.poll(waiting).toEqual([])
  await task.stop()
  expect(service.taken('office').map(({ message }) => message.title)).toEqual([
    expect.stringMatching(/2 unsent changes/),
  ])
})
