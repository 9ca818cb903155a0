import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { createJob } from '#test/server/commands.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  for (const apartmentName of ['14 Marlowe Court', '15 Marlowe Court', '9 Sutler Street'])
    await createJob(screens.server, dana, { apartmentName })
})
afterAll(() => screens?.close())

const searched = (page: Page) => new URL(page.url()).searchParams.get('search')
const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Search' })

test.each([
  ['at a desk', desktop],
  ['on a phone', phone],
])('a search applies as it is typed, and no answer and no address takes a letter back, %s', async (_, look) => {
  const { context, page } = await screens.open(dana, '/sites', look)
  if (look === phone) await page.getByRole('button', { name: 'Filters' }).click()
  await fieldOf(page).click()
  // Slower than the pause after which a search applies, so that addresses and answers arrive in the middle.
  await fieldOf(page).pressSequentially('14 marl', { delay: 450 })
  expect(await fieldOf(page).inputValue()).toBe('14 marl')
  await expect.poll(() => searched(page)).toBe('14 marl')
  expect(await fieldOf(page).evaluate((field) => field === document.activeElement)).toBe(true)
  await expect.poll(() => page.getByText('15 Marlowe Court').count()).toBe(0)
  await page.goBack()
  await expect.poll(() => fieldOf(page).inputValue()).toBe('')
  await page.getByText('9 Sutler Street').first().waitFor()
  await context.close()
})

test('a choice applies at once, one letter waits for Go, and Clear shows all again', async () => {
  const { context, page } = await screens.open(dana, '/sites')
  await page.getByText('3 jobs').waitFor()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Booked' }).click()
  await page.getByText('No jobs found.').waitFor()
  await page.getByRole('form', { name: 'Filters' }).getByRole('button', { name: 'Clear' }).click()
  await page.getByText('3 jobs').waitFor()
  await page.getByRole('combobox', { name: 'Filter by' }).click()
  await page.getByRole('option', { name: 'All', exact: true }).click()
  await fieldOf(page).fill('9')
  expect(searched(page)).toBe(null)
  await page.getByRole('button', { name: 'Go', exact: true }).click()
  await expect.poll(() => searched(page)).toBe('9')
  expect(await page.getByRole('combobox', { name: 'Filter by' }).inputValue()).toBe('All')
  await page.goBack()
  await expect.poll(() => fieldOf(page).inputValue()).toBe('')
  await context.close()
})

test('columns that are chosen faster than the list is drawn are all kept', async () => {
  const { context, page } = await screens.open(dana, '/sites')
  await page.getByRole('button', { name: 'More options' }).click()
  await page.getByRole('button', { name: 'Columns' }).click()
  const columns = page.getByRole('dialog', { name: 'Columns' })
  await columns.getByRole('checkbox', { name: 'Work Order' }).waitFor()
  await columns.evaluate((dialog) => {
    for (const name of ['Work Order', 'Agency', 'Schedule']) {
      const label = [...dialog.querySelectorAll('label')].find((one) => one.textContent === name)
      label?.querySelector('input')?.click()
    }
  })
  const heads = page.getByRole('columnheader')
  await expect
    .poll(() => heads.allTextContents())
    .toEqual(['ID', 'Status', 'Warning', 'Site', 'Created On', 'Extras', 'Action'])
  await context.close()
})
