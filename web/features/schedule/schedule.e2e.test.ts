import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#core/time/wall-clock.ts'
import { holdCommands } from '#test/browser/requests/held-requests.ts'
import {
  badge,
  choose,
  dialogOf,
  openSchedule,
  save,
  saveWithoutAnyone,
  scheduling,
  type,
  untilSaved,
} from '#test/browser/schedule-dialog.ts'
import {
  accessibilityFaults,
  desktop,
  faultsInBothColours,
  phone,
  type Screens,
  startScreens,
} from '#test/browser/screens.ts'
import { stopClock } from '#test/browser/stopped-clock.ts'
import { accepted } from '#test/server/commands.ts'
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
const { aJob, aBookedJob } = scheduling(
  () => screens,
  () => dana,
)
/** A day that no other test uses. */
let days = 0
const aDay = () => addDays('2037-12-07', days++)

test.each(looks)('a visit is booked and shown at once, then changed, %s', async (_, look) => {
  const day = aDay()
  const { path } = await aJob()
  const { context, page, faults } = await screens.open(dana, path, look)
  let dialog = await openSchedule(page)
  await type(dialog, 'Date', day)
  await type(dialog, 'Start', '930')
  await expect.poll(() => dialog.getByLabel('Start').inputValue()).toBe('09:30')
  await expect.poll(() => dialog.getByLabel('End').inputValue()).toBe('11:30')
  await choose(dialog, 'tom', 'maya')
  await dialog.getByLabel('Access').fill('Keys with concierge')
  await dialog.getByText('1 task for this visit').waitFor()
  const release = await holdCommands(page)
  await untilSaved(page, async () => {
    await save(dialog)
    await badge(page, 'Booked').waitFor()
    release()
  })
  await dialog.waitFor({ state: 'hidden' })
  await page
    .getByText(/, 09:30–11:30/)
    .first()
    .waitFor()
  await page.getByText('Keys with concierge').first().waitFor()
  await page.getByText(/^Booked for .*, 09:30–11:30$/).waitFor()
  await page.reload()
  dialog = await openSchedule(page, 'Edit Schedule')
  await expect.poll(() => dialog.getByLabel('Start').inputValue()).toBe('09:30')
  await expect.poll(() => dialog.getByLabel('Access').inputValue()).toBe('Keys with concierge')
  await dialog.getByLabel('End').click()
  await page.getByRole('option', { name: '12:15' }).click()
  await save(dialog)
  await page
    .getByText(/, 09:30–12:15/)
    .first()
    .waitFor()
  const booked = page.getByRole('status').filter({ hasText: /^Booked for .*, 09:30–12:15/ })
  await booked.getByRole('button', { name: 'Undo' }).click()
  await page
    .getByText(/, 09:30–11:30/)
    .first()
    .waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('a first booking can be undone for ten seconds, which restores the job', async () => {
  const { path } = await aJob()
  const { context, page } = await screens.open(dana, path)
  const dialog = await openSchedule(page)
  await type(dialog, 'Date', aDay())
  await saveWithoutAnyone(dialog)
  await badge(page, 'Booked').waitFor()
  // A second click reaches the message while it leaves.
  await page.getByRole('button', { name: 'Undo' }).evaluate((undo) => {
    for (const _ of [1, 2]) undo.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  })
  await page.getByText('Not scheduled').first().waitFor()
  await badge(page, 'Pending').waitFor()
  expect(await page.getByRole('alert').allTextContents()).toEqual([])
  await page.getByRole('button', { name: 'Schedule', exact: true }).waitFor()
  await context.close()
})

test('a job without open tasks is refused, and an end before the start is reported at its field', async () => {
  const { path, jobId, taskId } = await aJob()
  const { context, page } = await screens.open(dana, path)
  const dialog = await openSchedule(page)
  await type(dialog, 'Date', aDay())
  await type(dialog, 'Start', '1400')
  await type(dialog, 'End', '1300')
  await save(dialog)
  await dialog.getByText('The end must be after the start.').waitFor()
  await expect.poll(() => dialog.getByLabel('End').getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => dialog.getByLabel('End').evaluate((field) => field === document.activeElement)).toBe(true)
  await type(dialog, 'End', '')
  await save(dialog)
  await dialog.getByText('Enter a time such as 09:00.').waitFor()
  await type(dialog, 'End', '15')
  await accepted(screens.server, dana, 'CycleTask', { jobId, taskId, from: 'not completed' })
  await dialog.getByText('All tasks on this job are completed or to estimate.').waitFor()
  await save(dialog)
  await dialog.getByRole('alert').getByText('There are no pending tasks to schedule.').waitFor()
  await context.close()
})

test('a time skipped by the clocks is refused with the day and the reason', async () => {
  const { path } = await aJob()
  const { context, page } = await screens.open(dana, path)
  const dialog = await openSchedule(page)
  await type(dialog, 'Date', '28/03/2027')
  await type(dialog, 'Start', '0130')
  await save(dialog)
  await dialog.getByText(/^01:30 does not exist on Sun 28 Mar( 2027)?: the clocks go forward\.$/).waitFor()
  await type(dialog, 'Start', '0230')
  await saveWithoutAnyone(dialog)
  await page
    .getByText(/^Sun 28 Mar( 2027)?, 02:30–04:30$/)
    .first()
    .waitFor()
  await context.close()
})

test('everything works by keyboard: choosing a suggestion, saving with Ctrl Enter, and the focus returns', async () => {
  const { path } = await aJob()
  const { context, page } = await screens.open(dana, path)
  const button = page.getByRole('button', { name: 'Schedule', exact: true })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page)
  await expect.poll(() => dialog.getByLabel('Start').evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('081')
  await page.getByRole('option', { name: '08:15' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => dialog.getByLabel('Start').inputValue()).toBe('08:15')
  await expect.poll(() => dialog.getByLabel('End').inputValue()).toBe('10:15')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('tom')
  await page.getByRole('option', { name: 'tom' }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await page
    .getByText(/, 08:15–10:15/)
    .first()
    .waitFor()
  const edit = page.getByRole('button', { name: 'Edit Schedule', exact: true })
  await expect.poll(() => edit.evaluate((button) => button === document.activeElement)).toBe(true)
  await context.close()
})

test('suggestions cover the whole day, and hide 200 ms after the field loses focus', async () => {
  const { path } = await aJob()
  const { context, page } = await screens.open(dana, path, { ...desktop, reducedMotion: 'no-preference' })
  const dialog = await openSchedule(page)
  await dialog.getByLabel('End').click()
  await expect.poll(() => page.getByRole('listbox').getByRole('option').count()).toBe(96)
  await stopClock(page)
  await dialog.getByLabel('Access').focus()
  await page.clock.fastForward(199)
  expect(await dialog.getByLabel('End').getAttribute('aria-expanded')).toBe('true')
  await page.clock.fastForward(1)
  await expect.poll(() => dialog.getByLabel('End').getAttribute('aria-expanded')).toBe('false')
  await context.close()
})

test('Escape asks before unsaved input is lost, and a double click books once', async () => {
  const day = aDay()
  const { path } = await aJob()
  const { context, page } = await screens.open(dana, path)
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/commands') && sent.push(request.postData() ?? ''))
  let dialog = await openSchedule(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  dialog = await openSchedule(page)
  await dialog.getByLabel('Access').fill('Keys')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await question.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  await expect.poll(() => dialog.getByLabel('Access').inputValue()).toBe('Keys')
  await type(dialog, 'Date', day)
  await choose(dialog, 'tom')
  await dialog.getByRole('button', { name: 'Save Schedule' }).dblclick()
  await badge(page, 'Booked').waitFor()
  await page.waitForTimeout(500)
  expect(sent.join().match(/"ScheduleJob"/g)).toHaveLength(1)
  await context.close()
})

test('the team has no schedule button, and has directions to the site on a phone', async () => {
  const { path } = await aBookedJob(aDay(), '09:00', '11:00', tom)
  const { context, page } = await screens.open(tom, path, phone)
  const route = page.getByRole('link', { name: /^Directions/ })
  await expect.poll(() => route.getAttribute('href')).toContain('31%20Tannery%20Wharf')
  expect(await page.getByRole('button', { name: /Schedule/ }).count()).toBe(0)
  await context.close()
})

test.each(looks)('the dialog has no accessibility faults, light and dark, %s', async (_, look) => {
  const day = aDay()
  await aBookedJob(day, '09:00', '11:00', tom)
  const { path } = await aJob()
  const { context, page } = await screens.open(dana, path, { ...look, reducedMotion: 'reduce' })
  const dialog = await openSchedule(page)
  await type(dialog, 'Date', day)
  await type(dialog, 'Start', '10')
  await choose(dialog, 'tom')
  expect(await faultsInBothColours(page)).toEqual([])
  await dialog.getByLabel('End').click()
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  await context.close()
})

test('the days of more people than fit beside the form scroll by keyboard, without accessibility faults', async () => {
  const names = ['sam.reed', 'ola.west', 'kit.marsh']
  for (const name of names) await addMember(screens.server, dana, 'team', name)
  const { path } = await aJob()
  const { context, page } = await screens.open(dana, path, { ...desktop, reducedMotion: 'reduce' })
  const dialog = await openSchedule(page)
  await choose(dialog, 'tom', 'maya', ...names)
  const plan = dialog.getByRole('region', { name: 'Day plan' })
  await expect.poll(() => plan.getByRole('heading').count()).toBe(5)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => plan.locator('[tabindex="0"]').evaluate((one) => one.scrollLeft)).toBeGreaterThan(0)
  await context.close()
})
