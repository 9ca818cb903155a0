import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { goInside } from '#test/browser/go-inside.ts'
import { faultUntil } from '#test/browser/requests/fault-until.ts'
import { desktop, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
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

const patience = { timeout: 60_000 }
const jobOf = (jobId: string) => jobNow(screens.server, dana, jobId)
const setRule = (photosNeeded: boolean) =>
  accepted(screens.server, dana, 'SetPhotoRule', { companyId: dana.user.companyId, photosNeeded })
const theTask = (page: Page) => page.getByRole('button', { name: /Mend the tap/ }).first()
async function take(page: Page, button: string, colour: string) {
  const asked = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await asked).setFiles([{ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await smallPhoto(colour) }])
}

test('the office sets the rule in its profile, and the team does not see it there', async () => {
  await setRule(false)
  const office = await screens.open(dana, '/profile', desktop)
  const rule = office.page.getByRole('switch', { name: 'Photos needed before a job is done' })
  expect(await rule.isChecked()).toBe(false)
  await rule.click()
  await expect
    .poll(async () => (await (await screens.server.call(paths.me, { token: tom.token })).json()).company.photosNeeded)
    .toBe(true)
  expect(await faultsInBothColours(office.page)).toEqual([])
  await office.context.close()
  const team = await screens.open(tom, '/profile', phone)
  await team.page.getByText('Member since').waitFor()
  expect(await team.page.getByRole('switch', { name: /Photos needed/ }).count()).toBe(0)
  await team.context.close()
})

test('without a connection the last tick asks for the after photo, counts as soon as it is taken, and is accepted before the photo arrives', async () => {
  await setRule(true)
  const { jobId } = await createJob(screens.server, dana, { apartmentName: '14 Marlowe Court' })
  const { context, page, faults } = await screens.open(tom, `/job/${jobId}`, phone)
  await page.getByText('No images yet.').waitFor()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await take(page, 'New pair', '#a50')
  await page.getByRole('region', { name: 'Pair 1' }).waitFor()
  await theTask(page).click()
  const dialog = page.getByRole('dialog', { name: 'Before this job is done' })
  await dialog.getByText('1 photo required.').waitFor()
  await dialog.getByText('After photo: Pair 1').waitFor()
  await dialog.getByText(/^Before photo taken \d\d:\d\d$/).waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  const asked = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Take after photo' }).last().click()
  await (await asked).setFiles([{ name: 'after.jpg', mimeType: 'image/jpeg', buffer: await smallPhoto('#0a5') }])
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('1 of 1 completed').waitFor()
  const mend = await faultUntil(context, '**/uploadImage', (route) => route.abort())
  await context.setOffline(false)
  await expect.poll(async () => (await jobOf(jobId)).jobStatus, patience).toBe('completed')
  expect((await jobOf(jobId)).images).toEqual([])
  mend()
  await expect.poll(async () => (await jobOf(jobId)).images.length, patience).toBe(2)
  expect(faults).toEqual([])
  await context.close()
})

test('with a reason the tick counts, and the job stays open with the reason for the office', async () => {
  await setRule(true)
  const { jobId } = await createJob(screens.server, dana)
  const { context, page, faults } = await screens.open(tom, `/job/${jobId}`, phone)
  // The rule is known by then.
  await page.waitForLoadState('networkidle')
  await theTask(page).click()
  await page.getByRole('button', { name: 'Finish without it and say why' }).click()
  const dialog = page.getByRole('dialog', { name: 'Without photos' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter a reason.').waitFor()
  await dialog.getByLabel('Why is there no photo?').fill('The tenant wanted none')
  expect(await faultsInBothColours(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('1 of 1 completed').waitFor()
  await expect.poll(async () => (await jobOf(jobId)).photosLeftOut?.reason, patience).toBe('The tenant wanted none')
  expect((await jobOf(jobId)).jobStatus).toBe('pending')
  expect(faults).toEqual([])
  await context.close()
  const office = await screens.open(dana, `/job/${jobId}`, desktop)
  await office.page.getByText('“The tenant wanted none”').waitFor()
  expect(await faultsInBothColours(office.page)).toEqual([])
  await office.context.close()
})

test('a tick given offline before the rule was set is refused visibly and is not lost', async () => {
  await setRule(false)
  const { jobId } = await createJob(screens.server, dana)
  const { context, page } = await screens.open(tom, `/job/${jobId}`, phone)
  await page.getByText('No images yet.').waitFor()
  await context.setOffline(true)
  await theTask(page).click()
  await page.getByText('1 of 1 completed').waitFor()
  await setRule(true)
  await context.setOffline(false)
  await page
    .getByText(/This job needs an after photo before it is done/)
    .first()
    .waitFor(patience)
  await take(page, 'New pair', '#a51')
  await take(page, 'Take after photo', '#0a6')
  await page
    .getByRole('region', { name: 'Pair 1' })
    .getByText(/^After \d\d:\d\d$/)
    .waitFor()
  await goInside(page, '/waiting')
  await page.getByRole('main').getByRole('button', { name: 'Retry', exact: true }).click()
  await expect.poll(async () => (await jobOf(jobId)).jobStatus, patience).toBe('completed')
  await context.close()
})
