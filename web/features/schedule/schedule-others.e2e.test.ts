import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#core/time/wall-clock.ts'
import {
  badge,
  choose,
  dialogOf,
  openSchedule,
  save,
  scheduling,
  type,
  untilSaved,
} from '#test/browser/schedule-dialog.ts'
import { desktop, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

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
const { aJob, aBookedJob } = scheduling(
  () => screens,
  () => dana,
)
/** A day that no other test uses. */
let days = 0
const aDay = () => addDays('2037-12-07', days++)

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
  await question.getByText(`tom.okafor is already booked 09:00 to 11:00 on job ${ref}, 31 Tannery Wharf.`).waitFor()
  await question.getByText(/^14 Marlowe Court, job \d{5}, .*, 10:00–12:00$/).waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'hidden' })
  await save(dialog)
  await untilSaved(page, () => question.getByRole('button', { name: 'Book anyway' }).click())
  await badge(page, 'Booked').waitFor()
  await page.reload()
  await badge(page, 'Booked').waitFor()
  await context.close()
})

test('a clash only the server knows of is asked about, and the answer books or drops the visit', async () => {
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
  await question.getByText(`maya.lind is already booked 09:00 to 11:00 on job ${ref}, 31 Tannery Wharf.`).waitFor()
  await question.getByText(/^14 Marlowe Court, job \d{5}, .*, 10:30–12:30$/).waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await badge(page, 'Pending').waitFor()
  await book()
  await untilSaved(page, () => question.getByRole('button', { name: 'Book anyway' }).click())
  await badge(page, 'Booked').waitFor()
  expect(await page.getByText('Failed to update job').count()).toBe(0)
  await page.reload()
  await page
    .getByText(/, 10:30–12:30/)
    .first()
    .waitFor()
  await context.close()
})

test.each(looks)('deleting a booking says what will be deleted, and Undo restores it, %s', async (_, look) => {
  const day = aDay()
  const { path } = await aBookedJob(day, '13:00', '15:00', tom)
  const { context, page } = await screens.open(dana, path, look)
  const remove = async () => {
    const dialog = await openSchedule(page, 'Edit Schedule')
    await dialog.getByRole('button', { name: 'Delete booking' }).click()
    const question = page.getByRole('dialog', { name: 'Delete the booking?' })
    await question.getByText(/13:00–15:00 with tom\.okafor will be deleted\./).waitFor()
    await untilSaved(page, () => question.getByRole('button', { name: 'Delete booking' }).click())
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

test("a completed job's booking is restored as it was, too", async () => {
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

test("Undo of another time for a visit whose job isn't booked gives its status back too", async () => {
  const { path, jobId } = await aBookedJob(aDay(), '13:00', '15:00', tom)
  await accepted(screens.server, dana, 'ChangeWarning', { jobId, warning: 'no access' })
  const { context, page } = await screens.open(dana, path)
  await badge(page, 'Pending').waitFor()
  const dialog = await openSchedule(page, 'Edit Schedule')
  await type(dialog, 'Start', '14')
  await save(dialog)
  await badge(page, 'Booked').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page
    .getByText(/, 13:00–15:00/)
    .first()
    .waitFor()
  await badge(page, 'Pending').waitFor()
  await page.getByText('No net change.').waitFor()
  await page.getByRole('button', { name: 'Show 2 changes' }).click()
  await page.getByText('Status set to Pending: the visit was put back').waitFor()
  await context.close()
})

test("two people scheduling one job see each other, and one is shown the other's change", async () => {
  const day = aDay()
  const { path } = await aJob()
  const [danas, priyas] = await Promise.all([screens.open(dana, path), screens.open(priya, path)])
  const theirs = await openSchedule(priyas.page)
  const mine = await openSchedule(danas.page)
  await Promise.all([danas, priyas].map(({ page }) => page.getByText('Live').waitFor()))
  await type(mine, 'Date', day)
  await type(mine, 'Start', '08')
  await choose(mine, 'tom')
  await save(mine)
  await priyas.page.getByText(/Someone else has changed this booking.*08:00–10:00/).waitFor()
  await type(theirs.or(dialogOf(priyas.page, 'Edit Schedule')), 'Date', day)
  await type(dialogOf(priyas.page, 'Edit Schedule'), 'Start', '12')
  await choose(dialogOf(priyas.page, 'Edit Schedule'), 'maya')
  await save(dialogOf(priyas.page, 'Edit Schedule'))
  await danas.page
    .getByText(/, 12:00–14:00/)
    .first()
    .waitFor()
  await Promise.all([danas.context.close(), priyas.context.close()])
})
