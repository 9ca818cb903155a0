import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { atRest, faultsInBothColours, type Screens, startScreens } from '#test/browser/screens.ts'
import { type TestVisit, type VisitingCompany, visitingCompany } from '#test/browser/visits.ts'
import { accepted, createJob } from '#test/server/commands.ts'

const day = '/calendar?week=2038-01-11&day=2038-01-12&by=person&span=day'
let screens: Screens
let company: VisitingCompany
let linden: TestVisit
let sutler: { jobId: string }
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens?.close())
beforeEach(async () => {
  company = await visitingCompany(screens.server)
  const { tom, maya, dana } = company
  await company.book('6 Mill Parade', ['2038-01-12', '09:00', '11:00'], [tom, maya])
  linden = await company.book('40 Linden Grove', ['2038-01-12', '14:00', '15:30'], [tom])
  await createJob(screens.server, dana, { apartmentName: '35 Castle Street' })
  sutler = await createJob(screens.server, dana, { apartmentName: '9 Sutler Street' })
  await accepted(screens.server, dana, 'SetNextVisit', { ...only(sutler), nextVisitHours: 1.5, nextVisitPeople: 1 })
  await accepted(screens.server, dana, 'ChangeWarning', { ...only(sutler), warning: 'no access' })
})
const only = ({ jobId }: { jobId: string }) => ({ jobId })

const tray = (page: Page) => page.getByRole('region', { name: 'Needs a visit' })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const visitIn = (page: Page, name: string, site: string) =>
  row(page, name).getByRole('listitem').filter({ hasText: site })

/** Where a time lies in a person's row, a little below its middle. */
async function spotOf(page: Page, name: string, time: string) {
  await atRest(page)
  const box = await row(page, name).locator('[data-board-cell]').boundingBox()
  if (!box) throw new Error(`${name} has no row`)
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return { x: box.x + (box.width * (hours * 60 + minutes - 420)) / 720 + 2, y: box.y + box.height / 2 }
}

async function dragTo(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 3 })
}

/** Where something lies that follows the pointer. */
async function placed(page: Page, text: string) {
  const box = await page.locator('div[aria-hidden=true]').filter({ hasText: text }).boundingBox()
  if (!box) throw new Error(`${text} does not follow the pointer`)
  return box
}

test('a job is dragged from the tray to a person; a clash shows before it is made and is asked about; undo takes it back', async () => {
  const { context, page, faults } = await screens.open(company.dana, day)
  const jobs = tray(page).getByRole('button', { name: /^Book / })
  // The most urgent one is first.
  await expect
    .poll(() => jobs.allTextContents())
    .toEqual([expect.stringMatching(/9 Sutler/), expect.stringMatching(/35 Castle/)])
  expect(await faultsInBothColours(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  const card = (await jobs.first().boundingBox()) ?? { x: 0, y: 0 }
  const held = { x: card.x + 60, y: card.y + 20 }
  await dragTo(page, held, await spotOf(page, 'tom.okafor', '10:00'))
  await page.getByText('Clashes with 6 Mill Parade, 09:00–11:00').waitFor()
  const free = await spotOf(page, 'tom.okafor', '11:15')
  await page.mouse.move(free.x, free.y, { steps: 3 })
  await page.getByText('Clashes with').waitFor({ state: 'detached' })
  // The card is beside the pointer, and the box where the visit would begin.
  const [beside, there] = [await placed(page, '9 Sutler Street'), await placed(page, '11:15')]
  expect([beside.x - free.x, beside.y - free.y].map(Math.round)).toEqual([12, 10])
  expect(Math.abs(there.x + 2 - free.x)).toBeLessThan(2)
  expect(Math.abs(there.y + there.height / 2 - free.y)).toBeLessThan(2)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  expect(await jobs.count()).toBe(2)

  await dragTo(page, held, await spotOf(page, 'maya.lind', '10:30'))
  await page.mouse.up()
  const asked = page.getByRole('dialog', { name: 'Already booked' })
  await asked.getByText('maya.lind is already booked 09:00 to 11:00').waitFor()
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await asked.waitFor({ state: 'hidden' })

  await dragTo(page, held, await spotOf(page, 'maya.lind', '13:00'))
  await page.mouse.up()
  // As long as was noted on the job.
  await page.getByText(/^Booked for Tue 12 Jan( 2038)?, 13:00–14:30$/).waitFor()
  await visitIn(page, 'maya.lind', '9 Sutler Street').waitFor()
  await expect.poll(() => jobs.count()).toBe(1)
  const booked = { ...only(sutler), jobBookingId: '', assignedTo: [] }
  await expect.poll(() => company.booked(booked)).toBe('2038-01-12 13:00–14:30')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => jobs.count()).toBe(2)
  await expect.poll(() => company.booked(booked)).toBe('not booked')
  expect(faults).toEqual([])
  await context.close()
})

test('a visit is dragged to another person and time; of two people the other stays', async () => {
  const { context, page, faults } = await screens.open(company.dana, day)
  await visitIn(page, 'tom.okafor', '6 Mill Parade').waitFor()
  await dragTo(page, await spotOf(page, 'tom.okafor', '09:30'), await spotOf(page, 'Unassigned', '12:30'))
  await page.mouse.up()
  await expect.poll(() => visitIn(page, 'tom.okafor', '6 Mill Parade').count()).toBe(0)
  await visitIn(page, 'maya.lind', '6 Mill Parade').getByText('12:00–14:00').waitFor()
  await dragTo(page, await spotOf(page, 'tom.okafor', '14:30'), await spotOf(page, 'maya.lind', '15:00'))
  await page.mouse.up()
  await visitIn(page, 'maya.lind', '40 Linden Grove').getByText('14:30–16:00').waitFor()
  await expect.poll(() => company.booked(linden)).toBe('2038-01-12 14:30–16:00')
  // A day of a week keeps the time.
  await page.getByRole('group', { name: 'How much to show' }).getByRole('button', { name: 'Week' }).click()
  await page.getByRole('columnheader', { name: 'Monday 11 January' }).waitFor()
  await atRest(page)
  const from = await visitIn(page, 'maya.lind', '40 Linden Grove').boundingBox()
  const to = await row(page, 'tom.okafor').locator('[data-board-cell$="2038-01-14"]').boundingBox()
  if (!from || !to) throw new Error('Nothing to drag')
  await dragTo(page, { x: from.x + 20, y: from.y + 10 }, { x: to.x + 20, y: to.y + 50 })
  await page.mouse.up()
  await expect.poll(() => company.booked(linden)).toBe('2038-01-14 14:30–16:00')
  await visitIn(page, 'tom.okafor', '40 Linden Grove').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('M moves a visit by the arrow keys, a job of the tray opens its schedule by Enter; a click on an empty hour books there', async () => {
  const { context, page, faults } = await screens.open(company.priya, day)
  const link = visitIn(page, 'tom.okafor', '40 Linden Grove').getByRole('link')
  await link.focus()
  for (const key of ['m', 'ArrowLeft', 'ArrowLeft', 'Shift+ArrowRight', 'ArrowUp']) await page.keyboard.press(key)
  await page.getByRole('status').getByText('maya.lind, 13:30–15:15').waitFor()
  await page.keyboard.press('Enter')
  const moved = visitIn(page, 'maya.lind', '40 Linden Grove').getByRole('link')
  await expect.poll(() => moved.evaluate((one) => one === document.activeElement)).toBe(true)
  await expect.poll(() => company.booked(linden)).toBe('2038-01-12 13:30–15:15')

  await tray(page).getByLabel('Filter jobs that need a visit').fill('castle')
  const castle = tray(page).getByRole('button', { name: /^Book / })
  await expect.poll(() => castle.allTextContents()).toEqual([expect.stringMatching(/35 Castle/)])
  await castle.press('Enter')
  const schedule = page.getByRole('dialog', { name: 'Schedule' })
  await expect.poll(() => schedule.getByLabel('Date').inputValue()).toBe('Tue 12 Jan 2038')
  await page.keyboard.press('Escape')
  await schedule.waitFor({ state: 'hidden' })

  const { x, y } = await spotOf(page, 'tom.okafor', '16:20')
  await page.mouse.click(x, y)
  await page
    .getByRole('dialog', { name: 'Book tom.okafor, Tue 12 Jan 2038' })
    .getByRole('button', { name: /35 Castle/ })
    .click()
  await expect.poll(() => schedule.getByLabel('Start').inputValue()).toBe('16:15')
  expect(faults).toEqual([])
  await context.close()
})

test('what is booked today is proposed in hours still to come, and a job of the tray on the day on screen, unless that is over', async () => {
  const { context, page, faults } = await screens.open(company.dana, '/healthz')
  await page.clock.install({ time: '2038-01-12T13:05:00Z' })
  await page.goto(day)
  const schedule = page.getByRole('dialog', { name: 'Schedule' })
  const proposed = async () => [
    await schedule.getByLabel('Date').inputValue(),
    await schedule.getByLabel('Start').inputValue(),
    (await schedule.getByPlaceholder('Choose people').count()) === 1 ? 'nobody' : 'somebody',
  ]
  const castle = tray(page).getByRole('button', { name: /35 Castle/ })
  const bookIn = async (text: string) => {
    await page
      .getByRole('dialog', { name: text })
      .getByRole('button', { name: /35 Castle/ })
      .click()
  }
  const leave = async () => {
    await page.keyboard.press('Escape')
    await schedule.waitFor({ state: 'hidden' })
  }
  await visitIn(page, 'tom.okafor', '40 Linden Grove').waitFor()
  // Tom has a visit until 15:30.
  const { x, y } = await spotOf(page, 'tom.okafor', '11:30')
  await page.mouse.click(x, y)
  await bookIn('Book tom.okafor, Tue 12 Jan 2038')
  await expect.poll(proposed).toEqual(['Tue 12 Jan 2038', '15:30', 'somebody'])
  await leave()
  // Maya is free.
  await castle.press('Enter')
  await expect.poll(proposed).toEqual(['Tue 12 Jan 2038', '13:15', 'nobody'])
  await leave()
  await page.getByRole('button', { name: 'Next day' }).click()
  await page.getByRole('heading', { name: 'Wednesday 13 January' }).waitFor()
  await castle.press('Enter')
  await expect.poll(proposed).toEqual(['Wed 13 Jan 2038', '08:00', 'nobody'])
  await leave()
  for (const _ of [1, 2]) await page.getByRole('button', { name: 'Previous day' }).click()
  await page.getByRole('heading', { name: 'Monday 11 January' }).waitFor()
  await castle.press('Enter')
  await expect.poll(proposed).toEqual(['Wed 13 Jan 2038', '09:00', 'nobody'])
  expect(faults).toEqual([])
  await context.close()
})

test('a job of the tray that is put on today in a week starts in an hour to come, by keyboard and by mouse', async () => {
  const { context, page, faults } = await screens.open(company.dana, '/healthz')
  await page.clock.install({ time: '2038-01-14T13:05:00Z' })
  await page.goto('/calendar?week=2038-01-11&by=person')
  const castle = tray(page).getByRole('button', { name: /35 Castle/ })
  await castle.focus()
  for (const key of ['m', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
  await page.getByRole('status').getByText('Wed 13, 08:00–10:00').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('status').getByText('Thu 14, 13:15–15:15').waitFor()
  await page.keyboard.press('Escape')
  await atRest(page)
  const from = await castle.boundingBox()
  const to = await row(page, 'tom.okafor').locator('[data-board-cell$="2038-01-14"]').boundingBox()
  if (!from || !to) throw new Error('Nothing to drag')
  await dragTo(page, { x: from.x + 40, y: from.y + 10 }, { x: to.x + 20, y: to.y + 50 })
  await page.mouse.up()
  await page.getByText(/^Booked for (Today|Thu 14 Jan( 2038)?), 13:15–15:15$/).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('of more jobs than fit, the list scrolls: how to book them stays in sight below it, and the page grows no longer', async () => {
  for (let nth = 1; nth <= 14; nth += 1)
    await createJob(screens.server, company.dana, { apartmentName: `Flat ${nth}, Cooper Yard` })
  const { context, page } = await screens.open(company.dana, day)
  const jobs = tray(page).getByRole('button', { name: /^Book / })
  await expect.poll(() => jobs.count()).toBe(16)
  await atRest(page)
  const hint = await page.getByText('Drag a job to a person').boundingBox()
  expect((hint?.y ?? 900) + (hint?.height ?? 0)).toBeLessThan(900)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(900)
  await jobs.last().scrollIntoViewIfNeeded()
  const last = await jobs.last().boundingBox()
  expect((last?.y ?? 900) + (last?.height ?? 0)).toBeLessThanOrEqual(hint?.y ?? 0)
  await context.close()
})
