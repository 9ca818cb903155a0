import type { Page, Route } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultUntil } from '#test/browser/requests/fault-until.ts'
import {
  accessibilityFaults,
  desktop,
  faultsInBothColours,
  phone,
  type Screens,
  startScreens,
} from '#test/browser/screens.ts'
import { createJob, jobNow } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { phonePhoto, smallPhoto, upload } from '#test/server/photo-uploads.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let tom: SignedInTest
let ines: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
  ines = await addMember(screens.server, dana, 'team', 'ines.moreau')
})
afterAll(() => screens?.close())

const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer })
const aJob = async () => {
  const { jobId } = await createJob(screens.server, dana, { apartmentName: '14 Marlowe Court' })
  return { jobId, path: `/job/${jobId}` }
}
const imagesOf = async (jobId: string) => (await jobNow(screens.server, dana, jobId)).images
/** An image that Tom uploaded. */
async function anImage(jobId: string, colour: string) {
  const answer = await upload(screens.server, tom, jobId, { files: [{ bytes: await smallPhoto(colour) }] })
  if (!answer.ok) throw new Error(`Not uploaded: ${await answer.text()}`)
}
/** Chooses files as the system's own dialog would. */
async function choose(page: Page, button: string, files: ReturnType<typeof jpeg>[]) {
  const asked = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button, exact: true }).click()
  await (await asked).setFiles(files)
}
const thumbnails = (page: Page, group: string) =>
  page.getByRole('region', { name: group }).getByRole('button', { name: /^View/ })
const figure = (page: Page) => page.getByRole('button', { name: 'reset zoom' })
const zoomIs = (page: Page, percent: string) =>
  expect.poll(() => figure(page).textContent(), patience).toContain(percent)
const viewer = (page: Page) => page.getByRole('dialog')

const patience = { timeout: 60_000 }

test('photos upload together, one of 56 megapixels is made smaller, a file that is none is refused, and others see the photos arrive', async () => {
  const { jobId, path } = await aJob()
  const [danas, toms] = await Promise.all([screens.open(dana, path), screens.open(tom, path, phone)])
  await danas.page.getByText('No images yet.').waitFor()
  await toms.page.getByText('Live').first().waitFor({ state: 'attached' })
  // More than the server reads: the phone makes it smaller.
  const huge = await sharp({ create: { width: 8_000, height: 7_000, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
  await choose(toms.page, 'Choose photos', [
    jpeg('IMG_2041.jpg', await phonePhoto()),
    jpeg('huge.jpg', huge),
    jpeg('text.jpg', Buffer.from('no photo')),
    jpeg('tap.jpg', await smallPhoto('#246')),
  ])
  await toms.page.getByText('Upload failed. This file cannot be read as a photo. Send JPEG, PNG or WebP.').waitFor()
  await expect.poll(() => thumbnails(danas.page, 'From Team').count(), patience).toBe(3)
  await expect.poll(() => thumbnails(toms.page, 'From Team').count(), patience).toBe(3)
  expect(await accessibilityFaults(toms.page)).toEqual([])
  await toms.page.getByRole('button', { name: 'Discard text.jpg' }).click()
  await toms.page.getByRole('button', { name: 'Discard', exact: true }).click()
  await toms.page.getByText('text.jpg').waitFor({ state: 'detached' })

  await choose(danas.page, 'Upload', [
    jpeg('one.jpg', await smallPhoto('#a44')),
    jpeg('two.jpg', await smallPhoto('#4a4')),
  ])
  await danas.page.getByText('Images uploaded successfully!').waitFor()
  await expect.poll(() => thumbnails(toms.page, 'From Office').count(), patience).toBe(2)
  // The phone photo lies no more on its side, and still has its camera's time.
  const upright = { width: 1920, height: 2560, userId: tom.user.userId, takenAt: '2026-11-20T09:08:41+00:00' }
  expect(await imagesOf(jobId)).toContainEqual(expect.objectContaining(upright))
  expect(await imagesOf(jobId)).toContainEqual(expect.objectContaining({ width: 2560, height: 2240 }))
  // Small photos do not wait for large ones, so that the order is not known.
  const heights = () =>
    thumbnails(danas.page, 'From Team')
      .locator('img')
      .evaluateAll((images) => images.map((image) => image instanceof HTMLImageElement && image.naturalHeight))
  await expect.poll(heights, patience).toContain(480)
  expect([...danas.faults, ...toms.faults]).toEqual([])
  await Promise.all([danas.context.close(), toms.context.close()])
})

test('an image is zoomed by keys, wheel and buttons, described, deleted and restored', async () => {
  const { jobId, path } = await aJob()
  for (const colour of ['#347', '#734']) await anImage(jobId, colour)
  const { context, page, faults } = await screens.open(dana, path)
  await thumbnails(page, 'From Team').first().click()
  await viewer(page).getByText('From Team · 1 of 2').waitFor()
  await viewer(page).getByText('tom.okafor').waitFor()
  await zoomIs(page, '100%')
  await page.keyboard.press('+')
  await zoomIs(page, '120%')
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await zoomIs(page, '140%')
  await page.keyboard.press('ArrowRight')
  await viewer(page).getByText('1 of 2').waitFor()
  await page.mouse.move(700, 400)
  await page.mouse.wheel(0, 120)
  await zoomIs(page, '120%')
  await figure(page).click()
  await zoomIs(page, '100%')
  for (const percent of ['80%', '60%', '50%']) {
    await page.keyboard.press('-')
    await zoomIs(page, percent)
  }
  await expect.poll(() => page.getByRole('button', { name: 'Zoom out' }).isDisabled()).toBe(true)
  await page.keyboard.press('0')
  await page.keyboard.press('ArrowRight')
  await viewer(page).getByText('2 of 2').waitFor()
  await page.reload()
  await viewer(page).getByText('2 of 2').waitFor()

  await page.getByRole('button', { name: 'Change description', exact: true }).click()
  const description = page.getByRole('textbox', { name: 'Description' })
  await expect.poll(() => description.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('+0-')
  await zoomIs(page, '100%')
  await description.fill('Pipework under sink')
  await page.keyboard.press('Enter')
  await viewer(page).getByText('Pipework under sink').first().waitFor()
  await expect.poll(async () => (await imagesOf(jobId))[1]?.description, patience).toBe('Pipework under sink')
  await page.getByRole('button', { name: 'Delete Pipework under sink' }).click()
  await page.getByText('Pipework under sink and its description will be deleted from 14 Marlowe Court').waitFor()
  await page.keyboard.press('Escape')
  await viewer(page).getByText('2 of 2').waitFor()
  await page.getByRole('button', { name: 'Delete Pipework under sink' }).click()
  await page.getByRole('button', { name: 'Delete image' }).click()
  await expect.poll(() => thumbnails(page, 'From Team').count(), patience).toBe(1)
  await viewer(page).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => thumbnails(page, 'From Team').count(), patience).toBe(2)
  expect(await imagesOf(jobId)).toHaveLength(2)
  expect(faults).toEqual([])
  await context.close()
})

test('the viewer keeps the focus and returns it, and Back closes it', async () => {
  const { jobId, path } = await aJob()
  await anImage(jobId, '#119')
  const { context, page } = await screens.open(ines, path)
  await thumbnails(page, 'From Team').press('Enter')
  await viewer(page).waitFor()
  expect(await page.getByRole('button', { name: /Change description|^Delete/ }).count()).toBe(0)
  for (let pressed = 0; pressed < 8; pressed += 1) await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)
  await page.keyboard.press('Escape')
  await viewer(page).waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.id.startsWith('image-')), patience).toBe(true)
  await page.keyboard.press('Enter')
  await viewer(page).waitFor()
  await page.goBack()
  await viewer(page).waitFor({ state: 'detached' })
  await thumbnails(page, 'From Team').waitFor()
  await context.close()
})

test('on a phone a swipe shows the next image, and a pinch enlarges it', async () => {
  const { jobId, path } = await aJob()
  for (const colour of ['#347', '#734']) await anImage(jobId, colour)
  const { context, page } = await screens.open(tom, path, phone)
  await thumbnails(page, 'From Team').first().tap()
  await viewer(page).getByText('1 of 2').waitFor()
  const touch = await context.newCDPSession(page)
  const touched = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [x: number, y: number][]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) })
  await touched('touchStart', [300, 400])
  await touched('touchMove', [180, 402])
  await touched('touchMove', [90, 405])
  await touched('touchEnd')
  await viewer(page).getByText('2 of 2').waitFor()
  await touched('touchStart', [150, 400], [240, 400])
  await touched('touchMove', [110, 400], [290, 400])
  await touched('touchEnd')
  await zoomIs(page, '200%')
  await context.close()
})

test('photos taken offline survive a reload and are sent once when the connection is back', async () => {
  const { jobId, path } = await aJob()
  const { context, page } = await screens.open(tom, path, phone)
  await page.getByText('No images yet.').waitFor()
  const mend = await faultUntil(context, '**/uploadImage', (route) => route.abort())
  await choose(page, 'Take a photo', [jpeg('sink.jpg', await smallPhoto('#0a4'))])
  await page.getByText('Failed to upload images. Please try again.').waitFor()
  await page.reload()
  await page.getByText('sink.jpg', { exact: true }).first().waitFor()
  mend()
  await thumbnails(page, 'From Team').waitFor({ timeout: 60_000 })
  await page.getByText('sink.jpg').first().waitFor({ state: 'detached' })
  await page.reload()
  await thumbnails(page, 'From Team').waitFor()
  expect(await imagesOf(jobId)).toHaveLength(1)
  await context.close()
})

test('pictures are pasted and dropped on a desktop, choosing none is an error, and a cancelled one is not uploaded', async () => {
  const { jobId, path } = await aJob()
  const { context, page } = await screens.open(dana, path)
  await page.getByText('No images yet.').waitFor()
  const bytes = [...(await smallPhoto('#90c'))]
  const give = (kind: 'paste' | 'drop', withFile: boolean) =>
    page.evaluate(
      ([type, isThere, content]) => {
        const data = new DataTransfer()
        if (isThere) data.items.add(new File([new Uint8Array(content)], `${type}.jpg`, { type: 'image/jpeg' }))
        const card = document.querySelector('#upload-images')?.closest('section')
        if (type === 'paste')
          document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
        else card?.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
      },
      [kind, withFile, bytes] as const,
    )
  await give('drop', false)
  await page.getByText('Please select at least one file to upload.').waitFor()
  await give('paste', true)
  await expect.poll(() => thumbnails(page, 'From Office').count(), patience).toBe(1)
  await context.route('**/uploadImage', () => undefined)
  await give('drop', true)
  await page.getByRole('button', { name: 'Cancel drop.jpg' }).click()
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await page.getByText('drop.jpg').waitFor({ state: 'detached' })
  expect(await imagesOf(jobId)).toHaveLength(1)
  await context.close()
})

test('expired addresses are fetched again, and the picture is shown', async () => {
  const { jobId, path } = await aJob()
  await anImage(jobId, '#c90')
  const { context, page } = await screens.open(dana, '/sites')
  const spoilt = async (url: string) => {
    let isOver = false
    const spoil = async (route: Route) => {
      if (isOver) return route.fallback()
      isOver = true
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('signature=', 'signature=ended') })
    }
    await page.route(url, spoil)
  }
  await spoilt(`**/api/jobs/${jobId}`)
  let asked = 0
  await page.route(`**/api/jobs/${jobId}/images`, async (route) => {
    asked += 1
    await route.continue()
  })
  await page.goto(path)
  const picture = thumbnails(page, 'From Team').first().locator('img')
  await expect
    .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth), patience)
    .toBe(64)
  expect(asked).toBe(1)
  await context.close()
})

test('the images and their viewer have no accessibility faults, light and dark', async () => {
  const { jobId, path } = await aJob()
  await anImage(jobId, '#444')
  for (const look of [desktop, phone]) {
    const { context, page } = await screens.open(dana, path, look)
    await thumbnails(page, 'From Team').first().click()
    await viewer(page).waitFor()
    expect(await faultsInBothColours(page)).toEqual([])
    await page.getByRole('button', { name: 'Change description', exact: true }).click()
    expect(await faultsInBothColours(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await viewer(page).waitFor({ state: 'detached' })
    expect(await faultsInBothColours(page)).toEqual([])
    await context.close()
  }
})
