import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { timeIn } from '#core/time/format.ts'
import { goInside } from '#test/browser/go-inside.ts'
import {
  accessibilityFaults,
  desktop,
  faultsInBothColours,
  phone,
  type Screens,
  startScreens,
} from '#test/browser/screens.ts'
import { smallTargets } from '#test/browser/small-targets.ts'
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

/** A job with a visit of Tom's that is going on now, or was at another time. */
async function visitNow(now = Date.now()) {
  const { jobId } = await createJob(screens.server, dana, { apartmentName: '14 Marlowe Court' })
  const fromNow = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
  await accepted(screens.server, dana, 'ScheduleJob', {
    jobId,
    jobBookingId: uuid(),
    jobStart: fromNow(-10),
    jobEnd: fromNow(80),
    access: 'Keys with the concierge, 0113 496 0123',
    assignedTo: [tom.user.userId],
    anyway: true,
  })
  return jobId
}

const jobOf = (jobId: string) => jobNow(screens.server, dana, jobId)

/** Leaves with open tasks, in one tap. */
const leaveAnyway = (page: Page) =>
  page.getByRole('dialog', { name: 'Before you leave' }).getByRole('button', { name: 'Leave anyway' }).tap()

/** Takes a photo as a phone's camera would. */
async function take(page: Page, tap: () => Promise<void>, colour: string) {
  const asked = page.waitForEvent('filechooser')
  await tap()
  await (await asked).setFiles([{ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await smallPhoto(colour) }])
}

test('Arrived and Left are shown at once without a connection, and reach the office with the phone’s times', async () => {
  const jobId = await visitNow()
  const { context, page, faults } = await screens.open(tom, `/job/${jobId}`, phone)
  await page.getByRole('button', { name: 'Arrived' }).waitFor()
  await context.setOffline(true)
  const before = Date.now()
  await page.getByRole('button', { name: 'Arrived' }).tap()
  const card = page.getByRole('region', { name: 'On site' })
  await card.getByRole('heading', { name: '0 min on site' }).waitFor()
  const tapped = Date.now()
  await card.getByText(/^Arrived \d\d:\d\d, booked to \d\d:\d\d$/).waitFor()
  expect(await smallTargets(page)).toEqual([])
  await page.getByRole('button', { name: /^Left/ }).tap()
  await leaveAnyway(page)
  await card.getByText(/^Arrived \d\d:\d\d, left \d\d:\d\d$/).waitFor()
  expect((await jobOf(jobId)).arrivals).toBeUndefined()
  await context.setOffline(false)
  await expect.poll(async () => (await jobOf(jobId)).arrivals?.[0]?.leftAt).toBeDefined()
  const [arrival] = (await jobOf(jobId)).arrivals ?? []
  const at = Date.parse(arrival?.arrivedAt ?? '')
  expect(at).toBeGreaterThanOrEqual(before)
  expect(at).toBeLessThanOrEqual(tapped)
  expect(faults).toEqual([])
  await context.close()

  const office = await screens.open(dana, `/job/${jobId}`, desktop)
  const times = office.page.getByRole('listitem').filter({ hasText: /tom\.okafor \d\d:\d\d–\d\d:\d\d/ })
  await times.waitFor()
  await office.page.getByText('arrived on site').first().waitFor()
  await office.context.close()
})

test('Left says without a connection what is not done, ticks it, and never holds anybody back', async () => {
  await accepted(screens.server, dana, 'SetPhotoRule', { companyId: dana.user.companyId, photosNeeded: true })
  const jobId = await visitNow()
  const { context, page, faults } = await screens.open(tom, `/job/${jobId}`, phone)
  await page.getByRole('button', { name: 'Arrived' }).tap()
  const left = page.getByRole('button', { name: /^Left/ })
  await left.waitFor()
  await context.setOffline(true)
  await take(page, () => page.getByRole('button', { name: 'New pair' }).tap(), '#630')
  await page.getByRole('region', { name: 'Pair 1' }).waitFor()
  await left.tap()
  const check = page.getByRole('dialog', { name: 'Before you leave' })
  await check.getByText('1 photo required.').waitFor()
  await check.getByText('0 of 1 completed').waitFor()
  expect(await smallTargets(page)).toEqual([])
  expect(await faultsInBothColours(page)).toEqual([])
  await take(page, () => check.getByRole('button', { name: 'Take after photo' }).last().tap(), '#036')
  await check.getByText('1 photo required.').waitFor({ state: 'detached' })
  await check.getByRole('button', { name: /^Completed Mend the tap/ }).tap()
  await check.getByText('1 of 1 completed').waitFor()
  await check.getByRole('button', { name: 'Left' }).tap()
  await page.getByText(/^Arrived \d\d:\d\d, left \d\d:\d\d$/).waitFor()
  await context.setOffline(false)
  await expect.poll(async () => (await jobOf(jobId)).jobStatus).toBe('completed')
  expect((await jobOf(jobId)).arrivals?.[0]?.leftAt).toBeDefined()
  expect(faults).toEqual([])
  await context.close()
  await accepted(screens.server, dana, 'SetPhotoRule', { companyId: dana.user.companyId, photosNeeded: false })
})

test('a mistaken tap is undone, and a time is changed with a reason that stays in the history', async () => {
  // Around noon, so that twenty minutes earlier is the same day.
  const noon = new Date(Date.now() - 86_400_000).setUTCHours(12, 0, 0, 0)
  const jobId = await visitNow(noon)
  const { context, page } = await screens.open(tom, '/healthz', phone)
  await page.clock.install({ time: noon })
  await page.goto(`/job/${jobId}`)
  await page.getByRole('button', { name: 'Arrived' }).tap()
  await page.getByRole('button', { name: 'Undo' }).tap()
  await page.getByRole('button', { name: 'No access' }).waitFor()
  await page.getByRole('button', { name: 'Arrived' }).tap()
  await page.getByRole('button', { name: 'Change the time on site' }).tap()
  const dialog = page.getByRole('dialog')
  const earlier = timeIn(new Date(noon - 20 * 60_000).toISOString(), 'Europe/London')
  await dialog.getByLabel('Arrived').fill(earlier)
  await dialog.getByRole('button', { name: 'Change', exact: true }).tap()
  await dialog.getByText('Enter a reason.').waitFor()
  await dialog.getByLabel('Reason').fill('Forgot to tap')
  await dialog.getByRole('button', { name: 'Change', exact: true }).tap()
  await page.getByText(`Arrived ${earlier}, booked to`, { exact: false }).waitFor()
  await page.getByRole('button', { name: /^Left/ }).tap()
  await leaveAnyway(page)
  await page.getByRole('button', { name: 'Change the time on site' }).tap()
  await dialog.getByRole('button', { name: 'Not left yet' }).tap()
  await page.getByRole('button', { name: /^Left/ }).tap()
  await leaveAnyway(page)
  await page.getByRole('button', { name: 'Arrived again' }).tap()
  await page
    .getByText(`Arrived ${timeIn(new Date(noon).toISOString(), 'Europe/London')}, booked to`, { exact: false })
    .waitFor()
  await page.getByRole('tab', { name: 'History' }).tap()
  await page.getByRole('button', { name: /^Show \d changes/ }).tap()
  await page.getByText('changed the time of an arrival').waitFor()
  await page.getByText('Forgot to tap').first().waitFor()
  await context.close()
})

test('no access is not recorded with a photo that the phone cannot read', async () => {
  const jobId = await visitNow()
  const { context, page } = await screens.open(tom, `/job/${jobId}`, phone)
  const noAccess = page.getByRole('button', { name: 'No access' })
  await noAccess.waitFor()
  await page.waitForLoadState('networkidle')
  const camera = page.waitForEvent('filechooser')
  await noAccess.tap()
  const chooser = await camera
  const folder = await mkdtemp(join(tmpdir(), 'door-'))
  const path = join(folder, 'door.jpg')
  await writeFile(path, await smallPhoto('#135'))
  await chooser.setFiles(path)
  const sheet = page.getByRole('dialog', { name: 'No access' })
  await sheet.getByText('Nobody in').tap()
  await rm(folder, { recursive: true })
  await sheet.getByRole('button', { name: 'Save no access' }).tap()
  await sheet.getByText('This device cannot read the photo. Please take it again.').waitFor()
  expect((await jobOf(jobId)).noAccess).toBeUndefined()
  await context.close()
})

test('no access needs a photo and a reason, sets the warning, and is proof on the phone before it is sent', async () => {
  const jobId = await visitNow()
  const { context, page, faults } = await screens.open(tom, `/job/${jobId}`, phone)
  await page.getByRole('button', { name: 'No access' }).waitFor()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  const camera = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'No access' }).tap()
  const chooser = await camera
  const sheet = page.getByRole('dialog', { name: 'No access' })
  const save = sheet.getByRole('button', { name: 'Save no access' })
  await sheet.getByText('Nobody in').tap()
  expect(await save.isDisabled()).toBe(true)
  await chooser.setFiles([{ name: 'door.jpg', mimeType: 'image/jpeg', buffer: await smallPhoto('#135') }])
  await sheet.getByRole('img', { name: 'The door' }).waitFor()
  await sheet.getByText('Knocked').tap()
  await sheet.getByText('Called the tenant').tap()
  await sheet.getByLabel('Note').fill('Dog barking inside, nobody came.')
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 53.7946, longitude: -1.5478, accuracy: 20 })
  await sheet.getByRole('switch', { name: 'Add my location' }).press('Space')
  await sheet.getByText('53.79460, -1.54780 ±20 m').waitFor()
  expect(await smallTargets(page)).toEqual([])
  expect(await faultsInBothColours(page)).toEqual([])
  await save.tap()
  await page.getByRole('heading', { name: 'Your proof is saved' }).waitFor()
  await page.getByText('On this phone, waiting to send').waitFor()
  await page.getByText(/^Knocked, called the tenant \d\d:\d\d$/).waitFor()
  await page.getByText('First on this job').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await context.setOffline(false)
  await page.getByText('Sent', { exact: true }).waitFor()
  // The photo is an event of its own.
  await expect.poll(async () => (await jobOf(jobId)).images.length).toBe(1)
  const job = await jobOf(jobId)
  expect(job).toMatchObject({ warning: 'no access', jobStatus: 'pending', noAccess: [{ why: 'nobody in' }] })
  expect(job.noAccess?.[0]?.position).toBe('53.79460, -1.54780 ±20 m')
  expect(job.images.map(({ imageId }) => imageId)).toEqual([job.noAccess?.[0]?.imageId])
  expect(faults).toEqual([])
  await context.close()

  const office = await screens.open(dana, `/job/${jobId}`, desktop)
  await office.page.getByText('tom.okafor No access', { exact: false }).click()
  await office.page.getByText('Dog barking inside, nobody came.').first().waitFor()
  await office.page.getByText('found no access: nobody in').waitFor()
  await office.context.close()
})

test('nothing that can be tapped on a phone is smaller than a fingertip', async () => {
  const jobId = await visitNow()
  await accepted(screens.server, tom, 'AddNote', { jobId, noteId: uuid(), note: 'Gate code 4471' })
  for (const person of [tom, dana]) {
    const { context, page } = await screens.open(person, '/sites', phone)
    const small = async (shown: Locator) => {
      await shown.first().waitFor()
      expect(await smallTargets(page)).toEqual([])
    }
    await small(page.getByText(/Page 1 of/))
    if (person === tom) {
      await goInside(page, '/day')
      await small(page.getByRole('heading', { name: 'My day' }))
    }
    await goInside(page, `/job/${jobId}`)
    await small(page.getByRole('button', { name: /^Mend the tap/ }))
    await page.getByRole('tab', { name: 'History' }).tap()
    await small(page.getByText('booked the visit'))
    await page.getByRole('tab', { name: /^Comments/ }).tap()
    await small(page.getByText('Gate code 4471'))
    await page.getByRole('tab', { name: 'Job', exact: true }).tap()
    await context.route('**/api/commands', (route) => route.abort())
    await context.route('**/uploadImage', (route) => route.abort())
    if (person === tom) {
      await page.getByRole('button', { name: 'Arrived' }).tap()
      await small(page.getByText(/^Arrived \d\d:\d\d$/))
      await page.getByRole('button', { name: 'Change the time on site' }).tap()
      await small(page.getByRole('dialog').getByLabel('Reason'))
      await page.keyboard.press('Escape')
    }
    await page.getByRole('button', { name: /^Mend the tap.*change to/ }).tap()
    await take(page, () => page.getByRole('button', { name: 'New pair' }).tap(), '#630')
    await small(page.getByRole('region', { name: 'Pair 1' }))
    await goInside(page, '/waiting')
    await small(page.getByRole('button', { name: 'Save photo.jpg' }))
    await context.close()
  }
})
