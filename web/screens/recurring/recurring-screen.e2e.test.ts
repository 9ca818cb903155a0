import type { Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#core/time/wall-clock.ts'
import { accessibilityFaults, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let olga: SignedInTest
let siteId: string
const today = new Date().toISOString().slice(0, 10)

beforeAll(async () => {
  screens = await startScreens()
  olga = await screens.server.registerCompany()
  await addMember(screens.server, olga, 'team', 'tom.okafor')
  siteId = uuid()
  await accepted(screens.server, olga, 'AddSite', { siteId, name: 'Ashdown House' })
})
afterAll(() => screens.close())

const faultsInBoth = async (page: Page) => {
  const faults = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    faults.push(...(await accessibilityFaults(page)))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return faults
}

test('the office sets up recurring work, sees its next dates, skips one and takes that back, and pauses it', async () => {
  const { context, page, faults } = await screens.open(olga, '/recurring-work')
  await page.getByText('No recurring work yet.').waitFor()
  await page.getByRole('button', { name: 'New Recurring Work' }).click()
  const adding = page.getByRole('dialog', { name: 'New Recurring Work' })
  await adding.getByLabel('Work').fill('Gutter clearing')
  await adding.getByLabel('Where').fill('Ashdown')
  await page.getByRole('option', { name: 'Ashdown House' }).click()
  await adding.getByRole('button', { name: 'Monthly' }).click()
  await adding.getByLabel('Date 1', { exact: true }).selectOption({ label: 'Second Tuesday' })
  await adding.getByLabel('First day').fill(addDays(today, 40).split('-').reverse().join('/'))
  await adding.getByLabel('First day').press('Tab')
  await adding.getByLabel('Task 1', { exact: true }).fill('Clear gutters and outlets')
  await adding.getByLabel('Task 1, price').fill('160')
  await expect.poll(() => adding.getByText(/^Job made on/).count()).toBe(5)
  expect(await faultsInBoth(page)).toEqual([])
  await adding.getByRole('button', { name: 'Set up' }).click()
  const row = page.getByRole('row', { name: /Gutter clearing/ })
  await row.getByText('Every month, second Tuesday').waitFor()
  expect(await faultsInBoth(page)).toEqual([])

  await row.getByRole('button', { name: 'Edit Gutter clearing' }).click()
  const editing = page.getByRole('dialog', { name: 'Gutter clearing' })
  await editing.getByRole('button', { name: /^Skip/ }).first().click()
  await editing.getByText('Skipped: no job is made').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => editing.getByText('Skipped: no job is made').count()).toBe(0)
  await editing.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('switch', { name: 'Gutter clearing is on' }).press('Space')
  await row.getByText('Paused').waitFor()

  await row.getByRole('link', { name: 'Ashdown House' }).click()
  await page.getByRole('link', { name: 'Gutter clearing' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('on a phone it is a list of cards', async () => {
  const { context, page, faults } = await screens.open(olga, '/recurring-work', phone)
  await page.getByRole('button', { name: 'Edit Gutter clearing' }).click()
  await page.getByRole('heading', { name: 'Next 5 dates' }).waitFor()
  expect(await faultsInBoth(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})
