import { afterAll, beforeAll, expect, test } from 'vitest'
import { phone, type Screens, startScreens } from '#test/browser/screens.ts'
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
