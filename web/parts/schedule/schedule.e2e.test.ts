import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import { jobRef } from '#core/job-values.ts'
import { accepted, createJob } from '#test/commands.ts'
import { addMember } from '#test/people.ts'
import { accessibilityFaults, desktop, phone, type Screens, startScreens } from '#test/screens.ts'
import type { SignedInTest } from '#test/server.ts'

let screens: Screens
let dana: SignedInTest
let priya: SignedInTest
let tom: SignedInTest
let maya: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  priya = await addMember(screens.server, dana, 'admin', 'priya.nair')
  tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
  maya = await addMember(screens.server, dana, 'team', 'maya.lind')
})
afterAll(() => screens?.close())

const looks = [
  ['at a desk', desktop],
  ['on a phone', phone],
] as const

/** A day that no other test uses. */
let days = 0
const aDay = () => addDays('2026-12-07', days++)

async function aJob(apartmentName = '14 Marlowe Court') {
  const made = await createJob(screens.server, dana, { apartmentName })
  return { ...made, ref: jobRef(made.number ?? 0), path: `/job/${made.jobId}` }
}
/** A visit on that day by London's winter clock. */
const visit = (jobId: string, day: string, from: string, to: string, ...people: SignedInTest[]) => ({
  jobId,
  jobBookingId: jobId,
  jobStart: `${day}T${from}:00.000Z`,
  jobEnd: `${day}T${to}:00.000Z`,
  access: '',
  assignedTo: people.map((one) => one.user.userId),
})
async function aBookedJob(day: string, from: string, to: string, ...people: SignedInTest[]) {
  const job = await aJob('31 Tannery Wharf')
  await accepted(screens.server, dana, 'ScheduleJob', visit(job.jobId, day, from, to, ...people))
  return job
}

const dialogOf = (page: Page, name: 'Schedule' | 'Edit Schedule' = 'Schedule') =>
  page.getByRole('dialog', { name, exact: true })
const openSchedule = async (page: Page, name: 'Schedule' | 'Edit Schedule' = 'Schedule') => {
  await page.getByRole('button', { name, exact: true }).click()
  const dialog = dialogOf(page, name)
  await dialog.getByLabel('Date').waitFor()
  return dialog
}
const type = async (dialog: Locator, label: 'Date' | 'Start' | 'End', text: string) => {
  await dialog.getByLabel(label).fill('')
  await dialog.getByLabel(label).pressSequentially(text)
}
const choose = async (dialog: Locator, ...names: string[]) => {
  for (const name of names) {
    await dialog.getByLabel('Assigned to').fill(name)
    await dialog.page().getByRole('option', { name }).click()
  }
  await dialog.getByLabel('Access').focus()
}
const save = (dialog: Locator) => dialog.getByRole('button', { name: 'Save Schedule' }).click()
/** What is given by this has reached the server. */
const taken = (page: Page, give: () => Promise<void>) =>
  Promise.all([page.waitForResponse((answer) => answer.url().endsWith('/api/commands')), give()])
const badge = (page: Page, status: string) => page.getByText(status, { exact: true }).first()

test.each(looks)('a visit is booked and shown at once, then changed, %s', async (_, look) => {
  const day = aDay()
  const { path } = await aJob()
  const { context, page, faults } = await screens.open(dana, path, look)
  let dialog = await openSchedule(page)
  await type(dialog, 'Date', day)
  await type(dialog, 'Start', '930')
  expect(await dialog.getByLabel('Start').inputValue()).toBe('09:30')
  expect(await dialog.getByLabel('End').inputValue()).toBe('11:30')
  await choose(dialog, 'tom', 'maya')
  await dialog.getByLabel('Access').fill('Keys with concierge')
  await dialog.getByText('1 task for this visit').waitFor()
  await taken(page, async () => {
    await save(dialog)
    await badge(page, 'Booked').waitFor({ timeout: 500 })
  })
  await dialog.waitFor({ state: 'hidden' })
  await page
    .getByText(/, 09:30–11:30/)
    .first()
    .waitFor()
  await page.getByText('Keys with concierge').first().waitFor()
  await page.reload()
  dialog = await openSchedule(page, 'Edit Schedule')
  expect(await dialog.getByLabel('Start').inputValue()).toBe('09:30')
  expect(await dialog.getByLabel('Access').inputValue()).toBe('Keys with concierge')
  await dialog.getByLabel('End').click()
  await page.getByRole('option', { name: '12:15' }).click()
  await save(dialog)
  await page
    .getByText(/, 09:30–12:15/)
    .first()
    .waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('a job without open tasks is refused, and an end before the start is said at the field', async () => {
  const { path, jobId, taskId } = await aJob()
  const { context, page } = await screens.open(dana, path)
  const dialog = await openSchedule(page)
  await type(dialog, 'Date', aDay())
  await type(dialog, 'Start', '1400')
  await type(dialog, 'End', '1300')
  await save(dialog)
  await dialog.getByText('The end must be after the start.').waitFor()
  expect(await dialog.getByLabel('End').getAttribute('aria-invalid')).toBe('true')
  expect(await dialog.getByLabel('End').evaluate((field) => field === document.activeElement)).toBe(true)
  await type(dialog, 'End', '')
  await save(dialog)
  await dialog.getByText('Enter a time such as 09:00.').waitFor()
  await type(dialog, 'End', '15')
  await accepted(screens.server, dana, 'CycleTask', { jobId, taskId, from: 'not completed' })
  await dialog.getByText('All tasks of this job are done or to estimate.').waitFor()
  await save(dialog)
  await dialog.getByRole('alert').getByText('There are no pending tasks to schedule.').waitFor()
  await context.close()
})

test('a time that the clocks leave out is refused with the day and the reason', async () => {
  const { path } = await aJob()
  const { context, page } = await screens.open(dana, path)
  const dialog = await openSchedule(page)
  await type(dialog, 'Date', '28/03/2027')
  await type(dialog, 'Start', '0130')
  await save(dialog)
  await dialog.getByText('01:30 does not exist on Sun 28 Mar 2027: the clocks go forward.').waitFor()
  await type(dialog, 'Start', '0230')
  await save(dialog)
  await page.getByText('Sun 28 Mar 2027, 02:30–04:30').first().waitFor()
  await context.close()
})

test.each(looks)('a clash shows before saving, and is booked only when confirmed, %s', async (_, look) => {
  const day = aDay()
  const { ref } = await aBookedJob(day, '09:00', '11:00', tom)
  const { path } = await aJob()
  const { context, page } = await screens.open(dana, path, look)
  const dialog = await openSchedule(page)
  await type(dialog, 'Date', day)
  await type(dialog, 'Start', '10')
  await choose(dialog, 'tom')
  await dialog.getByText(`tom.okafor is already booked 09:00 to 11:00 on job ${ref}.`).waitFor()
  await save(dialog)
  const question = page.getByRole('dialog', { name: 'Already booked' })
  await question.getByText(`tom.okafor is already booked 09:00 to 11:00 on job ${ref}. Book anyway?`).waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'hidden' })
  await save(dialog)
  await taken(page, () => question.getByRole('button', { name: 'Book anyway' }).click())
  await badge(page, 'Booked').waitFor()
  await page.reload()
  await badge(page, 'Booked').waitFor()
  await context.close()
})

test('a clash that only the server knows of is asked about, and the answer books or drops the visit', async () => {
  const day = aDay()
  const { ref } = await aBookedJob(day, '09:00', '11:00', maya)
  const { path } = await aJob()
  const { context, page } = await screens.open(dana, path)
  await context.route('**/api/calendar*', (route) => route.abort())
  const book = async () => {
    const dialog = await openSchedule(page)
    await type(dialog, 'Date', day)
    await type(dialog, 'Start', '1030')
    await choose(dialog, 'maya')
    await save(dialog)
  }
  await book()
  const question = page.getByRole('dialog', { name: 'Already booked' })
  await question.getByText(`maya.lind is already booked 09:00 to 11:00 on job ${ref}. Book anyway?`).waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await badge(page, 'Pending').waitFor()
  await book()
  await taken(page, () => question.getByRole('button', { name: 'Book anyway' }).click())
  await badge(page, 'Booked').waitFor()
  expect(await page.getByText('Failed to update job').count()).toBe(0)
  await page.reload()
  await page
    .getByText(/, 10:30–12:30/)
    .first()
    .waitFor()
  await context.close()
})

test.each(looks)('a deleted booking says what goes, and comes back when that is undone, %s', async (_, look) => {
  const day = aDay()
  const { path } = await aBookedJob(day, '13:00', '15:00', tom)
  const { context, page } = await screens.open(dana, path, look)
  const remove = async () => {
    const dialog = await openSchedule(page, 'Edit Schedule')
    await dialog.getByRole('button', { name: 'Delete booking' }).click()
    const question = page.getByRole('dialog', { name: 'Delete the booking?' })
    await question.getByText(/13:00–15:00 with tom\.okafor will go\./).waitFor()
    await taken(page, () => question.getByRole('button', { name: 'Delete booking' }).click())
    await page.getByText('Not scheduled', { exact: true }).waitFor()
    await badge(page, 'Pending').waitFor()
  }
  await remove()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page
    .getByText(/, 13:00–15:00/)
    .first()
    .waitFor()
  await badge(page, 'Booked').waitFor()
  await remove()
  await page.reload()
  await page.getByText('Not scheduled', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Schedule', exact: true }).waitFor()
  await context.close()
})

test('the booking of a job that is done comes back as it was, too', async () => {
  const { path, jobId, taskId } = await aBookedJob(aDay(), '13:00', '15:00', tom)
  await accepted(screens.server, tom, 'CycleTask', { jobId, taskId, from: 'not completed' })
  const { context, page } = await screens.open(dana, path)
  await badge(page, 'Completed').waitFor()
  const dialog = await openSchedule(page, 'Edit Schedule')
  await dialog.getByRole('button', { name: 'Delete booking' }).click()
  await page
    .getByRole('dialog', { name: 'Delete the booking?' })
    .getByRole('button', { name: 'Delete booking' })
    .click()
  await page.getByText('Not scheduled', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page
    .getByText(/, 13:00–15:00/)
    .first()
    .waitFor()
  await badge(page, 'Completed').waitFor()
  await context.close()
})

test('two schedulers of one job see each other within a second, and one is told what the other did meanwhile', async () => {
  const day = aDay()
  const { path } = await aJob()
  const [danas, priyas] = await Promise.all([screens.open(dana, path), screens.open(priya, path)])
  const theirs = await openSchedule(priyas.page)
  const mine = await openSchedule(danas.page)
  await danas.page.getByText('Live').waitFor()
  await type(mine, 'Date', day)
  await type(mine, 'Start', '08')
  await save(mine)
  await priyas.page.getByText(/Someone else changed this booking meanwhile.*08:00–10:00/).waitFor({ timeout: 1_500 })
  await type(theirs.or(dialogOf(priyas.page, 'Edit Schedule')), 'Date', day)
  await type(dialogOf(priyas.page, 'Edit Schedule'), 'Start', '12')
  await save(dialogOf(priyas.page, 'Edit Schedule'))
  await danas.page
    .getByText(/, 12:00–14:00/)
    .first()
    .waitFor({ timeout: 1_500 })
  await Promise.all([danas.context.close(), priyas.context.close()])
})

test('everything is done by keyboard: choosing a suggestion, saving by Ctrl Enter, and the focus comes back', async () => {
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
  expect(await dialog.getByLabel('Start').inputValue()).toBe('08:15')
  expect(await dialog.getByLabel('End').inputValue()).toBe('10:15')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('tom')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await page
    .getByText(/, 08:15–10:15/)
    .first()
    .waitFor()
  const edit = page.getByRole('button', { name: 'Edit Schedule', exact: true })
  await expect.poll(() => edit.evaluate((button) => button === document.activeElement), { timeout: 2_000 }).toBe(true)
  await context.close()
})

test('suggestions are all of the day, and hide 200 ms after the field is left', async () => {
  const { path } = await aJob()
  const { context, page } = await screens.open(dana, path)
  const dialog = await openSchedule(page)
  await dialog.getByLabel('End').click()
  expect(await page.getByRole('option').count()).toBe(96)
  const shownFor = await page.evaluate(async () => {
    const field = document.activeElement
    const left = performance.now()
    document.querySelector('textarea')?.focus()
    while (field?.getAttribute('aria-expanded') === 'true') await new Promise(requestAnimationFrame)
    return performance.now() - left
  })
  expect(shownFor).toBeGreaterThan(180)
  expect(shownFor).toBeLessThan(1_000)
  await context.close()
})

test('Escape asks before what was typed is lost, and a double click books once', async () => {
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
  const question = page.getByRole('dialog', { name: 'Leave without saving the schedule?' })
  await question.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  expect(await dialog.getByLabel('Access').inputValue()).toBe('Keys')
  await type(dialog, 'Date', day)
  await dialog.getByLabel('Access').focus()
  await dialog.getByRole('button', { name: 'Save Schedule' }).dblclick()
  await badge(page, 'Booked').waitFor()
  await page.waitForTimeout(500)
  expect(sent.join().match(/"ScheduleJob"/g)).toHaveLength(1)
  await context.close()
})

test('the team has no schedule button, and a way to the site on its phone', async () => {
  const { path } = await aBookedJob(aDay(), '09:00', '11:00', tom)
  const { context, page } = await screens.open(tom, path, phone)
  const route = page.getByRole('link', { name: /Route/ })
  expect(await route.getAttribute('href')).toContain('31%20Tannery%20Wharf')
  expect(await page.getByRole('button', { name: /Schedule/ }).count()).toBe(0)
  await context.close()
})

test.each(looks)('axe finds nothing in the dialog, light and dark, %s', async (_, look) => {
  const day = aDay()
  await aBookedJob(day, '09:00', '11:00', tom)
  const { path } = await aJob()
  for (const colorScheme of ['light', 'dark'] as const) {
    const { context, page } = await screens.open(dana, path, { ...look, colorScheme, reducedMotion: 'reduce' })
    const dialog = await openSchedule(page)
    await type(dialog, 'Date', day)
    await type(dialog, 'Start', '10')
    await choose(dialog, 'tom')
    await page.waitForTimeout(300)
    expect(await accessibilityFaults(page), colorScheme).toEqual([])
    await dialog.getByLabel('End').click()
    await page.getByRole('option').first().waitFor()
    expect(await accessibilityFaults(page), colorScheme).toEqual([])
    await context.close()
  }
})
