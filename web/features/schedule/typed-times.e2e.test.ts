import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, wallClock } from '#core/time/wall-clock.ts'
import { badge, choose, openSchedule, save, scheduling, type } from '#test/browser/schedule-dialog.ts'
import { desktop, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { jobNow } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  await addMember(screens.server, dana, 'team', 'maya.lind')
})
afterAll(() => screens?.close())

const { aJob } = scheduling(
  () => screens,
  () => dana,
)
/** A day that no other test uses. */
let days = 0
const aDay = () => addDays('2027-02-01', days++)
const looks = [
  ['at a desk', desktop],
  ['on a phone', phone],
] as const

const shows = (dialog: Locator, label: 'Date' | 'Start' | 'End', text: string) =>
  expect.poll(() => dialog.getByLabel(label).inputValue()).toBe(text)
const hasFocus = (field: Locator) =>
  expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)

test.each(looks)('a time is typed as people say it, and half a time is asked for, %s', async (_, look) => {
  const { path, jobId } = await aJob()
  const { context, page } = await screens.open(dana, path, look)
  const dialog = await openSchedule(page)
  await type(dialog, 'Date', aDay())
  const cases = [
    ['5pm', '17:00'],
    ['5:30 pm', '17:30'],
    ['12am', '00:00'],
    ['9', '09:00'],
    ['930', '09:30'],
    ['1.30', '01:30'],
    ['1730', '17:30'],
  ] as const
  for (const [text, time] of cases) {
    await type(dialog, 'Start', text)
    await dialog.getByLabel('Access').focus()
    await shows(dialog, 'Start', time)
  }
  await shows(dialog, 'End', '19:30')
  await type(dialog, 'Start', '9:5')
  await dialog.getByLabel('Access').focus()
  await dialog.getByText('Enter both digits of the minutes, such as 09:05.').waitFor()
  await shows(dialog, 'Start', '09:5')
  await dialog.getByLabel('Start').press('End')
  await dialog.getByLabel('Start').pressSequentially('0')
  await shows(dialog, 'Start', '09:50')
  expect(await dialog.getByText('Enter both digits').count()).toBe(0)
  await choose(dialog, 'maya')
  await save(dialog)
  await badge(page, 'Booked').waitFor()
  const start = async () => {
    const { jobStart } = await jobNow(screens.server, dana, jobId)
    return jobStart && wallClock(jobStart, 'Europe/London').time
  }
  await expect.poll(start).toBe('09:50')
  await context.close()
})

test.each(looks)('what is no time stays in its field, is said so, and books no visit, %s', async (_, look) => {
  const { path } = await aJob()
  const { context, page } = await screens.open(dana, path, look)
  const dialog = await openSchedule(page)
  await type(dialog, 'Date', aDay())
  await choose(dialog, 'maya')
  for (const text of ['25', '24:00', '2400', '12:75']) {
    await type(dialog, 'Start', text)
    expect(await dialog.getByText(/is not a time/).count()).toBe(0)
    await dialog.getByLabel('Access').focus()
    await dialog.getByText(`${text} is not a time. Enter 00:00 to 23:59.`).waitFor()
    await shows(dialog, 'Start', text)
  }
  expect(await faultsInBothColours(page)).toEqual([])
  // The two times stay level.
  const tops = await Promise.all(
    (['Start', 'End'] as const).map(async (label) => (await dialog.getByLabel(label).boundingBox())?.y),
  )
  expect(tops[0]).toBe(tops[1])
  await save(dialog)
  await hasFocus(dialog.getByLabel('Start'))
  await type(dialog, 'Start', '1000')
  // Also without leaving the field.
  await type(dialog, 'End', '24:00')
  await page.keyboard.press('Control+Enter')
  await dialog.getByText('24:00 is not a time.').waitFor()
  await hasFocus(dialog.getByLabel('End'))
  expect(await badge(page, 'Booked').count()).toBe(0)
  await dialog.getByLabel('End').press('Backspace')
  await shows(dialog, 'End', '24:0')
  await type(dialog, 'End', '23')
  await page.getByRole('option', { name: '23:30' }).click()
  await shows(dialog, 'End', '23:30')
  await save(dialog)
  await badge(page, 'Booked').waitFor()
  await context.close()
})

test.each([
  ['at a desk', desktop, '19 Nov 2027'],
  ['on a phone', phone, '26 Nov 2027'],
] as const)('a weekday that is not the one of its day is said so, and books no visit, %s', async (_, look, day) => {
  const { path } = await aJob()
  const { context, page } = await screens.open(dana, path, look)
  const dialog = await openSchedule(page)
  await choose(dialog, 'maya')
  await type(dialog, 'Date', `Mon ${day}`)
  await save(dialog)
  await dialog.getByText(`${day} is a Friday, not a Monday.`).waitFor()
  await shows(dialog, 'Date', `Mon ${day}`)
  expect(await faultsInBothColours(page)).toEqual([])
  await type(dialog, 'Date', `bananas ${day}`)
  await page.keyboard.press('Enter')
  await dialog.getByText('Enter a day such as 23/11, thu or tomorrow.').waitFor()
  expect(await badge(page, 'Booked').count()).toBe(0)
  await type(dialog, 'Date', `Fri ${day}`)
  await dialog.getByLabel('Access').focus()
  await shows(dialog, 'Date', `Fri ${day}`)
  await save(dialog)
  await badge(page, 'Booked').waitFor()
  await context.close()
})
