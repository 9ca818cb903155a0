import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember } from '#test/people.ts'
import { accessibilityFaults, type Screens, startScreens } from '#test/screens.ts'
import type { SignedInTest } from '#test/server.ts'

let screens: Screens
let dana: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany()
  tom = await addMember(screens.server, dana, 'team')
})
afterAll(() => screens.close())

test('slash goes to the search, N opens a new job, and neither acts while one types', async () => {
  const { page } = await screens.open(dana, '/sites')
  await page.getByText('No jobs found.').waitFor()
  await page.keyboard.press('/')
  const search = page.getByRole('combobox', { name: 'Search' })
  await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('n/?')
  await expect.poll(() => search.inputValue()).toBe('n/?')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('button', { name: 'Go', exact: true }).focus()
  await page.keyboard.press('n')
  await page.getByRole('dialog', { name: 'Create New Job' }).waitFor()
})

test('the slash opens the filters where they are closed', async () => {
  const { page } = await screens.open(dana, '/sites')
  await page.getByText('No jobs found.').waitFor()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.keyboard.press('/')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('search-jobs')
})

test('the team has no key for a new job', async () => {
  const { page } = await screens.open(tom, '/sites')
  await page.getByText('No jobs found.').waitFor()
  await page.keyboard.press('n')
  await page.waitForTimeout(300)
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('the question mark lists the keys, and the list turns single keys off', async () => {
  const { page, context } = await screens.open(dana, '/sites')
  await page.getByText('No jobs found.').waitFor()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard' })
  await help.getByText('New Job').waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await accessibilityFaults(page)).toEqual([])
  }
  await help.getByRole('switch', { name: 'Single keys act' }).click()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'hidden' })
  await page.keyboard.press('n')
  await page.waitForTimeout(300)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.reload()
  await page.getByText('No jobs found.').waitFor()
  await page.keyboard.press('?')
  await page.waitForTimeout(300)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('button', { name: 'Keyboard' }).click()
  await help.waitFor()
  await context.close()
})

test('G and a letter go to a page', async () => {
  const { page } = await screens.open(dana, '/sites')
  await page.getByText('No jobs found.').waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await page.waitForURL('**/calendar')
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await page.waitForURL('**/sites')
})
