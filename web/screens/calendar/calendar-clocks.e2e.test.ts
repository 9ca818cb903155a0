import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, type Screens, startScreens } from '#test/browser/screens.ts'
import { boxOf, drag, visitingCompany, visitOn } from '#test/browser/visits.ts'

let screens: Screens
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens?.close())

test.each([
  ['Europe/London', '2038-03-28'],
  ['Europe/London', '2038-10-31'],
  ['America/New_York', '2038-03-28'],
  ['Pacific/Auckland', '2038-10-31'],
])('seen from %s, visits around %s stay at their hours and are moved by them', async (timezoneId, sunday) => {
  const company = await visitingCompany(screens.server)
  const { dana, tom, maya } = company
  const before = sunday === '2038-03-28' ? '2038-03-26' : '2038-10-29'
  const friday = await company.book('Friday House', [before, '09:00', '11:00'], [tom])
  await company.book('Sunday House', [sunday, '13:00', '15:00'], [maya])
  const { context, page } = await screens.open(dana, `/calendar?week=${sunday}`, { ...desktop, timezoneId })
  await visitOn(page, 'Friday House').getByText('09:00–11:00').waitFor()
  await visitOn(page, 'Sunday House').getByText('13:00–15:00').waitFor()
  const { x, y, width, height } = await boxOf(page, 'Friday House')
  await drag(page, { x: x + width / 2, y: y + height / 2 + 2 }, { x: width * 2.05, y: 0 })
  await expect.poll(() => company.booked(friday)).toBe(`${sunday} 09:00–11:00`)
  await visitOn(page, 'Friday House').getByText('09:00–11:00').waitFor()
  const moved = await boxOf(page, 'Friday House')
  expect(Math.abs(moved.y - y)).toBeLessThan(2)
  expect(Math.abs(moved.x - (await boxOf(page, 'Sunday House')).x)).toBeLessThan(2)
  await context.close()
})

test("the current time is the company's, wherever its people are", async () => {
  const { dana } = await visitingCompany(screens.server)
  const { context, page } = await screens.open(dana, '/sites', { ...desktop, timezoneId: 'Pacific/Auckland' })
  await page.clock.setFixedTime('2038-01-13T18:42:00Z')
  await page.goto('/calendar')
  await page.getByRole('heading', { name: '11 – 17 January 2038' }).waitFor()
  await page.getByText('18:42').waitFor()
  const today = page.getByRole('heading', { level: 3 }).filter({ hasText: 'Wednesday 13 January' })
  await expect.poll(() => today.getAttribute('aria-current')).toBe('date')
  const inMonth = (day: number) =>
    page
      .getByRole('button', { name: `${day} January 2038` })
      .evaluate((one) => [one.getAttribute('aria-current'), getComputedStyle(one).backgroundColor].join())
  // It is Thursday in Auckland by then.
  expect(await inMonth(14)).toBe(await inMonth(15))
  expect(await inMonth(13)).toMatch(/^date,/)
  await context.close()
})
