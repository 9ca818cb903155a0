import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tabOpenedBy } from '#test/browser/opened-tab.ts'
import { failUntilRetry } from '#test/browser/requests/fail-until-retry.ts'
import { holdRequests } from '#test/browser/requests/held-requests.ts'
import { type Screens, startScreens } from '#test/browser/screens.ts'
import { boxOf, drag, type TestVisit, type VisitingCompany, visitingCompany, visitOn } from '#test/browser/visits.ts'
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

test('a visit is a link that opens its job beside the calendar, by a click and by Enter', async () => {
  const { dana, priya, tom } = company
  for (const person of [dana, priya, tom]) {
    const { context, page, faults } = await screens.open(person, week)
    const link = page.getByRole('link', { name: /6 Mill Parade/ })
    await expect
      .poll(() => link.textContent())
      .toMatch(/09:00–11:00.*tom\.okafor.*Booked.*job 00001, opens in a new tab/)
    for (const open of [() => link.click(), () => link.press('Enter')]) {
      const job = await tabOpenedBy(page, open)
      await expect.poll(job.title).toContain('6 Mill Parade')
      expect(await job.path()).toBe(`/job/${mill.jobId}`)
      await job.close()
    }
    expect(faults).toEqual([])
    await context.close()
  }
})

test('a visit can be dragged by its middle to another day and time, and goes back with Undo', async () => {
  const { dana } = company
  const { context, page, faults } = await screens.open(dana, week)
  const { x, y, width, height } = await boxOf(page, '6 Mill Parade')
  // Grabbed in the middle and moved two days and an hour and a half later.
  await drag(page, { x: x + width / 2, y: y + height / 2 + 2 }, { x: width * 2.05, y: height * 0.75 })
  await visitOn(page, '6 Mill Parade').getByText('10:30–12:30').waitFor()
  await page.getByText(/^Booked for Thu 14 Jan( 2038)?, 10:30–12:30$/).waitFor()
  await expect.poll(() => company.booked(mill)).toBe('2038-01-14 10:30–12:30')
  await expect.poll(async () => (await boxOf(page, '6 Mill Parade')).x).toBeGreaterThan(x + width * 1.5)
  await page.getByRole('button', { name: 'Undo' }).click()
  await visitOn(page, '6 Mill Parade').getByText('09:00–11:00').waitFor()
  await expect.poll(() => company.booked(mill)).toBe('2038-01-12 09:00–11:00')
  expect(faults).toEqual([])
  await context.close()
})

test('a visit can be lengthened or shortened by its edges, a quarter of an hour at a time', async () => {
  const { priya } = company
  const { context, page } = await screens.open(priya, week)
  const { x, y, width, height } = await boxOf(page, '6 Mill Parade')
  await drag(page, { x: x + width / 2, y: y + height - 2 }, { x: 0, y: height * 0.4 })
  await expect.poll(() => company.booked(mill)).toBe('2038-01-12 09:00–11:45')
  await drag(page, { x: x + width / 2, y: y + 2 }, { x: 0, y: height * 0.2 })
  await visitOn(page, '6 Mill Parade').getByText('09:30–11:45').waitFor()
  await expect.poll(() => company.booked(mill)).toBe('2038-01-12 09:30–11:45')
  // Escape leaves it where it was.
  const now = await boxOf(page, '6 Mill Parade')
  await page.mouse.move(now.x + now.width / 2, now.y + now.height / 2)
  await page.mouse.down()
  await page.mouse.move(now.x + now.width / 2, now.y + now.height * 1.5, { steps: 4 })
  await page.getByText('11:45–14:00').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('11:45–14:00').waitFor({ state: 'detached' })
  await page.mouse.up()
  expect(await company.booked(mill)).toBe('2038-01-12 09:30–11:45')
  expect(context.pages()).toHaveLength(1)
  await context.close()
})

test('the same with the keyboard only, in another week', async () => {
  const { dana } = company
  const { context, page } = await screens.open(dana, week)
  await page.getByRole('link', { name: /6 Mill Parade/ }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Reschedule' }).waitFor()
  await page.keyboard.press('Escape')
  // Back on its button, which opens it again; no key is too early for it.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Reschedule' })
  await dialog.getByLabel('Start').press('Control+a')
  await page.keyboard.type('1315')
  await expect.poll(() => dialog.getByLabel('End').inputValue()).toBe('15:15')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('19 Jan 2038')
  await page.keyboard.press('Enter')
  await page.getByText(/^Booked for Tue 19 Jan( 2038)?, 13:15–15:15$/).waitFor()
  await expect.poll(() => company.booked(mill)).toBe('2038-01-19 13:15–15:15')
  await visitOn(page, '6 Mill Parade').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Next week' }).click()
  await visitOn(page, '6 Mill Parade').getByText('13:15–15:15').waitFor()
  await context.close()
})

test('arrow keys move a visit and its end; a series of key presses is one change', async () => {
  const { dana } = company
  const { context, page } = await screens.open(dana, week)
  const link = page.getByRole('link', { name: /6 Mill Parade/ })
  await link.focus()
  for (const key of ['Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowDown', 'Control+Shift+ArrowUp'])
    await page.keyboard.press(key)
  await visitOn(page, '6 Mill Parade').getByText('09:15–11:00').waitFor()
  await expect.poll(() => link.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.getByText(/^Booked for Thu 14 Jan( 2038)?, 09:15–11:00$/).waitFor()
  await expect.poll(() => company.booked(mill)).toBe('2038-01-14 09:15–11:00')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => company.booked(mill)).toBe('2038-01-12 09:00–11:00')
  await context.close()
})

test('Undo of a moved visit gives the job the status back that it had beside its visit', async () => {
  const { dana, statusOf } = company
  await accepted(screens.server, dana, 'ChangeWarning', { jobId: mill.jobId, warning: 'no access' })
  const { context, page } = await screens.open(dana, week)
  await page.getByRole('link', { name: /6 Mill Parade.*Pending/ }).focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => statusOf(mill)).toBe('booked')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => company.booked(mill)).toBe('2038-01-12 09:00–11:00')
  await expect.poll(() => statusOf(mill)).toBe('pending')
  await context.close()
})

test('a visit moved offline, of a job never opened here, is stored and sent even if the page is left', async () => {
  const { dana } = company
  const { context, page } = await screens.open(dana, week)
  await page.getByRole('link', { name: /6 Mill Parade/ }).waitFor()
  await context.setOffline(true)
  await page.getByText('Offline').first().waitFor()
  await page.getByRole('link', { name: /6 Mill Parade/ }).focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.getByText(/^Booked for Wed 13 Jan( 2038)?, 09:00–11:00$/).waitFor()
  await page.goto('about:blank')
  await context.setOffline(false)
  await page.goto('/waiting')
  await expect.poll(() => company.booked(mill)).toBe('2038-01-13 09:00–11:00')
  await context.close()
})

test('a clash is asked about; Cancel leaves the visit where it was, Book anyway moves it', async () => {
  const { dana, tom } = company
  await company.book('40 Linden Grove', ['2038-01-13', '10:00', '12:00'], [tom])
  const { context, page } = await screens.open(dana, week)
  const { x, y, width, height } = await boxOf(page, '6 Mill Parade')
  const overlap = () => drag(page, { x: x + width / 2, y: y + height / 2 }, { x: width * 1.03, y: height / 2 })
  await overlap()
  const asks = page.getByRole('dialog', { name: 'Already booked' })
  await asks.getByText('tom.okafor is already booked 10:00 to 12:00 on job 00002, 40 Linden Grove.').waitFor()
  await asks.getByText(/^6 Mill Parade, job \d{5}, Wed 13 Jan( 2038)?, 10:00–12:00$/).waitFor()
  await visitOn(page, '6 Mill Parade').getByText('09:00–11:00').waitFor()
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })
  await asks.getByRole('button', { name: 'Cancel' }).click()
  await asks.waitFor({ state: 'hidden' })
  expect(await company.booked(mill)).toBe('2038-01-12 09:00–11:00')
  await overlap()
  await asks.getByRole('button', { name: 'Book anyway' }).click()
  await expect.poll(() => company.booked(mill)).toBe('2038-01-13 10:00–12:00')
  const overlapped = async () => {
    const [one, other] = [await boxOf(page, '6 Mill Parade'), await boxOf(page, '40 Linden Grove')]
    return one.width - Math.abs(one.x - other.x)
  }
  await expect.poll(overlapped).toBeLessThanOrEqual(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => company.booked(mill)).toBe('2038-01-12 09:00–11:00')
  await context.close()
})

test('the week and the person are in the address, for Back, reload and links', async () => {
  const { dana, maya } = company
  await company.book('40 Linden Grove', ['2038-01-13', '10:00', '13:30'], [maya])
  await company.book('2 Orchard Row', ['2038-01-19', '10:00', '12:00'])
  const { context, page } = await screens.open(dana, week)
  const figures = page.getByRole('list', { name: 'In the week of 11 – 17 January 2038' })
  await figures.getByText('2 visits').waitFor()
  await figures.getByText('5.5 hours of visits').waitFor()
  await page.getByRole('button', { name: 'maya.lind' }).click()
  await visitOn(page, '6 Mill Parade').waitFor({ state: 'detached' })
  await figures.getByText('3.5 hours of visits').waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('person')).toBe(maya.user.userId)
  await page.getByRole('button', { name: 'Next week' }).click()
  await page.getByText('No visits this week.').waitFor()
  await page.getByRole('button', { name: 'Show everyone' }).click()
  await visitOn(page, '2 Orchard Row').getByText('unassigned').waitFor()
  await page.goBack()
  await visitOn(page, '40 Linden Grove').waitFor()
  await page.reload()
  await visitOn(page, '40 Linden Grove').waitFor()
  expect(await visitOn(page, '6 Mill Parade').count()).toBe(0)
  await page.getByRole('button', { name: '27 January 2038' }).click()
  await page.getByRole('heading', { name: '25 – 31 January 2038' }).waitFor()
  await page.getByRole('button', { name: 'Next week' }).evaluate((next: HTMLElement) => {
    next.click()
    next.click()
  })
  await page.getByRole('heading', { name: '8 – 14 February 2038' }).waitFor()
  await page.getByRole('button', { name: 'Today' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('week')).toBeNull()
  await context.close()
})

test('an empty week and a failure to load each have a message and a next step', async () => {
  const { dana } = company
  const { context, page } = await screens.open(dana, '/calendar?week=2038-02-08')
  await page.getByText('No visits this week.').waitFor()
  await expect
    .poll(() => page.getByRole('link', { name: 'See jobs to schedule' }).getAttribute('href'))
    .toBe('/sites?status=pending')
  await failUntilRetry(page, '**/api/calendar?**', 'No.')
  await page.goto(week)
  await page.getByRole('alert').getByText('Failed to fetch the calendar: No.').waitFor()
  await page.getByRole('button', { name: 'Retry' }).click()
  await visitOn(page, '6 Mill Parade').waitFor()
  await context.close()
})

test('a week that is still being read has grey visits, so that it does not look free', async () => {
  const { context, page } = await screens.open(company.dana, '/sites')
  const release = await holdRequests(page, '**/api/calendar?**')
  await page.goto('/calendar?week=2038-02-08')
  const grid = page.locator('[aria-busy=true]').filter({ hasText: 'Loading...' })
  await grid.locator('[aria-hidden] > div > span').nth(4).waitFor()
  expect(await page.getByText('No visits this week.').count()).toBe(0)
  release()
  await page.getByText('No visits this week.').waitFor()
  expect(await page.getByText('Loading...').count()).toBe(0)
  await context.close()
})

test('a visit that somebody else moves is moved here too', async () => {
  const { priya, tom } = company
  const { context, page } = await screens.open(tom, week)
  await visitOn(page, '6 Mill Parade').getByText('09:00–11:00').waitFor()
  await page.getByText('Live').waitFor()
  // Only a push can bring the change.
  const release = await holdRequests(page, '**/api/calendar?**')
  await company.reschedule(priya, mill, ['2038-01-15', '14:00', '15:30'])
  await visitOn(page, '6 Mill Parade').getByText('14:00–15:30').waitFor()
  release()
  await context.close()
})

test('the team sees every visit but cannot move any', async () => {
  const { tom, maya } = company
  await company.book('40 Linden Grove', ['2038-01-13', '10:00', '13:30'], [maya])
  const { context, page } = await screens.open(tom, week)
  await visitOn(page, '40 Linden Grove').waitFor()
  expect(await page.getByRole('button', { name: /^Actions for/ }).count()).toBe(0)
  expect(await page.locator('[draggable="true"]').count()).toBe(0)
  const { x, y, width, height } = await boxOf(page, '6 Mill Parade')
  await drag(page, { x: x + width / 2, y: y + height - 2 }, { x: width, y: height })
  expect(await company.booked(mill)).toBe('2038-01-12 09:00–11:00')
  await context.close()
})
