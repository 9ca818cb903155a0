import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { choose, openSchedule, save, type } from '#test/browser/schedule-dialog.ts'
import { desktop, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { smallPhoto } from '#test/server/photo-uploads.ts'
import type { SignedInTest } from '#test/server/server.ts'

const tap = 'Mend the tap'
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

const says = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()

async function comment(page: Page, look: 'desk' | 'phone', words: string) {
  await page.getByLabel('Add a comment').fill(words)
  await page.getByRole('button', { name: 'Send comment' }).click()
  if (look === 'phone') await page.getByRole('tab', { name: /Comments/ }).click()
  await says(page, words)
  await page.getByText('just now').first().waitFor()
  if (look === 'phone') await page.getByRole('tab', { name: 'Job' }).click()
}

async function photo(page: Page, look: 'desk' | 'phone', group: string) {
  const fileChooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: look === 'phone' ? 'Choose photos' : 'Upload', exact: true }).click()
  await (await fileChooser).setFiles([{ name: 'tap.jpg', mimeType: 'image/jpeg', buffer: await smallPhoto('#246') }])
  const image = page.getByRole('region', { name: group }).getByRole('button', { name: /^View/ })
  await image.click()
  await page.getByRole('dialog').getByText(`${group} · 1 of 1`).waitFor()
  await page.getByRole('button', { name: 'Delete Image 1' }).click()
  await page.getByRole('button', { name: 'Delete image', exact: true }).click()
  await image.waitFor({ state: 'detached' })
}

async function summary(page: Page) {
  await page.getByRole('button', { name: 'Summary' }).click()
  await page.getByRole('article', { name: 'Visit sheet' }).getByText(tap).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('article', { name: 'Visit sheet' }).waitFor({ state: 'detached' })
}

async function warn(page: Page, warning: string) {
  await page.getByRole('button', { name: 'Warning', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Warning' })
  await dialog.getByRole('radio', { name: new RegExp(`^${warning}`) }).check()
  await dialog.getByRole('button', { name: `Set ${warning}` }).click()
  return dialog
}

test.each([
  ['owner', 'desk', desktop],
  ['owner', 'phone', phone],
  ['admin', 'desk', desktop],
  ['admin', 'phone', phone],
] as const)('the %s takes a job from its creation to its invoice, at a %s', async (role, look, size) => {
  const nth = `${role}-${look}`
  const { context, page, faults } = await screens.open(role === 'owner' ? dana : priya, '/sites', size)
  await page.getByRole('button', { name: 'New Job' }).click()
  const created = page.getByRole('dialog', { name: 'Create New Job' })
  await created.getByRole('combobox', { name: 'Apartment Name' }).fill(`${nth} court`)
  await created.getByLabel('Work Order').fill(`WO-${nth}`)
  await created.getByRole('button', { name: 'New Task' }).click()
  await created.getByLabel('Task 1, description').fill(tap)
  await created.getByLabel('Task 1, price').fill('85')
  await created.getByRole('button', { name: 'Create Job' }).click()
  await created.waitFor({ state: 'hidden' })

  if (look === 'phone') await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'Filter by' }).click()
  await page.getByRole('option', { name: 'Work Order' }).click()
  await page.getByRole('combobox', { name: 'Search' }).fill(`wo-${nth}`)
  await page.getByRole('button', { name: 'Go', exact: true }).click()
  await page.getByText('1 job', { exact: true }).waitFor()
  if (look === 'desk') await page.getByRole('link', { name: /^View/ }).click()
  else
    await page
      .getByRole('heading', { level: 2 })
      .getByRole('link', { name: `${nth} court` })
      .click()

  await page.getByRole('button', { name: 'Edit Job' }).click()
  const edited = page.getByRole('dialog', { name: 'Edit Job' })
  await edited.getByRole('combobox', { name: 'Agency' }).fill('bright oak lettings')
  await edited.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('definition').getByText('Bright Oak Lettings').waitFor()

  const schedule = await openSchedule(page)
  await type(schedule, 'Date', role === 'owner' ? '2038-02-01' : '2038-02-02')
  await type(schedule, 'Start', look === 'desk' ? '900' : '1300')
  await choose(schedule, 'tom')
  await save(schedule)
  await says(page, 'Booked')

  await comment(page, look, 'Keys with concierge')
  await photo(page, look, 'From Office')
  await summary(page)
  await page.getByRole('button', { name: new RegExp(`^${tap}.*change to completed`) }).click()
  await page.getByText('1 of 1 completed').waitFor()
  const dialog = await warn(page, 'Invoiced')
  await dialog.getByLabel('Invoice number').fill('INV-2041')
  await dialog.getByRole('button', { name: 'Set Invoiced' }).click()
  await page.getByRole('definition').getByText('INV-2041').waitFor()
  await page.getByRole('link', { name: 'Back to jobs' }).click()
  await page.waitForURL(/\/sites(\?|$)/)
  expect(faults).toEqual([])
  await context.close()
})

test.each([
  ['desk', desktop],
  ['phone', phone],
] as const)('a field worker does a visit, at a %s', async (look, size) => {
  const { jobId } = await createJob(screens.server, dana, { apartmentName: `Field ${look} house` })
  const { context, page, faults } = await screens.open(tom, '/sites', size)
  const site = look === 'phone' ? `Field Phone House` : `Field Desk House`
  await page
    .getByRole('link', { name: look === 'phone' ? site : `View ${site}` })
    .first()
    .click()
  await page.waitForURL(`**/job/${jobId}`)
  const button = (name: RegExp) => page.getByRole('listitem').filter({ hasText: tap }).getByRole('button', { name })
  if (look === 'phone') await button(/^Set ready/).click()
  else await page.getByRole('switch', { name: /^Ready/ }).check({ force: true })
  await comment(page, look, 'No answer at the door')
  await photo(page, look, 'From Team')
  await page.getByRole('combobox', { name: 'Hours' }).click()
  await page.getByRole('option', { name: '1.5' }).click()
  await (await warn(page, 'No access')).waitFor({ state: 'hidden' })
  await says(page, 'No access')
  await summary(page)
  await button(/change to completed/).click()
  await page.getByText('1 of 1 completed').waitFor()
  await says(page, 'Completed')
  expect(faults).toEqual([])
  await context.close()
})
