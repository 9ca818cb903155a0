import type { Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wallClock } from '#core/time/wall-clock.ts'
import { type Screens, startScreens } from '#test/browser/screens.ts'
import { type VisitingCompany, visitingCompany } from '#test/browser/visits.ts'
import { accepted, createJob, jobNow } from '#test/server/commands.ts'
import { countClicksAndKeys } from './clicks-and-keys.ts'

let screens: Screens
let company: VisitingCompany
beforeAll(async () => {
  screens = await startScreens()
  company = await visitingCompany(screens.server)
})
afterAll(() => screens.close())

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

/** What work takes of an owner once the screen shows this, for whom it may be another day. Text that is typed is not counted. */
async function effort(
  path: string,
  shown: (page: Page) => Promise<unknown>,
  work: (page: Page) => Promise<unknown>,
  today?: string,
) {
  const { context, page, faults } = await screens.open(company.dana, today ? '/healthz' : path)
  if (today) {
    await page.clock.install({ time: `${today}T10:00:00Z` })
    await page.goto(path)
  }
  await shown(page)
  const counted = await countClicksAndKeys(page)
  await work(page)
  const found = await counted()
  expect(faults).toEqual([])
  await context.close()
  return found
}

test('a job with two tasks takes two clicks and five keys', async () => {
  const newJob = (page: Page) => page.getByRole('button', { name: 'New Job', exact: true })
  const found = await effort(
    '/sites',
    (page) => newJob(page).waitFor(),
    async (page) => {
      await newJob(page).click()
      const dialog = page.getByRole('dialog', { name: 'Create New Job' })
      await expect.poll(() => dialog.getByLabel('Work Order').evaluate((one) => one.matches(':focus'))).toBe(true)
      await press(page, 'Tab', 'Tab')
      await page.keyboard.type('14 Marlowe Court')
      await dialog.getByPlaceholder('What needs doing').click()
      await page.keyboard.type('Mend the tap')
      await press(page, 'Enter', 'Enter')
      await page.keyboard.type('Paint the door')
      await press(page, 'Control+Enter')
      await page.getByRole('rowheader', { name: '14 Marlowe Court' }).waitFor()
    },
  )
  expect(found).toEqual({ clicks: 2, keys: 5 })
})

test.each([
  { when: 'on a Monday', today: '2038-01-11', tomorrow: '2038-01-12', proposed: 'Tue 12 Jan 2038', keys: 3 },
  { when: 'on a Friday', today: '2038-01-15', tomorrow: '2038-01-16', proposed: 'Mon 18 Jan 2038', keys: 5 },
])('$when, a visit tomorrow from 9 to 11 by somebody takes two clicks and $keys keys', async (day) => {
  const { jobId } = await createJob(screens.server, company.dana, { apartmentName: '22 Kestrel Mews' })
  const schedule = (page: Page) => page.getByRole('button', { name: 'Schedule', exact: true })
  const found = await effort(
    `/job/${jobId}`,
    (page) => schedule(page).waitFor(),
    async (page) => {
      await schedule(page).click()
      const dialog = page.getByRole('dialog', { name: 'Schedule' })
      await expect.poll(() => dialog.getByLabel('Start').evaluate((one) => one.matches(':focus'))).toBe(true)
      expect(await dialog.getByLabel('Date').inputValue()).toBe(day.proposed)
      // A day off is not proposed.
      if (day.keys > 3) {
        await press(page, 'Shift+Tab')
        await page.keyboard.type('tomorrow')
        await press(page, 'Tab')
      }
      await press(page, 'Tab', 'Tab')
      await page.keyboard.type('tom.')
      await page.getByRole('option', { name: 'tom.okafor' }).waitFor()
      await press(page, 'Enter')
      await dialog.getByRole('button', { name: 'Save Schedule' }).click()
      // The dialog closes as soon as this device has the visit.
      const times = async () => {
        const { jobStart, jobEnd } = await jobNow(screens.server, company.dana, jobId)
        return [jobStart, jobEnd].map((one) => one && wallClock(one, 'Europe/London'))
      }
      await expect.poll(times).toEqual(['09:00', '11:00'].map((time) => ({ day: day.tomorrow, time })))
    },
    day.today,
  )
  expect(found).toEqual({ clicks: 2, keys: day.keys })
})

test('who is free on Thursday takes two clicks', async () => {
  const found = await effort(
    '/sites',
    (page) => page.getByRole('link', { name: 'Calendar' }).waitFor(),
    async (page) => {
      await page.getByRole('link', { name: 'Calendar' }).click()
      await page.getByText('By person', { exact: true }).click()
      // The head of the row, and the days of the week.
      const thursday = page
        .getByRole('row', { name: /maya\.lind/ })
        .getByRole('cell')
        .nth(3)
      await thursday.getByText('9 h free').waitFor()
    },
  )
  expect(found).toEqual({ clicks: 2, keys: 0 })
})

test('a price is put back by two clicks', async () => {
  const taskId = uuid()
  const tasks = [{ taskId, description: 'Mend the tap', price: 8500 }]
  const { jobId } = await createJob(screens.server, company.dana, { apartmentName: '22 Kestrel Mews', tasks })
  await accepted(screens.server, company.dana, 'PriceTask', { jobId, taskId, price: 12_500 })
  const entryOf = (page: Page) =>
    page.getByRole('complementary').getByRole('listitem').filter({ hasText: 'changed a price' }).first()
  const found = await effort(
    `/job/${jobId}`,
    (page) => entryOf(page).waitFor(),
    async (page) => {
      await entryOf(page).hover()
      await entryOf(page).getByRole('button', { name: 'Put it back' }).click()
      const dialog = page.getByRole('dialog', { name: 'Put the price back to £85.00' })
      await dialog.getByRole('button', { name: 'Put it back' }).click()
      const price = async () => (await jobNow(screens.server, company.dana, jobId)).office?.prices[taskId]
      await expect.poll(price).toBe(8500)
    },
  )
  expect(found).toEqual({ clicks: 2, keys: 0 })
})

test('the list of overdue jobs is one click away', async () => {
  const found = await effort(
    '/sites',
    (page) => page.getByRole('button', { name: /^Overdue/ }).waitFor(),
    async (page) => {
      await page.getByRole('button', { name: /^Overdue/ }).click()
      await page.getByRole('button', { name: /^Overdue/, pressed: true }).waitFor()
    },
  )
  expect(found).toEqual({ clicks: 1, keys: 0 })
})

test('ten jobs are invoiced by two clicks and two keys', async () => {
  const names = Array.from({ length: 10 }, (_, nth) => `Flat ${nth + 1}, Done House`)
  for (const apartmentName of names) {
    const { jobId, taskId } = await createJob(screens.server, company.dana, { apartmentName })
    await accepted(screens.server, company.dana, 'CycleTask', { jobId, taskId, from: 'not completed' })
  }
  const found = await effort(
    '/sites',
    (page) => page.getByRole('button', { name: 'To invoice 10' }).waitFor(),
    async (page) => {
      await page.getByRole('button', { name: 'To invoice 10' }).click()
      await expect.poll(() => page.locator('tbody').getByRole('rowheader').count()).toBe(10)
      await press(page, 'Control+a')
      await page.getByRole('region', { name: 'Selected jobs' }).getByRole('button', { name: 'Invoice' }).click()
      const dialog = page.getByRole('dialog', { name: 'Invoice 10 jobs' })
      await expect
        .poll(() => dialog.getByLabel('First invoice number').evaluate((one) => one.matches(':focus')))
        .toBe(true)
      await page.keyboard.type('INV-001')
      await dialog.getByText('INV-010').waitFor()
      await press(page, 'Enter')
      await page.getByRole('button', { name: 'To invoice 0' }).waitFor()
    },
  )
  expect(found).toEqual({ clicks: 2, keys: 2 })
})

test('gas safety checks for the three flats of a building take five clicks and one key', async () => {
  const buildingId = uuid()
  await accepted(screens.server, company.dana, 'AddSite', { siteId: buildingId, name: 'Priory Gate' })
  for (const flat of [1, 2, 3])
    await accepted(screens.server, company.dana, 'AddSite', {
      ...{ siteId: uuid(), name: `Flat ${flat}, Priory Gate`, buildingId },
    })
  const found = await effort(
    '/recurring-work',
    (page) => page.getByRole('button', { name: 'New Recurring Work' }).waitFor(),
    async (page) => {
      await page.getByRole('button', { name: 'New Recurring Work' }).click()
      const dialog = page.getByRole('dialog', { name: 'New Recurring Work' })
      await expect.poll(() => dialog.getByLabel('Work').evaluate((one) => one.matches(':focus'))).toBe(true)
      await page.keyboard.type('Gas safety')
      await dialog.getByLabel('Where').click()
      await page.keyboard.type('Priory Gate')
      await page.getByRole('option', { name: 'Priory Gate', exact: true }).waitFor()
      await press(page, 'Enter')
      await dialog.getByRole('button', { name: 'Use its 3 flats instead' }).click()
      await dialog.getByLabel('Task 1', { exact: true }).click()
      await page.keyboard.type('Check the boiler')
      await dialog.getByRole('button', { name: 'Set up at 3 sites' }).click()
      await dialog.waitFor({ state: 'detached' })
    },
  )
  expect(found).toEqual({ clicks: 5, keys: 1 })
})
