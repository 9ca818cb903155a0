import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { stopClock } from '#test/browser/stopped-clock.ts'
import { createJob } from '#test/server/commands.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  await createJob(screens.server, dana, {
    apartmentName: '14 Marlowe Court',
    agency: 'Bright Oak Lettings',
    receivedBy: 'Front Desk',
  })
})
afterAll(() => screens?.close())

async function openNewJob(page: Page) {
  await page.getByRole('button', { name: 'New Job' }).click()
  return page.getByRole('dialog', { name: 'Create New Job' })
}

/** Types `few` characters, which suggest nothing, then one more, which does. */
async function suggestsAfter(page: Page, field: Locator, text: string, few: number, name: string) {
  await field.pressSequentially(text.slice(0, few))
  await page.waitForTimeout(400)
  expect(await page.getByRole('option').count()).toBe(0)
  await field.pressSequentially(text.slice(few, few + 1))
  await page.getByRole('option', { name }).waitFor()
  await page.getByRole('option', { name }).click()
  await expect.poll(() => field.inputValue()).toBe(name)
}

test('Create New Job has its fields and buttons, and Created On is today', async () => {
  const { context, page } = await screens.open(dana, '/sites')
  const dialog = await openNewJob(page)
  const today = await page.evaluate(() => {
    const parts = { day: 'numeric', month: 'short', year: 'numeric' } as const
    return new Date().toLocaleDateString('en-GB', parts).replace('Sept', 'Sep')
  })
  await expect.poll(() => dialog.getByLabel('Created On').inputValue()).toBe(today)
  for (const label of ['Work Order', 'Apartment Name', 'Agency', 'Received By'])
    expect(
      await dialog
        .getByRole('textbox', { name: label })
        .or(dialog.getByRole('combobox', { name: label }))
        .inputValue(),
    ).toBe('')
  for (const name of ['New Task', 'Create Job', 'Cancel'])
    await expect.poll(() => dialog.getByRole('button', { name, exact: true }).count()).toBe(1)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await context.close()
})

test('suggestions appear after five characters for the site, three for agency and received by, matching anywhere in the name', async () => {
  const { context, page } = await screens.open(dana, '/sites')
  const dialog = await openNewJob(page)
  const field = (name: string) => dialog.getByRole('combobox', { name })
  await suggestsAfter(page, field('Apartment Name'), 'MARLO', 4, '14 Marlowe Court')
  await suggestsAfter(page, field('Agency'), 'OAK', 2, 'Bright Oak Lettings')
  await suggestsAfter(page, field('Received By'), 'des', 2, 'Front Desk')
  await context.close()
})

test('in Edit Job suggestions appear after three characters in all three fields', async () => {
  const { context, page } = await screens.open(dana, '/sites')
  await page.getByRole('button', { name: 'Edit 14 Marlowe Court' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Job' })
  for (const [name, text, suggested] of [
    ['Apartment Name', 'rlo', '14 Marlowe Court'],
    ['Agency', 'OAK', 'Bright Oak Lettings'],
    ['Received By', 'des', 'Front Desk'],
  ] as const) {
    await dialog.getByRole('combobox', { name }).fill('')
    await suggestsAfter(page, dialog.getByRole('combobox', { name }), text, 2, suggested)
  }
  await context.close()
})

test('suggestions stay for 200 ms after the field loses focus', async () => {
  const { context, page } = await screens.open(dana, '/sites', { ...desktop, reducedMotion: 'no-preference' })
  const dialog = await openNewJob(page)
  await dialog.getByRole('combobox', { name: 'Apartment Name' }).fill('marlowe')
  const option = page.getByRole('option', { name: '14 Marlowe Court' })
  await option.waitFor()
  await stopClock(page)
  await dialog.getByLabel('Work Order').focus()
  await page.clock.fastForward(199)
  expect(await option.isVisible()).toBe(true)
  // The library takes a few frames more.
  let frames = 0
  const isShown = async () => {
    if (frames < 6) await page.clock.runFor(17)
    frames += 1
    return option.isVisible()
  }
  await expect.poll(isShown).toBe(false)
  await context.close()
})

test('a task of a new job has a description, a price and a status, and can be deleted again', async () => {
  const { context, page } = await screens.open(dana, '/sites')
  const dialog = await openNewJob(page)
  await dialog.getByRole('combobox', { name: 'Apartment Name' }).fill('7 kestrel MEWS')
  for (const [nth, description] of ['Trace leak', 'Reseal bath'].entries()) {
    await dialog.getByRole('button', { name: 'New Task' }).click()
    await dialog.getByLabel(`Task ${nth + 1}, description`).fill(description)
  }
  await dialog.getByLabel('Task 1, price').fill('60')
  const status = dialog.getByRole('combobox', { name: 'Task 1, status' })
  await expect.poll(() => status.inputValue()).toBe('Not completed')
  await status.click()
  await page.getByRole('option', { name: 'Completed', exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete Reseal bath' }).click()
  expect(await dialog.getByLabel('Task 2, description').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Create Job' }).click()
  await page.getByRole('link', { name: 'View 7 Kestrel Mews' }).click()
  const task = page.getByRole('listitem').filter({ hasText: 'Trace leak' }).first()
  await task.getByText('Completed', { exact: true }).waitFor()
  await page.getByText('1 of 1 completed').waitFor()
  await task.getByText('£60.00').waitFor()
  await context.close()
})

test.each([
  ['at a desk', desktop, '9 Enter Row'],
  ['on a phone', phone, '10 Enter Row'],
] as const)(
  'Enter goes from a task to the next and adds one at the end; only Ctrl Enter creates the job, %s',
  async (_, look, site) => {
    const { context, page } = await screens.open(dana, '/sites', look)
    await page.getByRole('button', { name: 'New Job' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create New Job' })
    await dialog.getByRole('combobox', { name: 'Apartment Name' }).fill(site)
    const isFocused = (label: string) =>
      expect.poll(() => dialog.getByLabel(label).evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await dialog.getByLabel(/^Task \d, description/).count()).toBe(1)
    await dialog.getByRole('button', { name: 'New Task' }).click()
    await isFocused('Task 1, description')
    await page.keyboard.type('Trace leak')
    await page.keyboard.press('Enter')
    await isFocused('Task 1, price')
    await page.keyboard.type('60')
    await page.keyboard.press('Enter')
    await isFocused('Task 2, description')
    expect(await dialog.getByLabel('Task 1, price').inputValue()).toBe('£60.00')
    await page.keyboard.type('Reseal bath')
    await dialog.getByRole('button', { name: 'New Task' }).click()
    await isFocused('Task 3, description')
    await dialog.getByLabel('Task 1, price').focus()
    await page.keyboard.press('Enter')
    await isFocused('Task 2, description')
    await page.keyboard.press('Control+Enter')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: site }).click()
    await page.getByText('0 of 2 completed').waitFor()
    await context.close()
  },
)

test('an edited job needs a site too, and its absence is reported in the same dialog', async () => {
  const { context, page } = await screens.open(dana, '/sites')
  await page.getByRole('button', { name: 'Edit 14 Marlowe Court' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Job' })
  await dialog.getByRole('combobox', { name: 'Apartment Name' }).fill('   ')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog', { name: 'Oops!' }).getByText('Site name is required.').waitFor()
  await context.close()
})
