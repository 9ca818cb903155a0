import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { createJob } from '#test/server/commands.ts'
import { stuckPhone, tellByClock } from '#test/server/notices/by-clock.ts'

let screens: Screens
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens?.close())

test('what the clock told is shown to its end, and marking all as read leaves what came since, on desktop and phone', async () => {
  const { server } = screens
  const dana = await server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  const stuck = (waiting: number) => stuckPhone(dana.user.userId, waiting)
  // More than two pages, all of one seq.
  await tellByClock(
    server,
    dana,
    Array.from({ length: 75 }, (_, nth) => stuck(nth + 101)),
  )
  const office = await screens.open(dana, '/notifications')
  const lines = office.page.getByRole('link', { name: /unsent changes/ })
  await expect.poll(() => lines.count()).toBe(30)
  await office.page.getByRole('button', { name: 'Show earlier' }).click()
  await expect.poll(() => lines.count()).toBe(60)
  await office.page.getByRole('button', { name: 'Show earlier' }).click()
  await expect.poll(() => lines.count()).toBe(75)
  const shown = (await lines.allTextContents()).map((line) => Number(/(\d+) unsent/.exec(line)?.[1]))
  expect(shown.toSorted()).toEqual(Array.from({ length: 75 }, (_, nth) => nth + 101))
  expect(await office.page.getByRole('button', { name: 'Show earlier' }).count()).toBe(0)

  await tellByClock(server, dana, [stuck(900)])
  await office.page.getByRole('button', { name: 'Show 1 new' }).waitFor()
  await office.page.getByRole('button', { name: 'Mark all read' }).click()
  await office.page.getByRole('button', { name: 'Notifications 1 new' }).waitFor()
  await office.page.getByRole('link', { name: /900 unsent changes.*New/ }).waitFor()
  expect(office.faults).toEqual([])

  const onPhone = await screens.open(dana, '/notifications', phone)
  await onPhone.page.getByText('1 new').filter({ visible: true }).waitFor()
  await onPhone.page.getByRole('link', { name: /900 unsent changes.*New/ }).waitFor()
  await onPhone.page.getByRole('button', { name: 'Mark all read' }).click()
  await onPhone.page.getByRole('button', { name: 'Mark all read' }).waitFor({ state: 'detached' })
  expect(onPhone.faults).toEqual([])
})

test('what is new is shown also behind pages of what was read', async () => {
  const { server } = screens
  const olga = await server.registerCompany({ businessName: 'Aire Valley', username: 'olga.pike' })
  const stuck = (waiting: number) => stuckPhone(olga.user.userId, waiting)
  await tellByClock(server, olga, [stuck(7), stuck(8)])
  await createJob(server, olga)
  const read = Array.from({ length: 70 }, (_, nth) => stuck(nth + 101))
  await tellByClock(server, olga, read)
  for (const { subject: jobId } of read)
    await server.call(paths.notificationsRead, {
      token: olga.token,
      body: { upTo: Number.MAX_SAFE_INTEGER, jobId },
    })
  const { context, page, faults } = await screens.open(olga, '/notifications')
  await page.getByRole('button', { name: 'New 2', exact: true }).click()
  await page.getByRole('link', { name: /7 unsent changes/ }).waitFor()
  await page.getByRole('link', { name: /8 unsent changes/ }).waitFor()
  expect(await page.getByText('You’ve read everything.').count()).toBe(0)
  await page.getByRole('button', { name: 'Mark all read' }).click()
  await page.getByText('You’ve read everything.').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('yesterday is the day before today, also on the nights on which the clocks change', async () => {
  const { server } = screens
  const olga = await server.registerCompany({ businessName: 'Calder & Co', username: 'olga.pike' })
  // 30 March 2026, 00:30 in London: the day before had 23 hours.
  const now = new Date('2026-03-29T23:30:00Z')
  const told = [stuckPhone(olga.user.userId, 5)]
  await tellByClock(server, olga, told)
  const opened = await screens.open(olga, '/todo')
  await opened.page.clock.install({ time: now })
  await opened.page.route(/\/api\/notifications$/, async (route) => {
    const answer = await route.fetch()
    const { notifications, ...rest } = await answer.json()
    const at = '2026-03-29T10:00:00.000Z'
    await route.fulfill({ response: answer, json: { ...rest, notifications: [{ ...notifications[0], at }] } })
  })
  await opened.page.getByRole('button', { name: /^Notifications/ }).click()
  await opened.page.getByRole('heading', { name: 'Yesterday' }).waitFor()
  await opened.page.unrouteAll({ behavior: 'wait' })
  await opened.context.close()
})
