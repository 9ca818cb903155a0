import type { Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultUntil } from '#test/browser/requests/fault-until.ts'
import { type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let priya: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  priya = await addMember(screens.server, dana, 'admin', 'priya.nair')
  tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
})
afterAll(() => screens?.close())

async function aJob() {
  const { jobId } = await createJob(screens.server, dana, {
    apartmentName: '14 Marlowe Court',
    workOrder: 'WO-88209',
    agency: 'bright oak lettings',
    tasks: [{ taskId: uuid(), description: 'Mend the tap', price: 8550 }],
  })
  return { jobId, path: `/job/${jobId}` }
}
async function chooseFile(page: Page) {
  const fileChooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await (await fileChooser).setFiles([{ name: 'tap.jpg', mimeType: 'image/jpeg', buffer: await smallPhoto('#246') }])
}

test("images of owner and admin are 'From Office', those of the team 'From Team'", async () => {
  const { jobId, path } = await aJob()
  for (const [nth, person] of [dana, priya, tom].entries())
    await upload(screens.server, person, jobId, { files: [{ bytes: await smallPhoto(`#${nth}${nth}8`) }] })
  for (const person of [dana, tom]) {
    const { context, page } = await screens.open(person, path)
    const views = (group: string) => page.getByRole('region', { name: group }).getByRole('button', { name: /^View/ })
    await views('From Team').waitFor()
    await expect.poll(() => views('From Team').count()).toBe(1)
    await expect.poll(() => views('From Office').count()).toBe(2)
    const sources = await page.getByRole('region', { name: 'From Team' }).locator('img').first().getAttribute('src')
    expect(sources).toMatch(/^\/assets\//)
    await context.close()
  }
})

test('an image is enlarged from 0.5 to 3 in steps of 0.2', async () => {
  const { jobId, path } = await aJob()
  await upload(screens.server, tom, jobId, { files: [{ bytes: await smallPhoto('#347') }] })
  const { context, page } = await screens.open(tom, path)
  await page.getByRole('button', { name: /^View/ }).first().click()
  const zoom = page.getByRole('button', { name: 'reset zoom' })
  const shown = async () => (await zoom.textContent())?.match(/\d+%/)?.[0]
  const stepsOf = async (name: 'Zoom in' | 'Zoom out') => {
    const steps = [await shown()]
    for (const button = page.getByRole('button', { name }); await button.isEnabled(); ) {
      await button.click()
      steps.push(await shown())
    }
    return steps
  }
  const up = ['100%', '120%', '140%', '160%', '180%', '200%', '220%', '240%', '260%', '280%', '300%']
  expect(await stepsOf('Zoom in')).toEqual(up)
  await zoom.click()
  expect(await stepsOf('Zoom out')).toEqual(['100%', '80%', '60%', '50%'])
  await context.close()
})

test('an upload that the server refuses shows the reason, or that it failed if there is none', async () => {
  const { path } = await aJob()
  for (const [json, text] of [
    [{ error: 'This is no photo.', code: 'not-an-image' }, 'Upload failed. This is no photo.'],
    [{}, 'Upload failed'],
  ] as const) {
    const { context, page } = await screens.open(dana, path)
    await page.getByText(/No images yet/).waitFor()
    await context.route('**/uploadImage', (route) => route.fulfill({ status: 400, json }))
    await chooseFile(page)
    await page.getByText(text, { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Discard tap.jpg' }).click()
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await page.getByText('tap.jpg').waitFor({ state: 'detached' })
    await context.close()
  }
})

test('a failed upload is reported, can be retried, and reports its success', async () => {
  const { path } = await aJob()
  const { context, page } = await screens.open(dana, path)
  await page.getByText(/No images yet/).waitFor()
  const mend = await faultUntil(context, '**/uploadImage', (route) => route.abort())
  await chooseFile(page)
  await page.getByText('Failed to upload images. Please try again.').waitFor()
  mend()
  await page.getByRole('button', { name: 'Retry tap.jpg' }).click()
  await page.getByText('Images uploaded successfully!').waitFor()
  await context.close()
})

test('Summary is a visit sheet: the office sees prices, totals and the client, the team does not', async () => {
  const { jobId, path } = await aJob()
  await accepted(screens.server, tom, 'AddNote', { jobId, noteId: uuid(), note: 'Dog in flat' })
  for (const person of [dana, priya, tom]) {
    const { context, page } = await screens.open(person, path)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Summary' }).click()
    const sheet = page.getByRole('article', { name: 'Visit sheet' })
    await sheet.getByText('Dog in flat').waitFor()
    const prints: string[] = []
    await page.exposeFunction('printed', () => prints.push('sheet'))
    await page.evaluate('window.print = () => window.printed()')
    await page.getByRole('button', { name: 'Print' }).click()
    await expect.poll(() => prints).toEqual(['sheet'])
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByText('Copied').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    for (const text of [await sheet.textContent(), copied]) {
      expect(text).toContain('Mend the tap')
      for (const fact of ['£85.50', 'Total cost', 'WO-88209', 'Bright Oak Lettings', 'Not invoiced'])
        if (person === tom) expect(text).not.toContain(fact)
        else expect(text).toContain(fact)
    }
    await context.close()
  }
})
