import type { Locator, Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { timeIn } from '#core/time/format.ts'
import { phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob, jobNow } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { smallPhoto } from '#test/server/photo-uploads.ts'
import type { SignedInTest } from '#test/server/server.ts'
import { smallPdf } from '#test/server/uploads/attached-files.ts'

let screens: Screens
let dana: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
})
afterAll(() => screens?.close())

/** A job whose visit by Tom is going on now, or was at another time. */
async function visitNow(now = Date.now()) {
  const { jobId } = await createJob(screens.server, dana, { apartmentName: '14 Marlowe Court' })
  const fromNow = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
  const booking = { jobStart: fromNow(-10), jobEnd: fromNow(80), access: '', assignedTo: [tom.user.userId] }
  await accepted(screens.server, dana, 'ScheduleJob', { jobId, jobBookingId: uuid(), ...booking, anyway: true })
  return jobId
}

/** The job on Tom's phone at noon of yesterday: every time of that day's morning has passed, at whatever hour the test runs. */
async function atNoon() {
  const noon = new Date(Date.now() - 86_400_000).setUTCHours(12, 0, 0, 0)
  const jobId = await visitNow(noon)
  const opened = await screens.open(tom, '/healthz', phone)
  await opened.page.clock.install({ time: noon })
  await opened.page.goto(`/job/${jobId}`)
  return { jobId, ...opened }
}

const jobOf = (jobId: string) => jobNow(screens.server, dana, jobId)

/** Opens the camera, and gives what takes the photo. */
async function openCamera(page: Page, name: string) {
  const asked = page.waitForEvent('filechooser')
  await page.getByRole('button', { name }).tap()
  const chooser = await asked
  return async () => chooser.setFiles([{ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await smallPhoto('#135') }])
}

/** Turns the phone and waits until the screen has its new width. */
async function turn(page: Page, way: 'sideways' | 'upright' = 'sideways') {
  const [short, long] = [390, 844]
  await page.setViewportSize(way === 'sideways' ? { width: long, height: short } : { width: short, height: long })
  await page.getByRole('tab', { name: /^Comments/, includeHidden: true }).waitFor({
    state: way === 'sideways' ? 'detached' : 'attached',
  })
}

/** Whether a button is far from where toasts begin, on a phone held either way. */
async function isClearOfToasts(page: Page, button: Locator) {
  const [toasts, box] = await Promise.all([
    page.locator('.mantine-Notifications-root[data-position="bottom-right"]').boundingBox(),
    button.boundingBox(),
  ])
  if (!toasts || !box) throw new Error('There is nothing to compare')
  const [highest, lowest] = [toasts.y, toasts.y + toasts.height]
  return lowest < box.y || highest > box.y + box.height
}

test('turning the phone keeps the record of no access and the photo that is being taken', async () => {
  const jobId = await visitNow()
  const { context, page, faults } = await screens.open(tom, `/job/${jobId}`, phone)
  const take = await openCamera(page, 'No access')
  const sheet = page.getByRole('dialog', { name: 'No access' })
  await sheet.getByText('Nobody in').tap()
  await turn(page)
  await take()
  await sheet.getByRole('img', { name: 'The door' }).waitFor()
  await turn(page, 'upright')
  expect(await sheet.getByLabel('Nobody in').isChecked()).toBe(true)
  await sheet.getByRole('button', { name: 'Save no access' }).tap()
  await page.getByRole('heading', { name: 'Your proof is saved' }).waitFor()
  await expect.poll(async () => (await jobOf(jobId)).images.length).toBe(1)
  expect((await jobOf(jobId)).noAccess).toMatchObject([{ why: 'nobody in' }])
  expect(faults).toEqual([])
  await context.close()
})

test('a photo taken with the phone turned is kept, and so is the check before leaving', async () => {
  const jobId = await visitNow()
  const { context, page, faults } = await screens.open(tom, `/job/${jobId}`, phone)
  await page.getByRole('button', { name: 'Arrived' }).tap()
  for (const name of ['Take a photo', 'New pair']) {
    const take = await openCamera(page, name)
    await turn(page)
    await take()
    await turn(page, 'upright')
  }
  await page.getByRole('region', { name: 'Pair 1' }).waitFor()
  await page.getByRole('button', { name: /^Left/ }).tap()
  const check = page.getByRole('dialog', { name: 'Before you leave' })
  await check.getByText('0 of 1 completed').waitFor()
  await turn(page)
  await check.getByText('0 of 1 completed').waitFor()
  await check.getByRole('button', { name: 'Leave anyway' }).tap()
  await expect.poll(async () => (await jobOf(jobId)).arrivals?.[0]?.leftAt).toBeDefined()
  await expect.poll(async () => (await jobOf(jobId)).images.length).toBe(2)
  expect(faults).toEqual([])
  await context.close()
})

test('a record of no access is finished although the office moves the visit meanwhile', async () => {
  const jobId = await visitNow()
  const { jobBookingId } = await jobOf(jobId)
  const { context, page, faults } = await screens.open(tom, `/job/${jobId}`, phone)
  const take = await openCamera(page, 'No access')
  const sheet = page.getByRole('dialog', { name: 'No access' })
  await sheet.getByText('Nobody in').tap()
  await accepted(screens.server, dana, 'DeleteBooking', { jobId })
  // The buttons of the visit are gone by then.
  await page.getByPlaceholder('Add a comment').waitFor()
  await take()
  await sheet.getByRole('img', { name: 'The door' }).waitFor()
  await sheet.getByRole('button', { name: 'Save no access' }).tap()
  await expect.poll(async () => (await jobOf(jobId)).noAccess).toMatchObject([{ jobBookingId, why: 'nobody in' }])
  await expect.poll(async () => (await jobOf(jobId)).images.length).toBe(1)
  expect(faults).toEqual([])
  await context.close()
})

test('a record of no access is not called sent while its photo has not arrived', async () => {
  const jobId = await visitNow()
  const { context, page } = await screens.open(tom, `/job/${jobId}`, phone)
  await context.route('**/uploadImage', (route) => route.abort())
  const take = await openCamera(page, 'No access')
  const sheet = page.getByRole('dialog', { name: 'No access' })
  await sheet.getByText('Nobody in').tap()
  await take()
  await sheet.getByRole('button', { name: 'Save no access' }).tap()
  const proof = page.getByRole('region', { name: 'No access' }).getByRole('status')
  await proof.getByText('Sent; its photo is waiting to send').waitFor()
  await page.getByRole('button', { name: 'Cancel photo.jpg' }).click()
  await page.getByRole('dialog', { name: 'Discard this photo?' }).getByRole('button', { name: 'Discard' }).click()
  await proof.getByText('Sent; its photo has not arrived').waitFor()
  await context.close()
})

test('the change of times that is being typed stays when the phone is turned, from either side', async () => {
  const { jobId, context, page, faults } = await atNoon()
  await page.getByRole('button', { name: 'Arrived' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Time on site' })
  for (const [from, to, reason] of [
    ['upright', 'sideways', 'I tapped too late'],
    ['sideways', 'upright', 'Signal was bad'],
  ] as const) {
    if (from === 'sideways') await turn(page, from)
    await page.getByRole('button', { name: 'Change the time on site' }).tap()
    await dialog.getByLabel('Reason').fill(reason)
    await turn(page, to)
    expect(await dialog.getByLabel('Reason').inputValue()).toBe(reason)
    expect(await isClearOfToasts(page, dialog.getByRole('button', { name: 'Change', exact: true }))).toBe(true)
    if (from === 'sideways') break
    await turn(page, from)
    expect(await dialog.getByLabel('Reason').inputValue()).toBe(reason)
    await dialog.getByRole('button', { name: 'Cancel' }).tap()
    await page.getByRole('button', { name: 'Discard' }).tap()
    await dialog.waitFor({ state: 'detached' })
  }
  const arrivedAt = dialog.getByLabel('Arrived')
  await arrivedAt.fill('06:05')
  await dialog.getByRole('button', { name: 'Change', exact: true }).tap()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(async () => (await jobOf(jobId)).arrivals?.[0]?.changed).toBe('Signal was bad')
  expect(faults).toEqual([])
  await context.close()
})

test('a time that the office has changed meanwhile is told before it is replaced', async () => {
  const { jobId, context, page, faults } = await atNoon()
  await page.getByRole('button', { name: 'Arrived' }).tap()
  await expect.poll(async () => (await jobOf(jobId)).arrivals?.length).toBe(1)
  const arrival = (await jobOf(jobId)).arrivals?.[0]
  const theirs = new Date(Date.parse(arrival?.arrivedAt ?? '') - 3 * 60_000).toISOString()
  await page.getByRole('button', { name: 'Change the time on site' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Time on site' })
  await dialog.getByLabel('Arrived').fill('00:00')
  await dialog.getByLabel('Reason').fill('I tapped too late')
  const change = dialog.getByRole('button', { name: 'Change', exact: true })
  const correction = { jobId, arrivalId: arrival?.arrivalId, arrivedAt: theirs, reason: 'The tenant says so' }
  await accepted(screens.server, dana, 'ChangeTimeOnSite', correction)
  const arrived = timeIn(theirs, 'Europe/London')
  await page.getByText(`Arrived ${arrived}`).first().waitFor({ state: 'attached' })
  await change.tap()
  const told = dialog.getByRole('alert').getByText(`Arrived is now ${arrived}. Changing again replaces that.`)
  await told.waitFor()
  // Beside the buttons there is no room for a sentence.
  expect((await told.boundingBox())?.width).toBeGreaterThan(300)
  expect((await jobOf(jobId)).arrivals?.[0]?.changed).toBe('The tenant says so')
  await change.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(async () => (await jobOf(jobId)).arrivals?.[0]?.changed).toBe('I tapped too late')
  expect(faults).toEqual([])
  await context.close()
})

test('files that are chosen while the phone is turned are attached, and why they could not be is still said then', async () => {
  const jobId = await visitNow()
  const { context, page, faults } = await screens.open(tom, `/job/${jobId}`, phone)
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Files' }) })
  for (const [way, file] of [
    ['sideways', { name: 'Floor plan.pdf', mimeType: 'application/pdf', buffer: smallPdf() }],
    ['upright', { name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) }],
  ] as const) {
    const asked = page.waitForEvent('filechooser')
    await card.getByRole('button', { name: 'Attach' }).tap()
    const chooser = await asked
    await turn(page, way)
    await chooser.setFiles([file])
    if (way === 'sideways') await card.getByRole('listitem').filter({ hasText: 'Floor plan.pdf' }).waitFor()
  }
  await card.getByRole('alert').getByText('empty.pdf is empty.').waitFor()
  await turn(page)
  await card.getByRole('alert').getByText('empty.pdf is empty.').waitFor()
  expect(faults).toEqual([])
  await context.close()
})
