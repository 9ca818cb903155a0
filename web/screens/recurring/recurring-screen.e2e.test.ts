import type { Route } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { weekdays } from '#core/recurring/rule.ts'
import { addDays } from '#core/time/wall-clock.ts'
import { paths } from '#core/wire/paths.ts'
import { goInside } from '#test/browser/go-inside.ts'
import { faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { makeRecurringJobs } from '#test/server/recurring/recurring-jobs.ts'
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

/** The day after 'Tue 12 Jan 2027', as '13/01/2027'. */
const nextDay = (words: string) =>
  addDays(new Date(`${words.slice(4)} UTC`).toISOString().slice(0, 10), 1)
    .split('-')
    .reverse()
    .join('/')

test('the office sets up recurring work, sees its next dates, skips one and takes that back, and pauses it', async () => {
  const { context, page, faults } = await screens.open(olga, '/recurring-work')
  await page.getByText('No recurring work yet.').waitFor()
  await page.getByRole('button', { name: 'New Recurring Work' }).click()
  const adding = page.getByRole('dialog', { name: 'New Recurring Work' })
  await adding.getByRole('button', { name: 'Set up' }).click()
  await adding.getByText('Choose a site from the address book.').waitFor()
  await adding.getByText('Enter what the work is.').waitFor()
  await adding.getByLabel('Work').fill('Gutter clearing')
  expect(await adding.getByText('Enter what the work is.').count()).toBe(0)
  await adding.getByLabel('Where').fill('Ashdown')
  await page.getByRole('option', { name: 'Ashdown House' }).click()
  await adding.getByRole('button', { name: 'Monthly' }).click()
  await adding.getByLabel('Date 1', { exact: true }).selectOption({ label: 'Second Tuesday' })
  await adding.getByLabel('First day').fill(addDays(today, 40).split('-').reverse().join('/'))
  await adding.getByLabel('First day').press('Tab')
  await adding.getByLabel('Task 1', { exact: true }).fill('Clear gutters and outlets')
  await adding.getByLabel('Task 1, price').fill('160')
  await expect.poll(() => adding.getByText(/^Job made on/).count()).toBe(5)
  expect(await faultsInBothColours(page)).toEqual([])
  await adding.getByRole('button', { name: 'Set up' }).click()
  const row = page.getByRole('row', { name: /Gutter clearing/ })
  await row.getByText('Every month, second Tuesday').waitFor()
  await page.getByText(/^Next 12 months: \d+ jobs$/).waitFor()
  expect(await faultsInBothColours(page)).toEqual([])

  await row.getByRole('button', { name: 'Edit Gutter clearing' }).click()
  const editing = page.getByRole('dialog', { name: 'Gutter clearing' })
  await editing.getByRole('button', { name: /^Skip/ }).first().click()
  await editing.getByText('Skipped: no job is made').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => editing.getByText('Skipped: no job is made').count()).toBe(0)
  const dates = editing.getByRole('listitem')
  const secondDay = (await dates.nth(1).locator('strong').textContent()) ?? ''
  await dates.nth(1).getByRole('button', { name: 'Move' }).click()
  const field = editing.getByLabel('New day')
  await field.fill('1/1/2020')
  await field.press('Enter')
  await editing.getByText('Choose today or a later day.').waitFor()
  const moved = nextDay(secondDay)
  await field.fill(moved)
  expect(await faultsInBothColours(page)).toEqual([])
  await field.press('Enter')
  await dates.nth(1).getByText(`Moved from ${secondDay}`).waitFor()
  await dates.nth(1).getByRole('button', { name: 'Restore' }).click()
  await expect.poll(() => dates.nth(1).locator('strong').textContent()).toBe(secondDay)
  await editing.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('switch', { name: 'Gutter clearing is on' }).press('Space')
  await row.getByText('Paused').waitFor()

  await row.getByRole('link', { name: 'Ashdown House' }).click()
  await page.getByRole('link', { name: 'Gutter clearing' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('on a phone it is a list of cards, and a job that was made leads back to the work it is of', async () => {
  const rule = { repeats: 'weekly', every: 1, on: [...weekdays], first: addDays(today, 2), last: addDays(today, 2) }
  const work = { title: 'Fire doors', rule, holidays: 'keep the date', leadDays: 14, tasks: [{ description: 'Test' }] }
  const { seq } = await accepted(screens.server, olga, 'SetUpRecurringWork', { recurringId: uuid(), siteId, ...work })
  await screens.server.call(`${paths.recurringWork}?after=${seq}`, { token: olga.token })
  await makeRecurringJobs(screens.server, new Date())
  const { context, page, faults } = await screens.open(olga, '/recurring-work', phone)
  await page.getByRole('button', { name: 'Edit Gutter clearing' }).click()
  await page.getByRole('heading', { name: 'Next dates' }).waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Edit Fire doors' }).click()
  await page.getByRole('link', { name: /^View job/ }).click()
  const back = page.getByRole('link', { name: 'Recurring work: Fire doors' })
  await back.waitFor()
  const [colour, brand] = await back.evaluate((link) => {
    const shown = getComputedStyle(link).color
    link.style.color = 'var(--brand-text)'
    return [shown, getComputedStyle(link).color]
  })
  expect(colour).toBe(brand)
  await back.click()
  await page.getByRole('dialog', { name: 'Fire doors' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('the flats of a building get the same work at once; what is refused stays chosen, Undo takes back the rest, and the site’s page has the next jobs', async () => {
  const { server } = screens
  const buildingId = uuid()
  await accepted(server, olga, 'AddSite', { siteId: buildingId, name: 'Priory Gate' })
  for (const flat of [1, 2, 3])
    await accepted(server, olga, 'AddSite', { siteId: uuid(), name: `Flat ${flat}, Priory Gate`, buildingId })
  const { context, page, faults } = await screens.open(olga, '/recurring-work')
  await page.getByRole('button', { name: 'New Recurring Work' }).click()
  const adding = page.getByRole('dialog', { name: 'New Recurring Work' })
  await adding.getByLabel('Work').fill('Gas safety')
  expect(await adding.getByRole('switch', { name: 'Gas safety check' }).isChecked()).toBe(true)
  await adding.getByLabel('Where').fill('Priory Gate')
  await page.getByRole('option', { name: 'Priory Gate', exact: true }).click()
  await adding.getByRole('button', { name: 'Use its 3 flats instead' }).click()
  await adding.getByLabel('Another site').fill('Ashdown')
  await page.getByRole('option', { name: 'Ashdown House' }).click()
  const sites = adding.getByRole('list', { name: 'Sites' }).getByRole('listitem')
  await sites.nth(3).getByRole('button', { name: 'Remove Ashdown House' }).click()
  expect(await adding.getByLabel('Another site').inputValue()).toBe('')
  await adding.getByLabel('Task 1', { exact: true }).fill('Check the boiler')
  expect(await faultsInBothColours(page)).toEqual([])
  // One of the sites is gone by the time.
  const loseOne = async (route: Route) => {
    const { commands } = route.request().postDataJSON()
    commands[1].data.siteId = uuid()
    await route.continue({ postData: JSON.stringify({ commands }) })
  }
  await page.route(`**${paths.commands}`, loseOne, { times: 1 })
  await adding.getByRole('button', { name: 'Set up at 3 sites' }).click()
  await adding.getByText('Set up at 2 of 3 sites.').waitFor()
  await adding.getByText(/^Flat 2, Priory Gate: /).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Stopped Gas safety at 2 sites.').waitFor()
  await adding.getByRole('button', { name: 'Set up', exact: true }).click()
  await page.getByRole('row', { name: /Gas safety/ }).waitFor()
  expect(await page.getByRole('row', { name: /Gas safety/ }).count()).toBe(1)
  await page.getByRole('link', { name: 'Flat 2, Priory Gate' }).click()
  await expect.poll(() => page.getByRole('list', { name: 'Coming up' }).getByRole('listitem').count()).toBe(5)
  expect(await faultsInBothColours(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

test('while recurring work could not be read, no filter says how much there is', async () => {
  const owner = await screens.server.registerCompany()
  const { context, page } = await screens.open(owner, '/todo')
  let isRead = false
  const refuse = (route: Route) => (isRead ? route.continue() : route.fulfill({ status: 400, json: { error: 'No.' } }))
  await page.route(`**${paths.recurringWork}?*`, refuse)
  await goInside(page, '/recurring-work')
  await page.getByText('Failed to load recurring work. Please try again later.').waitFor()
  const soon = page.getByRole('button', { name: /^Next 30 days/ })
  expect((await soon.textContent())?.trim()).toBe('Next 30 days')
  // What could not be read is read again by itself once the page is connected: that is refused too.
  await page.getByText('Live', { exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  isRead = true
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => soon.textContent()).toBe('Next 30 days 0')
  await context.close()
})
