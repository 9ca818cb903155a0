import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { createJob, jobNow } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let withCamera: Screens
let dana: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  withCamera = await startScreens(undefined, { camera: true })
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
})
afterAll(async () => {
  await withCamera?.close()
  await screens?.close()
})

const patience = { timeout: 60_000 }
const jobOf = (jobId: string) => jobNow(screens.server, dana, jobId)
/** Takes a photo as a phone's camera would. */
async function take(page: Page, button: string, colour: string) {
  const asked = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await asked).setFiles([{ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await smallPhoto(colour) }])
}

/** The names of the dialog's buttons that are lower than a fingertip. */
const lowButtons = (page: Page) =>
  page
    .getByRole('dialog')
    .getByRole('button')
    .evaluateAll((all) =>
      all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.ariaLabel ?? one.textContent),
    )

test('a pair is taken on the phone without a connection, and stands side by side once it has arrived', async () => {
  const { jobId } = await createJob(screens.server, dana, { apartmentName: '14 Marlowe Court' })
  const { context, page, faults } = await screens.open(tom, `/job/${jobId}`, phone)
  await page.getByText('No images yet.').waitFor()
  await context.setOffline(true)
  await take(page, 'New pair', '#a40')
  const pair = page.getByRole('region', { name: 'Pair 1' })
  await pair.getByText(/^Before \d\d:\d\d$/).waitFor()
  await pair.getByText('Waiting to send').waitFor()
  await take(page, 'Take after photo', '#0a4')
  await pair.getByText(/^After \d\d:\d\d$/).waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  const small = await page
    .getByRole('button', { name: /New pair|View Pair/ })
    .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 44).length)
  expect(small).toBe(0)
  await context.setOffline(false)
  const before = pair.getByRole('button', { name: 'View Pair 1: Before' })
  await before.waitFor(patience)
  await pair.getByRole('button', { name: 'View Pair 1: After' }).waitFor(patience)
  const { images, pairs } = await jobOf(jobId)
  expect(pairs).toMatchObject([{ before: { userId: tom.user.userId }, after: { userId: tom.user.userId } }])
  // Photos are sent two at a time, so either may arrive first.
  expect(images.map((one) => one.imageId).toSorted()).toEqual(
    [pairs?.[0]?.before?.imageId, pairs?.[0]?.after?.imageId].toSorted(),
  )
  await before.click()
  const viewer = page.getByRole('dialog')
  await viewer.getByRole('img', { name: 'Pair 1, before' }).waitFor()
  await viewer.getByRole('img', { name: 'Pair 1, after' }).waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  await viewer.getByRole('button', { name: 'Side by side' }).click()
  await viewer.getByRole('button', { name: 'Zoom in' }).waitFor()
  expect(await viewer.getByRole('img').count()).toBe(1)
  await viewer.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Summary' }).click()
  const sheet = page.getByRole('article', { name: 'Visit sheet' })
  await sheet.getByRole('heading', { name: 'Before and after' }).waitFor()
  expect(await sheet.getByRole('figure').count()).toBe(2)
  expect(faults).toEqual([])
  await context.close()
})

test('the after photo is taken with the before photo over the viewfinder, also without a connection', async () => {
  const { jobId } = await createJob(screens.server, dana, { apartmentName: '14 Marlowe Court' })
  const { context, page, faults } = await withCamera.open(tom, `/job/${jobId}`, phone)
  await page.getByText('No images yet.').waitFor()
  let isCut = true
  await context.route('**/uploadImage', (route) => (isCut ? route.abort() : route.continue()))
  await take(page, 'New pair', '#a42')
  const pair = page.getByRole('region', { name: 'Pair 1' })
  await pair.getByText('Waiting to send').waitFor()
  await pair.locator('img').waitFor()
  await context.setOffline(true)
  await pair.getByRole('button', { name: 'Take after photo' }).tap()
  const camera = page.getByRole('dialog', { name: 'After photo' })
  const guide = camera.getByRole('img', { name: 'Before the work' })
  await guide.waitFor()
  expect(await guide.evaluate((one) => getComputedStyle(one).opacity)).toBe('0.35')
  await expect.poll(() => camera.getByRole('button', { name: 'Take photo' }).isEnabled(), patience).toBe(true)
  expect(await faultsInBothColours(page)).toEqual([])
  expect(await lowButtons(page)).toEqual([])
  await camera.getByRole('button', { name: 'Hide before photo' }).tap()
  await guide.waitFor({ state: 'detached' })
  await camera.getByRole('button', { name: 'Take photo' }).tap()
  await pair.getByText(/^After \d\d:\d\d$/).waitFor()
  isCut = false
  await context.setOffline(false)
  await pair.getByRole('button', { name: 'View Pair 1: After' }).waitFor({ timeout: 60_000 })
  expect((await jobOf(jobId)).pairs).toMatchObject([{ after: { userId: tom.user.userId } }])
  expect(faults).toEqual([])
  await context.close()
})

test('a camera that is not allowed says what to do, and the phone’s own takes the photo', async () => {
  const { jobId } = await createJob(screens.server, dana)
  const { context, page, faults } = await withCamera.open(tom, '/healthz', phone)
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'))
  })
  await page.goto(`/job/${jobId}`)
  await page.getByText('No images yet.').waitFor()
  await take(page, 'New pair', '#a43')
  const pair = page.getByRole('region', { name: 'Pair 1' })
  await pair.locator('img').waitFor()
  await pair.getByRole('button', { name: 'Take after photo' }).tap()
  await page.getByRole('alert').getByText('Fettle is not allowed to use the camera.', { exact: false }).waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  await take(page, 'Use phone’s camera', '#0a3')
  await pair.getByText(/^After \d\d:\d\d$/).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('a photo that was not sent and is removed leaves its pair', async () => {
  const { jobId } = await createJob(screens.server, dana)
  const { context, page } = await screens.open(tom, `/job/${jobId}`, phone)
  await page.getByText('No images yet.').waitFor()
  // There is no service worker here: what loads late has loaded.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await take(page, 'New pair', '#a41')
  await page.getByRole('region', { name: 'Pair 1' }).waitFor()
  await page.getByRole('button', { name: 'Cancel photo.jpg' }).click()
  await page.getByRole('dialog', { name: 'Discard this photo?' }).getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('region', { name: 'Pair 1' }).waitFor({ state: 'detached' })
  await context.close()
})

test('the office marks photos that are already there, in the viewer', async () => {
  const { jobId } = await createJob(screens.server, dana)
  for (const [colour, description] of [
    ['#840', 'Old tap'],
    ['#084', 'New tap'],
  ] as const) {
    const fields = { descriptions: JSON.stringify([description]) }
    const answer = await upload(screens.server, tom, jobId, { files: [{ bytes: await smallPhoto(colour) }], fields })
    expect(answer.status).toBe(200)
  }
  const { context, page, faults } = await screens.open(dana, `/job/${jobId}`, desktop)
  await page.getByRole('button', { name: 'View Old tap' }).click()
  const viewer = page.getByRole('dialog')
  const choice = viewer.getByLabel('Before or after')
  await choice.selectOption({ label: 'Before: new pair' })
  await viewer.getByRole('button', { name: 'Next image' }).click()
  await viewer.getByText('From Team · 2 of 2').waitFor()
  await choice.selectOption({ label: 'After: Old tap' })
  await viewer.getByRole('img', { name: 'Old tap, after' }).waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  await viewer.getByRole('button', { name: 'Close' }).click()
  const pair = page.getByRole('region', { name: 'Old tap' })
  await pair.getByRole('button', { name: 'View Old tap: After' }).waitFor()
  await page.getByText('marked an image as before').waitFor(patience)
  await page.getByRole('button', { name: 'Summary' }).click()
  const sheet = page.getByRole('dialog').filter({ has: page.getByRole('article', { name: 'Visit sheet' }) })
  await sheet.getByRole('figure').nth(1).waitFor()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await pair.getByRole('button', { name: 'View Old tap: After' }).click()
  await choice.selectOption({ label: 'Not in a pair' })
  await viewer.getByRole('button', { name: 'Close' }).click()
  await pair.getByRole('button', { name: 'Take after photo' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})
