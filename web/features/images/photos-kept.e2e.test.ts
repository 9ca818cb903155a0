import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { createJob, jobNow } from '#test/server/commands.ts'
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

/** How many things the browser keeps in a store of its own. */
const keptIn = (page: Page, database: string, store: string) =>
  page.evaluate(
    ([name, within]) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const counting = opening.result.transaction(within).objectStore(within).count()
          counting.onsuccess = () => resolve(counting.result)
        }
      }),
    [database, store] as const,
  )

test('an unsent photo is counted in the header, and logging out asks before it is lost', async () => {
  const { jobId } = await createJob(screens.server, dana)
  const { context, page } = await screens.open(tom, `/job/${jobId}`, phone)
  await page.getByText('No images yet.').waitFor()
  await context.setOffline(true)
  const fileChooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Take a photo' }).click()
  await (await fileChooser).setFiles([{ name: 'sink.jpg', mimeType: 'image/jpeg', buffer: await smallPhoto('#0a9') }])
  await page.getByText('Saved on this device. It will be sent when you are back online.').waitFor()
  await page.getByText('1 queued').waitFor()
  await page.getByRole('link', { name: 'Back to jobs' }).click()
  await page.getByText('Offline. 1 change queued to send when you’re back online.').waitFor()
  await context.route('**/uploadImage', (route) => route.abort())
  await context.setOffline(false)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByText('1 change hasn’t been sent and will be lost.').waitFor()
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await page.waitForURL('**/login')
  expect((await jobNow(screens.server, dana, jobId)).images).toEqual([])
  expect(
    await Promise.all([keptIn(page, 'fettle-photos', 'lists'), keptIn(page, 'fettle-photo-files', 'files')]),
  ).toEqual([0, 0])
  await context.close()
})

test('a photo given without a connection has the time at which it was given', async () => {
  const { jobId } = await createJob(screens.server, dana)
  const { context, page } = await screens.open(tom, `/job/${jobId}`, phone)
  await page.getByText('No images yet.').waitFor()
  await context.setOffline(true)
  const fileChooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Take a photo' }).click()
  const before = Date.now()
  await (await fileChooser).setFiles([{ name: 'sink.jpg', mimeType: 'image/jpeg', buffer: await smallPhoto('#0b9') }])
  await page.getByText('Saved on this device. It will be sent when you are back online.').waitFor()
  const kept = Date.now()
  await context.setOffline(false)
  await page.getByText('Images uploaded successfully!').waitFor()
  const timesGiven = async () =>
    (await jobNow(screens.server, dana, jobId)).images.map(({ timestamp }) => Date.parse(timestamp))
  await expect.poll(async () => (await timesGiven()).length).toBe(1)
  const [given = Number.NaN] = await timesGiven()
  expect(given).toBeGreaterThanOrEqual(before)
  expect(given).toBeLessThanOrEqual(kept)
  await context.close()
})

test('a photo is shown as saved although the line broke before the code of its row was loaded', async () => {
  const { jobId } = await createJob(screens.server, dana)
  const { context, page } = await screens.open(tom, `/sites`, phone)
  await context.route('**/static/upload-rows*', (route) => route.abort())
  await page.goto(new URL(`/job/${jobId}`, page.url()).href)
  await page.getByText('No images yet.').waitFor()
  await context.setOffline(true)
  const fileChooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose photos' }).click()
  await (await fileChooser).setFiles([{ name: 'sink.jpg', mimeType: 'image/jpeg', buffer: await smallPhoto('#0c9') }])
  const row = page.getByRole('list', { name: 'Photos being uploaded' }).getByText('sink.jpg')
  await row.getByText('Saved on this device. It will be sent when you are back online.').waitFor()
  await context.close()
})
