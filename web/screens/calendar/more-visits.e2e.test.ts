import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsInBothColours, type Screens, startScreens } from '#test/browser/screens.ts'
import { boxOf, visitingCompany, visitOn } from '#test/browser/visits.ts'

const week = '/calendar?week=2038-01-11'
let screens: Screens
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens?.close())

const sites = ['6 Mill Parade', '40 Linden Grove', '2 Orchard Row', '11 Sutler Street', '8 Kestrel Mews']

test('three visits stand side by side; the others are counted and listed, and the office moves them from the list', async () => {
  const company = await visitingCompany(screens.server)
  const { dana, tom } = company
  const visits = []
  for (const site of sites) visits.push(await company.book(site, ['2038-01-12', '09:00', '11:00']))
  const { context, page, faults } = await screens.open(dana, week)
  await visitOn(page, '6 Mill Parade').waitFor()
  await expect.poll(() => page.getByRole('article').count()).toBe(3)
  const [first, second] = [await boxOf(page, '6 Mill Parade'), await boxOf(page, '40 Linden Grove')]
  expect(second.x).toBeGreaterThanOrEqual(first.x + first.width - 1)
  const more = page.getByRole('button', { name: /^\+2 more.*09:00–11:00$/ })
  // Each visit still has room for the words of its site, and the count is within its column.
  const words = visitOn(page, '2 Orchard Row').getByText('Orchard', { exact: true })
  expect(await words.evaluate((one) => getComputedStyle(one).opacity)).toBe('1')
  const last = await boxOf(page, '2 Orchard Row')
  const box = await more.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(last.x + last.width + 1)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(last.y + last.height + 1)
  expect(await faultsInBothColours(page)).toEqual([])

  await more.press('Enter')
  const list = page.getByRole('dialog', { name: 'Tuesday 12 January, 5 visits' })
  for (const site of sites) await list.getByRole('link', { name: site }).waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  await list.getByRole('button', { name: 'Actions for 8 Kestrel Mews' }).click()
  await page.getByRole('menuitem', { name: 'Reschedule' }).click()
  const reschedule = page.getByRole('dialog', { name: 'Reschedule' })
  await reschedule.getByLabel('Start').fill('13:00')
  await reschedule.getByRole('button', { name: 'Reschedule' }).click()
  await list.getByRole('listitem').filter({ hasText: '8 Kestrel Mews' }).getByText('13:00').waitFor()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'hidden' })
  await visitOn(page, '8 Kestrel Mews').getByText('13:00–15:00').waitFor()
  const [, , , , kestrel] = visits
  if (kestrel) await expect.poll(() => company.booked(kestrel)).toBe('2038-01-12 13:00–15:00')
  expect(faults).toEqual([])
  await context.close()

  const team = await screens.open(tom, week)
  await team.page.getByRole('button', { name: '+1 more' }).click()
  await team.page.getByRole('dialog').getByRole('link', { name: '11 Sutler Street' }).waitFor()
  expect(await team.page.getByRole('button', { name: /^Actions for/ }).count()).toBe(0)
  await team.context.close()
})

test('a visit moved by keys into a full hour stays in sight', async () => {
  const company = await visitingCompany(screens.server)
  for (const site of sites.slice(1)) await company.book(site, ['2038-01-13', '09:00', '11:00'])
  await company.book('6 Mill Parade', ['2038-01-12', '09:00', '11:00'])
  const { context, page } = await screens.open(company.dana, week)
  const link = page.getByRole('link', { name: /6 Mill Parade/ })
  await link.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.getByText(/^Booked for Wed 13 Jan( 2038)?, 09:00–11:00$/).waitFor()
  await page.getByRole('button', { name: '+2 more' }).waitFor()
  await expect.poll(() => link.evaluate((one) => one === document.activeElement)).toBe(true)
  await context.close()
})
