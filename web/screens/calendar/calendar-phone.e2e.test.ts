import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tabOpenedBy } from '#test/browser/opened-tab.ts'
import { desktop, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { type TestVisit, type VisitingCompany, visitingCompany } from '#test/browser/visits.ts'
import { accepted } from '#test/server/commands.ts'

const week = '/calendar?week=2038-01-11'
let screens: Screens
let company: VisitingCompany
let mill: TestVisit
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens?.close())
beforeEach(async () => {
  company = await visitingCompany(screens.server)
  mill = await company.book('6 Mill Parade', ['2038-01-12', '09:00', '11:00'], [company.tom])
})

test('a day is chosen from the strip, and its visits open their jobs', async () => {
  const { dana, tom, maya } = company
  await company.book('40 Linden Grove', ['2038-01-14', '10:00', '13:30'], [maya])
  for (const person of [dana, tom]) {
    const { context, page, faults } = await screens.open(person, week, phone)
    await page.getByRole('button', { name: 'Tuesday 12 January, 1 visit' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('day')).toBe('2038-01-12')
    await page.getByRole('heading', { name: 'Tue 12 Jan' }).waitFor()
    const link = page.getByRole('link', { name: /6 Mill Parade/ })
    const job = await tabOpenedBy(page, () => link.click())
    await job.close()
    await page.getByRole('button', { name: 'Wednesday 13 January, no visits' }).click()
    await page.getByText('No visits on this day.').waitFor()
    await page.getByRole('link', { name: /40 Linden Grove/ }).waitFor()
    expect(await link.count()).toBe(0)
    expect(await page.getByRole('button', { name: /^Actions for/ }).count()).toBe(person === dana ? 1 : 0)
    expect(faults).toEqual([])
    await context.close()
  }
})

test('a visit can be rescheduled without dragging, and put back with Undo', async () => {
  const { priya } = company
  const { context, page } = await screens.open(priya, week, phone)
  await page.getByRole('button', { name: 'Actions for 6 Mill Parade' }).tap()
  await page.getByRole('menuitem', { name: 'Reschedule' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Reschedule' })
  await dialog.getByLabel('End').fill('0830')
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  await dialog.getByText('The end must be after the start.').waitFor()
  await dialog.getByLabel('Start').fill('0730')
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  await page.getByText(/^Booked for Tue 12 Jan( 2038)?/).waitFor()
  await expect.poll(() => company.booked(mill)).toMatch('2038-01-12 07:30')
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expect.poll(() => company.booked(mill)).toBe('2038-01-12 09:00–11:00')
  await context.close()
})

test.each([
  ['a desk', desktop],
  ['a phone', phone],
] as const)(
  'at %s the calendar, its menu and its dialog have no accessibility faults, light and dark',
  async (_, look) => {
    const { dana, maya } = company
    await company.book('40 Linden Grove', ['2038-01-12', '10:00', '13:30'], [maya])
    const warned = await company.book('2 Orchard Row', ['2038-01-12', '15:00', '15:30'])
    await accepted(screens.server, dana, 'ChangeWarning', { jobId: warned.jobId, warning: 'no access' })
    await company.book('Early House', ['2038-01-12', '04:00', '05:00'])
    const { context, page } = await screens.open(dana, week, look)
    await page.getByRole('link', { name: /2 Orchard Row/ }).waitFor()
    expect(await faultsInBothColours(page)).toEqual([])
    await page.getByRole('button', { name: 'Actions for 6 Mill Parade' }).click({ force: true })
    expect(await faultsInBothColours(page)).toEqual([])
    await page.getByRole('menuitem', { name: 'Reschedule' }).click()
    await page.getByRole('dialog', { name: 'Reschedule' }).getByLabel('Start').click()
    expect(await faultsInBothColours(page)).toEqual([])
    await page.goto('/calendar?week=2038-02-08')
    await page.getByText('No visits this week.').waitFor()
    expect(await faultsInBothColours(page)).toEqual([])
    await context.close()
  },
)
