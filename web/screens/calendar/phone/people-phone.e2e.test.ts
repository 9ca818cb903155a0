import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { visitingCompany } from '#test/browser/visits.ts'
import { accepted, createJob } from '#test/server/commands.ts'

let screens: Screens
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens?.close())

/** Swipes with one finger across the person's day. */
async function swipe(page: Page, by: number) {
  const touch = await page.context().newCDPSession(page)
  const at = (x: number) => ({ touchPoints: [{ x, y: 520 }] })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(200) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(200 + by / 2) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(200 + by) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('on a phone one person’s day is shown, a swipe leads to the next, and a job that needs a visit is booked from the sheet', async () => {
  const company = await visitingCompany(screens.server)
  const { tom, maya, dana } = company
  await company.book('6 Mill Parade', ['2038-01-12', '09:00', '11:00'], [tom, maya])
  const linden = await company.book('40 Linden Grove', ['2038-01-12', '14:00', '15:30'], [tom])
  const [jobStart, jobEnd] = ['2038-01-12T10:30:00.000Z', '2038-01-12T12:00:00.000Z']
  await accepted(screens.server, dana, 'ScheduleJob', { ...linden, access: '', jobStart, jobEnd, anyway: true })
  const { jobId } = await createJob(screens.server, dana, { apartmentName: '9 Sutler Street' })
  const { context, page, faults } = await screens.open(dana, '/calendar?week=2038-01-11&day=2038-01-12', phone)
  await page.getByRole('button', { name: 'By person' }).click()
  await page.getByText('maya.lind 1 visit, 2 h, 7 h free').waitFor()
  await page.getByRole('link', { name: /6 Mill Parade/ }).waitFor()
  await swipe(page, -120)
  await page.getByText('Clash from 10:30 to 11:00').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await page.getByRole('button', { name: 'tom.okafor, visits clash' }).getAttribute('aria-pressed')).toBe('true')
  expect(await faultsInBothColours(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.getByRole('button', { name: 'Move one' }).click()
  const reschedule = page.getByRole('dialog', { name: 'Reschedule' })
  await reschedule.getByText('40 Linden Grove').waitFor()
  await page.keyboard.press('Escape')
  await reschedule.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: 'Needs a visit 1' }).click()
  const sheet = page.getByRole('dialog', { name: 'Needs a visit 1' })
  await sheet.getByRole('button', { name: 'Book 9 Sutler Street' }).waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Book 9 Sutler Street' }).click()
  const schedule = page.getByRole('dialog', { name: 'Schedule' })
  await expect.poll(() => schedule.getByLabel('Date').inputValue()).toBe('Tue 12 Jan 2038')
  // Of the person and the day on screen, in their first two free hours.
  expect(await schedule.getByLabel('Start').inputValue()).toBe('12:00')
  await schedule.getByText('tom.okafor').first().waitFor()
  await schedule.getByRole('button', { name: 'Save Schedule' }).click()
  await page.getByText('Every pending job has a visit.').waitFor()
  await expect.poll(() => company.booked({ jobId, jobBookingId: '', assignedTo: [] })).toBe('2038-01-12 12:00–14:00')
  await page.keyboard.press('Escape')
  await swipe(page, 120)
  await page.getByText('maya.lind 1 visit').waitFor()
  expect(faults).toEqual([])
  await context.close()
})
