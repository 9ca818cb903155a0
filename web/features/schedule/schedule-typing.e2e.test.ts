import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayIn, paperDay } from '#core/time/format.ts'
import { typedDay } from '#core/time/typed-day.ts'
import { addDays, wallClock } from '#core/time/wall-clock.ts'
import { nextWorkingDay } from '#core/time/working-days.ts'
import { goInside } from '#test/browser/go-inside.ts'
import { failUntilRetry } from '#test/browser/requests/fail-until-retry.ts'
import { holdRequests } from '#test/browser/requests/held-requests.ts'
import { badge, choose, openSchedule, save, scheduling, type } from '#test/browser/schedule-dialog.ts'
import { desktop, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
  await addMember(screens.server, dana, 'team', 'maya.lind')
})
afterAll(() => screens?.close())

const looks = [
  ['at a desk', desktop],
  ['on a phone', phone],
] as const
/** A day that no other test uses. */
let days = 0
const aDay = () => addDays('2038-02-01', days++)
const { aJob, aBookedJob } = scheduling(
  () => screens,
  () => dana,
)

test.each(looks)('Enter picks the first match of a typed name, and never books without it, %s', async (_, look) => {
  const { path } = await aJob()
  const { context, page } = await screens.open(dana, path, look)
  const dialog = await openSchedule(page)
  await type(dialog, 'Date', aDay())
  await dialog.getByLabel('Assigned to').pressSequentially('xyz')
  await page.getByText('No matching team member').waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Assigned to').fill('')
  await dialog.getByLabel('Assigned to').pressSequentially('ma')
  await page.keyboard.press('Enter')
  await dialog.getByText('maya.lind').first().waitFor()
  await expect.poll(() => dialog.getByLabel('Assigned to').inputValue()).toBe('')
  await dialog.getByLabel('Assigned to').pressSequentially('tom')
  await page.keyboard.press('Enter')
  await expect.poll(() => dialog.getByRole('region', { name: 'Day plan' }).getByRole('heading').count()).toBe(2)
  await save(dialog)
  await badge(page, 'Booked').waitFor()
  await page.getByText('tom.okafor').first().waitFor()
  await context.close()
})

test('Enter is remembered until the people have arrived', async () => {
  const { path } = await aJob()
  const { context, page } = await screens.open(dana, '/sites')
  const release = await holdRequests(page, '**/api/team')
  await goInside(page, path)
  const dialog = await openSchedule(page)
  await dialog.getByLabel('Assigned to').pressSequentially('tom')
  await page.keyboard.press('Enter')
  release()
  await dialog.getByText('tom.okafor').first().waitFor()
  await expect.poll(() => dialog.getByLabel('Assigned to').inputValue()).toBe('')
  await context.close()
})

test.each(looks)('a visit without a person asks once, %s', async (_, look) => {
  const { path } = await aJob()
  const { context, page } = await screens.open(dana, path, look)
  let dialog = await openSchedule(page)
  const question = page.getByRole('dialog', { name: 'Nobody is assigned' })
  await save(dialog)
  await question.getByRole('button', { name: 'Choose people' }).click()
  const people = dialog.getByLabel('Assigned to')
  await expect.poll(() => people.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await save(dialog)
  await question.getByRole('button', { name: 'Book without anyone' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await badge(page, 'Booked').waitFor()
  dialog = await openSchedule(page, 'Edit Schedule')
  await type(dialog, 'Start', '14')
  await save(dialog)
  await page
    .getByText(/, 14:00–16:00/)
    .first()
    .waitFor()
  expect(await question.count()).toBe(0)
  await context.close()
})

test.each(looks)('Escape in the calendar of a date closes the calendar only, %s', async (_, look) => {
  const { path } = await aJob()
  const { context, page } = await screens.open(dana, path, look)
  const dialog = await openSchedule(page)
  await dialog.getByLabel('Date').click()
  const calendar = page.getByRole('button', { name: 'Next month' })
  await calendar.waitFor()
  await page.keyboard.press('Escape')
  await calendar.waitFor({ state: 'hidden' })
  expect(await dialog.isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await context.close()
})

test('a day is typed as British people write it, whatever the language of the browser', async () => {
  const { path } = await aJob()
  const { context, page } = await screens.open(dana, path, { ...desktop, locale: 'en-US' })
  const dialog = await openSchedule(page)
  const today = wallClock(new Date().toISOString(), 'Europe/London').day
  const shows = (day: string) => expect.poll(() => dialog.getByLabel('Date').inputValue()).toBe(paperDay(day))
  await shows(nextWorkingDay(today))
  await expect.poll(() => dialog.getByLabel('Start').inputValue()).toBe('09:00')
  const cases = [
    ['tomorrow', addDays(today, 1)],
    ['thu', typedDay('thu', { today, toward: 'future' }) ?? ''],
    ['5/12/2026', '2026-12-05'],
    ['5 Dec 26', '2026-12-05'],
    ['23/11', typedDay('23/11', { today, toward: 'future' }) ?? ''],
  ] as const
  for (const [text, day] of cases) {
    await type(dialog, 'Date', text)
    await dialog.getByLabel('Access').focus()
    await shows(day)
  }
  // In its place: the weekday of the day before stays until the field is left.
  await type(dialog, 'Date', '12 Nov 2037')
  await dialog.getByLabel('Access').focus()
  await shows('2037-11-12')
  await dialog.getByLabel('Date').click()
  await page.keyboard.press('Home')
  for (const _ of 'Thu 12') await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('3')
  await dialog.getByLabel('Access').focus()
  await shows('2037-11-13')
  await type(dialog, 'Date', 'someday')
  await page.keyboard.press('Enter')
  await dialog.getByText('Enter a day such as 23/11, thu or tomorrow.').waitFor()
  await context.close()
})

test.each(looks)('a day that cannot be read is said so, and no visit is booked on another, %s', async (_, look) => {
  const { path } = await aJob()
  const { context, page } = await screens.open(dana, path, look)
  const dialog = await openSchedule(page)
  const unread = dialog.getByText('Enter a day such as 23/11, thu or tomorrow.')
  await choose(dialog, 'maya')
  await type(dialog, 'Date', 'thrusday')
  expect(await unread.count()).toBe(0)
  await save(dialog)
  await unread.waitFor()
  await expect.poll(() => dialog.getByLabel('Date').inputValue()).toBe('thrusday')
  await expect.poll(() => dialog.getByLabel('Date').evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await badge(page, 'Booked').count()).toBe(0)
  // The calendar does not cover it, and comes back with a click.
  const calendar = page.locator('[data-dates-dropdown]')
  await calendar.waitFor({ state: 'detached' })
  await dialog.getByLabel('Date').click()
  await calendar.waitFor()
  const day = aDay()
  await type(dialog, 'Date', day)
  await unread.waitFor({ state: 'detached' })
  await dialog.getByLabel('Access').focus()
  await expect.poll(() => dialog.getByLabel('Date').inputValue()).toBe(paperDay(day))
  await save(dialog)
  await badge(page, 'Booked').waitFor()
  const booked = dayIn(`${day}T12:00:00Z`, 'Europe/London', new Date().toISOString())
  await page.getByText(`Booked for ${booked}`).first().waitFor()
  await context.close()
})

test.each(looks)('the day of everyone shows before people are chosen, %s', async (_, look) => {
  const day = aDay()
  await aBookedJob(day, '09:00', '11:00', tom)
  const { path } = await aJob()
  const { context, page } = await screens.open(dana, path, look)
  const dialog = await openSchedule(page)
  await type(dialog, 'Date', day)
  await dialog.getByLabel('Access').focus()
  const plan = dialog.getByRole('region', { name: 'Day plan' })
  await expect.poll(() => plan.getByRole('heading').allTextContents()).toEqual(['maya.lind', 'tom.okafor'])
  await plan.getByText('31 Tannery Wharf').waitFor()
  expect(await plan.getByText(/is already booked/).count()).toBe(0)
  await choose(dialog, 'maya')
  await expect.poll(() => plan.getByRole('heading').allTextContents()).toEqual(['maya.lind'])
  expect(await plan.getByText('31 Tannery Wharf').count()).toBe(0)
  await context.close()
})

test.each(looks)('a day that could not be read does not pass for a free one, %s', async (_, look) => {
  const day = aDay()
  await aBookedJob(day, '09:00', '11:00', tom)
  const { path } = await aJob()
  const { context, page } = await screens.open(dana, path, look)
  await failUntilRetry(page, '**/api/calendar?*', 'Something went wrong.')
  const dialog = await openSchedule(page)
  await type(dialog, 'Date', day)
  await dialog.getByLabel('Access').focus()
  const plan = dialog.getByRole('region', { name: 'Day plan' })
  await plan.getByRole('alert').getByText('The visits of this day couldn’t be loaded.').waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  await plan.getByRole('button', { name: 'Retry' }).click()
  await plan.getByText('31 Tannery Wharf').waitFor()
  expect(await plan.getByRole('alert').count()).toBe(0)
  await context.close()
})
