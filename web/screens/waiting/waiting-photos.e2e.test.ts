import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goInside } from '#test/browser/go-inside.ts'
import { faultUntil } from '#test/browser/requests/fault-until.ts'
import { faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { createJob, jobNow } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { phonePhoto, smallPhoto } from '#test/server/photo-uploads.ts'
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

async function choose(page: Page, files: Record<string, Buffer>) {
  const fileChooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose photos' }).click()
  const chosen = Object.entries(files).map(([name, buffer]) => ({ name, mimeType: 'image/jpeg', buffer }))
  await (await fileChooser).setFiles(chosen)
  for (const name of Object.keys(files)) await page.getByText(name, { exact: true }).first().waitFor()
}
const toWaiting = async (page: Page) => {
  await page.getByRole('link', { name: 'Back to jobs' }).tap()
  await page.getByRole('link', { name: 'Review' }).tap()
}
const imagesOf = async (jobId: string) => (await jobNow(screens.server, dana, jobId)).images

test('unsent photos are shown as pictures with their job and can be saved; one is discarded only after a question', async () => {
  const { jobId } = await createJob(screens.server, dana, { apartmentName: '14 Marlowe Court' })
  // What makes photos smaller is loaded when it is needed, from the device.
  const { context, page, faults } = await screens.open(tom, `/job/${jobId}`, { ...phone, serviceWorkers: 'allow' })
  await page.getByText('No images yet.').waitFor()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await page.getByRole('link', { name: 'Back to jobs' }).tap()
  await page.getByRole('link', { name: '14 Marlowe Court', exact: true }).tap()
  await context.setOffline(true)
  await choose(page, { 'sink.jpg': await phonePhoto(), 'tap.jpg': await smallPhoto('#0a4') })
  await toWaiting(page)
  await page.getByRole('heading', { name: 'Photos, after the changes 2' }).waitFor()
  await page.getByText(/^2 on this device, \d+ kB$/).waitFor()
  const photos = page.getByRole('main').getByRole('listitem')
  await expect.poll(() => photos.locator('img').count()).toBe(2)
  await expect
    .poll(() =>
      photos
        .first()
        .locator('img')
        .evaluate((one) => one instanceof HTMLImageElement && one.naturalHeight),
    )
    .toBe(320)
  expect(await photos.first().innerText()).toMatch(/^\d\d:\d\d\n+\d+ kB\n+\d{5} · 14 Marlowe Court/)
  expect(await faultsInBothColours(page)).toEqual([])
  const saved: string[] = []
  page.on('download', (one) => saved.push(one.suggestedFilename()))
  await page.getByRole('button', { name: 'Save 2 photos' }).tap()
  await expect.poll(() => saved.toSorted()).toEqual(['sink.webp', 'tap.jpg'])
  await page.getByRole('button', { name: 'Save tap.jpg' }).tap()
  await expect.poll(() => saved.length).toBe(3)
  expect(saved[2]).toBe('tap.jpg')
  // This browser does not tell which line it uses.
  expect(await page.getByRole('switch').count()).toBe(0)
  await page.getByRole('button', { name: 'Discard tap.jpg' }).tap()
  await page.getByText('It hasn’t been sent and will be lost.').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).tap()
  expect(await photos.count()).toBe(2)
  await page.getByRole('button', { name: 'Discard tap.jpg' }).tap()
  await page.getByRole('button', { name: 'Discard', exact: true }).tap()
  await expect.poll(() => photos.count()).toBe(1)
  await context.setOffline(false)
  await page.getByText('Nothing waiting to send.').waitFor({ timeout: 60_000 })
  await expect
    .poll(() => imagesOf(jobId))
    .toMatchObject([{ width: 1920, height: 2560, takenAt: '2026-11-20T09:08:41+00:00' }])
  expect(faults).toEqual([])
  await context.close()
})

test('photos wait for Wi-Fi on mobile data where that is chosen, and are sent all the same when asked', async () => {
  const { jobId } = await createJob(screens.server, dana, { apartmentName: '14 Marlowe Court' })
  const { context, page, faults } = await screens.open(tom, '/faq', phone)
  await context.addInitScript(() => {
    const connection = Object.assign(new EventTarget(), { type: 'cellular' })
    Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
  })
  await page.goto('/waiting')
  const wifiOnly = page.getByRole('switch', { name: 'Photos only on Wi-Fi' })
  await wifiOnly.check()
  await goInside(page, `/job/${jobId}`)
  await page.getByText('No images yet.').waitFor()
  await choose(page, { 'sink.jpg': await smallPhoto('#0a6') })
  await page.getByText('Waiting for Wi-Fi.', { exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('Sink leaks')
  await page.getByRole('button', { name: 'Send comment' }).tap()
  await goInside(page, '/day')
  await page.getByText('1 photo waits for Wi-Fi').waitFor()
  await page.getByRole('link', { name: 'Review' }).tap()
  await page.getByText('Photos wait for Wi-Fi: you’re on mobile data.').waitFor()
  await page.getByText(/^1 on this device/).waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  expect(await imagesOf(jobId)).toEqual([])
  await page.getByRole('button', { name: 'Send now anyway' }).tap()
  await page.getByText('Nothing waiting to send.').waitFor({ timeout: 60_000 })
  await expect.poll(() => imagesOf(jobId)).toHaveLength(1)
  await goInside(page, `/job/${jobId}`)
  await choose(page, { 'tap.jpg': await smallPhoto('#0a7') })
  await page.getByText('Waiting for Wi-Fi.', { exact: true }).waitFor()
  await page.evaluate(() => {
    const connection = Reflect.get(navigator, 'connection')
    Object.assign(connection, { type: 'wifi' }).dispatchEvent(new Event('change'))
  })
  await expect.poll(async () => (await imagesOf(jobId)).length).toBe(2)
  expect(faults).toEqual([])
  await context.close()
})

test('a photo that the server refuses is stuck with its reason, and can be sent again', async () => {
  const { jobId } = await createJob(screens.server, dana, { apartmentName: '14 Marlowe Court' })
  const { context, page } = await screens.open(tom, `/job/${jobId}`, phone)
  await page.getByText('No images yet.').waitFor()
  const json = { error: 'This photo takes too long, or too much memory, to process.', code: 'too-complex' }
  const mend = await faultUntil(context, '**/uploadImage', (route) => route.fulfill({ status: 400, json }))
  await choose(page, { 'sink.jpg': await smallPhoto('#0a5') })
  await page.getByText(`Upload failed. ${json.error}`).waitFor()
  await goInside(page, '/waiting')
  await page.getByRole('heading', { name: 'Stuck 1' }).waitFor()
  const photo = page.getByRole('main').getByRole('listitem')
  await photo.getByText(`Upload failed. ${json.error}`).waitFor()
  await photo.getByRole('link', { name: '14 Marlowe Court' }).waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  mend()
  await page.getByRole('button', { name: 'Retry sink.jpg' }).tap()
  await page.getByText('Nothing waiting to send.').waitFor({ timeout: 60_000 })
  await expect.poll(() => imagesOf(jobId)).toHaveLength(1)
  await context.close()
})
