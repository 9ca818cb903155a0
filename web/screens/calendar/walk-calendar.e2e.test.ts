import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Screens, startScreens } from '#test/browser/screens.ts'
import { visitingCompany, visitOn } from '#test/browser/visits.ts'
import { accepted } from '#test/server/commands.ts'

let screens: Screens
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens?.close())

test('a week from 06:00 to 21:00 with a small month, Today and figures', async () => {
  const company = await visitingCompany(screens.server)
  await company.book('6 Mill Parade', ['2038-01-12', '09:00', '11:00'], [company.tom])
  const { context, page } = await screens.open(company.tom, '/calendar?week=2038-01-11')
  await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
  await visitOn(page, '6 Mill Parade').waitFor()
  const hours = Array.from({ length: 15 }, (_, nth) => `${String(nth + 6).padStart(2, '0')}:00`)
  await expect.poll(() => page.getByText(/^\d\d:00$/).allTextContents()).toEqual(hours)
  const days = page.getByRole('button', { name: /^\d+ January 2038/ })
  await expect.poll(() => days.count()).toBe(31)
  const figures = page.getByRole('list', { name: 'In the week of 11 – 17 January 2038' }).getByRole('listitem')
  await expect
    .poll(() => figures.allTextContents())
    .toEqual([
      '1 visit, booked this week',
      '2 hours of visits, booked this week; a visit of two people counts once',
      '0 completed, visits this week on completed jobs',
    ])
  await page.getByRole('button', { name: 'Today' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await page.getByText('No visits this week.').waitFor()
  await context.close()
})

test('a visit has the colour of its status, and changes it when the status changes', async () => {
  const company = await visitingCompany(screens.server)
  const { dana } = company
  const visit = await company.book('6 Mill Parade', ['2038-01-12', '09:00', '11:00'], [company.tom])
  await company.book('40 Linden Grove', ['2038-01-13', '09:00', '11:00'], [company.tom])
  const { context, page } = await screens.open(dana, '/calendar?week=2038-01-11')
  await visitOn(page, '6 Mill Parade').waitFor()
  await page.getByText('Live').waitFor()
  const look = (site: string) =>
    visitOn(page, site).evaluate((one) => {
      const shown = [one, ...one.querySelectorAll('*')].map((part) => getComputedStyle(part))
      return shown.map(({ backgroundColor, borderColor }) => `${backgroundColor} ${borderColor}`).join()
    })
  await expect.poll(async () => (await look('6 Mill Parade')) === (await look('40 Linden Grove'))).toBe(true)
  await accepted(screens.server, dana, 'ChangeWarning', { jobId: visit.jobId, warning: 'quote sent' })
  await expect.poll(async () => (await look('6 Mill Parade')) === (await look('40 Linden Grove'))).toBe(false)
  await visitOn(page, '6 Mill Parade')
    .getByText(/Quote sent/)
    .first()
    .waitFor()
  await context.close()
})
