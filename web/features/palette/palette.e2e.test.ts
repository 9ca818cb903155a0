import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tabOpenedBy } from '#test/browser/opened-tab.ts'
import { hearAnswers } from '#test/browser/requests/heard-answers.ts'
import { holdRequests } from '#test/browser/requests/held-requests.ts'
import { faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let olga: SignedInTest
let tom: SignedInTest
const jobs: string[] = []
beforeAll(async () => {
  screens = await startScreens()
  olga = await screens.server.registerCompany()
  tom = await addMember(screens.server, olga, 'team', 'tom')
  const referral = { workOrder: 'WO-88140', agency: 'Northgate Residential' }
  for (const [apartmentName, referred] of [
    ['14 Marlowe Court', referral],
    ['27 Marlowe Court', {}],
    ['9 Sutler Street', {}],
  ] as const)
    jobs.push((await createJob(screens.server, olga, { apartmentName, ...referred })).jobId)
})
afterAll(() => screens.close())

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' })
const field = (page: Page) => palette(page).getByRole('combobox')
const options = (page: Page) => palette(page).getByRole('option')
/** Opens the palette by its keys on a page that stands. */
const summon = async (page: Page) => {
  await palette(page).waitFor({ state: 'hidden' })
  await page.keyboard.press('ControlOrMeta+k')
  await field(page).waitFor()
}

test('the office finds jobs by number, site, work order and agency, and opens them by keyboard', async () => {
  const { context, page, faults } = await screens.open(olga, '/todo')
  await page.getByRole('button', { name: /Search jobs, sites, work orders/ }).click()
  await field(page).waitFor()
  await expect.poll(() => field(page).evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await options(page).count()).toBeLessThanOrEqual(8)
  expect(await faultsInBothColours(page)).toEqual([])
  for (const [typed, name] of [
    ['marl', /00002 27 Marlowe Court/],
    ['3', /00003 9 Sutler Street/],
    ['88140', /00001 14 Marlowe Court WO-88140/],
    ['northgate', /00001 14 Marlowe Court Northgate Residential/],
  ] as const) {
    await field(page).fill(typed)
    await palette(page).getByRole('option', { name }).waitFor()
  }
  await field(page).fill('marl')
  // Two jobs and their two sites.
  await expect.poll(() => options(page).count()).toBe(4)
  expect(await faultsInBothColours(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await expect
    .poll(() =>
      options(page)
        .nth(1)
        .evaluate((option) => option.id === document.activeElement?.getAttribute('aria-activedescendant')),
    )
    .toBe(true)
  const tab = await tabOpenedBy(page, () => page.keyboard.press('Control+Enter'))
  await expect.poll(tab.path).toBe(`/job/${jobs[0]}`)
  await tab.close()
  await palette(page).waitFor({ state: 'hidden' })

  await summon(page)
  await field(page).fill('sutler')
  await options(page).first().getByText('9').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/job/${jobs[2]}`)
  expect(faults).toEqual([])
  await context.close()
})

test('Enter opens nothing that was found for an earlier text', async () => {
  const { context, page, faults } = await screens.open(olga, '/todo')
  await page.getByRole('button', { name: /Search jobs, sites, work orders/ }).click()
  await field(page).fill('marl')
  await palette(page)
    .getByRole('option', { name: /00002 27 Marlowe Court/ })
    .waitFor()
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(/\/api\/jobs\?/, async (route) => {
    await held
    await route.fallback()
  })
  await field(page).fill('3')
  await page.keyboard.press('Enter')
  letGo()
  await palette(page)
    .getByRole('option', { name: /00003 9 Sutler Street/ })
    .waitFor()
  expect(new URL(page.url()).pathname).toBe('/todo')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/job/${jobs[2]}`)
  await page.unrouteAll({ behavior: 'wait' })
  expect(faults).toEqual([])
  await context.close()
})

test('it opens every screen and runs every action; Escape closes it and returns the focus', async () => {
  const { context, page } = await screens.open(olga, '/sites')
  await page.getByText('14 Marlowe Court').first().waitFor()
  const button = page.getByRole('button', { name: 'Filters' })
  await button.focus()
  await summon(page)
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'hidden' })
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)

  for (const [typed, address] of [
    ['to do', '/todo'],
    ['parts', '/parts'],
    ['team', '/team'],
    ['profile', '/profile'],
    ['calendar', '/calendar'],
  ]) {
    await summon(page)
    await field(page).fill(typed ?? '')
    await expect.poll(() => options(page).count()).toBe(1)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${address}`)
    await palette(page).waitFor({ state: 'hidden' })
  }
  await summon(page)
  await field(page).fill('dark')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
  await summon(page)
  await field(page).fill('nothing like it')
  await palette(page).getByText('No results.').waitFor()
  await field(page).fill('new job')
  await options(page).getByText('New Job').click()
  await page.getByRole('dialog', { name: 'Create New Job' }).waitFor()
  // What is being typed is not left by a slip of the hand.
  await page.keyboard.press('ControlOrMeta+k')
  expect(await palette(page).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Create New Job' }).waitFor({ state: 'hidden' })
  await summon(page)
  await field(page).fill('keys')
  await page.keyboard.press('Enter')
  const help = page.getByRole('dialog', { name: 'Keyboard' })
  await help.getByText('Search and commands').waitFor()
  for (const name of ['Site Management', 'Calendar', 'To Do List', 'Parts Book', 'Team Management'])
    await help.getByText(name, { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'hidden' })
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.waitForURL('**/todo')
  await context.close()
})

test('the team finds jobs by number and site but no office facts; on a phone it is under More', async () => {
  const { context, page, faults } = await screens.open(tom, '/sites', phone)
  const answers = await hearAnswers(page, '**/api/jobs**')
  await page.getByText('14 Marlowe Court').waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: 'Search', exact: true }).click()
  await field(page).waitFor()
  await expect.poll(() => field(page).getAttribute('placeholder')).toBe('Search jobs and sites')
  for (const missing of ['New Job', 'Subscription']) expect(await palette(page).getByText(missing).count()).toBe(0)
  expect(await faultsInBothColours(page)).toEqual([])
  for (const typed of ['88140', 'northgate', 'new job']) {
    await field(page).fill(typed)
    await palette(page).getByText('No results.').waitFor()
  }
  await field(page).fill('marl')
  // Two jobs and their two sites.
  await expect.poll(() => options(page).count()).toBe(4)
  expect(await faultsInBothColours(page)).toEqual([])
  await field(page).fill('00001')
  await palette(page)
    .getByRole('option', { name: /00001.*14 Marlowe Court/ })
    .click()
  await page.waitForURL(`**/job/${jobs[0]}`)
  await page.unrouteAll({ behavior: 'wait' })
  expect(answers.length).toBeGreaterThan(1)
  for (const answer of answers) expect(answer).not.toMatch(/WO-88140|Northgate/)
  expect(faults).toEqual([])
  await context.close()
})

test('if the job search fails this is shown, and every screen can still be opened', async () => {
  const { context, page } = await screens.open(olga, '/sites')
  await page.getByText('14 Marlowe Court').first().waitFor()
  await summon(page)
  await page.route('**/api/jobs?**', (route) => route.abort())
  await field(page).fill('calendar')
  await palette(page).getByText('Jobs can’t be searched at the moment.').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/calendar')
  await context.close()
})

test('its keys count from the first screen on, although its code follows later', async () => {
  const { context, page } = await screens.open(olga, '/healthz')
  const release = await holdRequests(page, '**/static/common-*.js')
  await page.goto('/sites')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  release()
  await field(page).waitFor()
  await context.close()
})
