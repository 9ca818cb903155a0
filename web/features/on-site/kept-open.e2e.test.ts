import type { Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phone, type Screens, startScreens } from '#test/browser/screens.ts'
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

/** A job whose visit by Tom is going on now. */
async function visitNow() {
  const { jobId } = await createJob(screens.server, dana, { apartmentName: '14 Marlowe Court' })
  const fromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const booking = { jobStart: fromNow(-10), jobEnd: fromNow(80), access: '', assignedTo: [tom.user.userId] }
  await accepted(screens.server, dana, 'ScheduleJob', { jobId, jobBookingId: uuid(), ...booking, anyway: true })
  return jobId
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
