import type { Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goInside } from '#test/browser/go-inside.ts'
import { desktop, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob, jobNow } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { smallPhoto } from '#test/server/photo-uploads.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
})
afterAll(() => screens?.close())

const back = (page: Page) => page.evaluate(() => history.back())
/** The code that keeps Back on the page is there, and has taken note of the form's unsaved input. */
const untilHeld = (page: Page) => page.waitForFunction(() => Object.hasOwn(history, 'pushState'))
/** That code has left the history as it was: until then a step back is its own. */
const untilReleased = (page: Page) => page.waitForFunction(() => !Object.hasOwn(history, 'pushState'))
const pathOf = (page: Page) => new URL(page.url()).pathname

/** A job with a visit of Tom's now, opened from the list of jobs on his phone. */
async function atTheJob() {
  const { jobId } = await createJob(screens.server, dana, { apartmentName: '14 Marlowe Court' })
  const fromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const booking = { jobStart: fromNow(-10), jobEnd: fromNow(80), access: '', assignedTo: [tom.user.userId] }
  await accepted(screens.server, dana, 'ScheduleJob', { jobId, jobBookingId: uuid(), ...booking, anyway: true })
  const opened = await screens.open(tom, '/sites', phone)
  await opened.page.getByText(/Page 1 of/).waitFor()
  await goInside(opened.page, `/job/${jobId}`)
  return { jobId, ...opened }
}

/** One step back from the job is the list. */
async function goesBackToList(page: Page) {
  await untilReleased(page)
  await back(page)
  await page.getByText(/Page 1 of/).waitFor()
  expect(pathOf(page)).toBe('/sites')
}

test('Back asks before it discards a signature, and leaves the job only afterwards', async () => {
  const { context, page, faults, jobId } = await atTheJob()
  await page.getByRole('button', { name: 'Take a signature' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Signature', exact: true })
  await dialog.getByLabel('Name').fill('Amy Sutcliffe')
  await untilHeld(page)
  await back(page)
  const question = page.getByRole('dialog', { name: 'Discard this signature?' })
  await question.waitFor()
  await back(page)
  await question.waitFor({ state: 'detached' })
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Amy Sutcliffe')
  expect(pathOf(page)).toBe(`/job/${jobId}`)
  await back(page)
  await question.getByRole('button', { name: 'Discard' }).tap()
  await dialog.waitFor({ state: 'detached' })
  await goesBackToList(page)
  expect(faults).toEqual([])
  await context.close()
})

test('Back asks before it discards a record of no access, and saving one leaves nothing to go back to', async () => {
  const { context, page, faults, jobId } = await atTheJob()
  const camera = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'No access' }).tap()
  const file = { name: 'door.jpg', mimeType: 'image/jpeg', buffer: await smallPhoto('#135') }
  await (await camera).setFiles([file])
  const sheet = page.getByRole('dialog', { name: 'No access' })
  await sheet.getByText('Nobody in').tap()
  await untilHeld(page)
  await back(page)
  await page.getByRole('button', { name: 'Keep editing' }).tap()
  await sheet.getByRole('img', { name: 'The door' }).waitFor()
  await sheet.getByRole('button', { name: 'Save no access' }).tap()
  await page.getByRole('heading', { name: 'Your proof is saved' }).waitFor()
  await expect.poll(async () => (await jobNow(screens.server, dana, jobId)).noAccess?.length).toBe(1)
  await goesBackToList(page)
  expect(faults).toEqual([])
  await context.close()
})

test('a form opened from an address is asked about too, and after a new job and its discarded deadlines Back is the list', async () => {
  const { context, page, faults } = await screens.open(dana, '/sites', desktop)
  await page.getByRole('button', { name: 'New Job' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create New Job' })
  await dialog.getByLabel(/Apartment Name/).fill('9 Pike Street')
  await untilHeld(page)
  await back(page)
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('switch', { name: 'A hazard was reported' }).check()
  await dialog.getByRole('button', { name: 'Create Job' }).click()
  const start = page.getByRole('dialog', { name: 'Start hazard deadlines' })
  await start.getByLabel('From').fill('Amara Bello')
  expect(new URL(page.url()).hash).toBe('#start-deadlines')
  await back(page)
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await start.waitFor({ state: 'detached' })
  await page.waitForURL(/\/job\/[^#]*$/)
  await goesBackToList(page)
  expect(faults).toEqual([])
  await context.close()
})
