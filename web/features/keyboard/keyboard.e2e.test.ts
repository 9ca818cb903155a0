import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsInBothColours, type Screens, startScreens } from '#test/browser/screens.ts'
import { createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany()
  tom = await addMember(screens.server, dana, 'team')
})
afterAll(() => screens.close())

test('slash focuses the search, N opens a new job, and neither works while typing', async () => {
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

test('slash opens the filters if they are closed', async () => {
  const { page } = await screens.open(dana, '/sites')
  await page.getByText('No jobs found.').waitFor()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.keyboard.press('/')
  const search = page.getByRole('form', { name: 'Filters' }).getByLabel('Search', { exact: true })
  await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true)
})

test('the team has no shortcut for a new job', async () => {
  const { page } = await screens.open(tom, '/sites')
  await page.getByText('No jobs found.').waitFor()
  await page.keyboard.press('n')
  await page.waitForTimeout(300)
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('the question mark lists the shortcuts, where single keys can be turned off', async () => {
  const { page, context } = await screens.open(dana, '/sites')
  await page.getByText('No jobs found.').waitFor()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard' })
  await help.getByText('New Job').waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  await help.getByRole('switch', { name: 'Single-key shortcuts' }).click()
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

test('G and a letter open a page', async () => {
  const { page } = await screens.open(dana, '/sites')
  await page.getByText('No jobs found.').waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await page.waitForURL('**/calendar')
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await page.waitForURL('**/sites')
})

test('in the list W sets the warning, S schedules and E edits; the team only has the warning', async () => {
  const { server } = screens
  const owner = await server.registerCompany()
  const maya = await addMember(server, owner, 'team')
  await createJob(server, owner, { apartmentName: '14 Marlowe Court' })
  await createJob(server, owner, { apartmentName: '31 Tannery Wharf' })
  const { page } = await screens.open(owner, '/sites')
  const dialog = (name: string) => page.getByRole('dialog', { name })
  await page.getByRole('link', { name: 'View 31 Tannery Wharf' }).focus()
  await page.keyboard.press('j')
  for (const [key, name] of [
    ['w', 'Warning'],
    ['s', 'Schedule'],
    ['e', 'Edit Job'],
  ] as const) {
    await page.keyboard.press(key)
    await dialog(name).waitFor()
    if (key === 'w') await dialog(name).getByText('Warning for 14 Marlowe Court').waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await dialog(name).waitFor({ state: 'hidden' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('View 14 Marlowe Court')
  }
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await page.waitForTimeout(300)
  expect(await page.getByRole('dialog').count()).toBe(0)

  const { page: mayasPage } = await screens.open(maya, '/sites')
  await mayasPage.getByRole('link', { name: 'View 31 Tannery Wharf' }).focus()
  await mayasPage.keyboard.press('s')
  await mayasPage.keyboard.press('e')
  await mayasPage.keyboard.press('w')
  await mayasPage.getByRole('dialog', { name: 'Warning' }).waitFor()
  expect(await mayasPage.getByRole('dialog').count()).toBe(1)
})

test('on a job J and K move between tasks, Space changes the status, R marks a task as ready', async () => {
  const { server } = screens
  const tasks = ['Mend the tap', 'Reseal the bath'].map((description) => ({ taskId: uuid(), description }))
  const { jobId } = await createJob(server, dana, { apartmentName: '6 Mill Parade', tasks })
  const { page } = await screens.open(tom, `/job/${jobId}`)
  const first = page.getByRole('button', { name: /Mend the tap/ })
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await first.waitFor()
  await page.keyboard.press('j')
  await expect.poll(focused).toMatch(/^Mend the tap/)
  await page.keyboard.press('j')
  await expect.poll(focused).toMatch(/^Reseal the bath/)
  await page.keyboard.press('r')
  await expect.poll(() => page.getByRole('switch', { name: /Reseal the bath/ }).isChecked()).toBe(true)
  await page.keyboard.press('r')
  await expect.poll(() => page.getByRole('switch', { name: /Reseal the bath/ }).isChecked()).toBe(false)
  await page.keyboard.press('k')
  await expect.poll(focused).toMatch(/^Mend the tap/)
  await page.keyboard.press('Space')
  await page.getByText('1 of 2 completed').waitFor()
})
