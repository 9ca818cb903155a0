import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { goInside } from '#test/browser/go-inside.ts'
import { faultsInBothColours, type Screens, startScreens } from '#test/browser/screens.ts'
import { type VisitingCompany, visitingCompany } from '#test/browser/visits.ts'
import { accepted, createJob } from '#test/server/commands.ts'

const week = '/calendar?week=2038-01-11&by=person'
let screens: Screens
let company: VisitingCompany
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens?.close())
beforeEach(async () => {
  company = await visitingCompany(screens.server)
  const { tom, maya } = company
  await company.book('6 Mill Parade', ['2038-01-12', '09:00', '11:00'], [tom, maya])
  const linden = await company.book('40 Linden Grove', ['2038-01-12', '14:00', '15:30'], [tom])
  const [jobStart, jobEnd] = ['2038-01-12T10:30:00.000Z', '2038-01-12T12:00:00.000Z']
  await accepted(screens.server, company.dana, 'ScheduleJob', { ...linden, access: '', jobStart, jobEnd, anyway: true })
  await company.book('2 Orchard Row', ['2038-01-12', '12:10', '13:00'], [tom])
  await company.book('11 Sutler Street', ['2038-01-13', '09:00', '12:00'])
})

test('each person has a row with their visits, booked and free hours, and clashes; nobody has one too', async () => {
  const { context, page, faults } = await screens.open(company.dana, '/calendar?week=2038-01-11')
  await page.getByRole('button', { name: 'By person' }).click()
  const rows = page.getByRole('table', { name: 'Visits by person, 11 – 17 January 2038' }).getByRole('row')
  const heads = () => rows.getByRole('rowheader').allTextContents()
  await expect
    .poll(heads)
    .toEqual([
      expect.stringMatching(/maya\.lind.*2 h booked, 1 visit.*43 h free$/),
      expect.stringMatching(/tom\.okafor.*4 h 20 booked, 3 visits.*41 h 10 free.*Clash, 30 min$/),
      expect.stringMatching(/Unassigned.*3 h booked, 1 visit.*Nobody assigned yet$/),
    ])
  const toms = rows.nth(2)
  expect(await toms.getByRole('link').count()).toBe(2)
  await toms.getByRole('link', { name: /6 Mill Parade.*with maya.*clashes/ }).waitFor()
  await toms.getByRole('button', { name: '+ 1 more for tom.okafor on Tuesday 12 January' }).click()
  const list = page.getByRole('dialog', { name: 'tom.okafor, Tuesday 12 January, 3 visits' })
  await list.getByRole('link', { name: '2 Orchard Row' }).waitFor()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'hidden' })
  expect(await faultsInBothColours(page)).toEqual([])
  await expect.poll(() => new URL(page.url()).searchParams.get('by')).toBe('person')
  await page.reload()
  await rows.first().waitFor()
  await page.getByRole('group', { name: 'Calendar view' }).getByRole('button', { name: 'Week' }).click()
  await page.getByRole('article').first().waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('a click on an empty slot books a job there, with the person, the day and a free hour', async () => {
  await createJob(screens.server, company.dana, { apartmentName: '8 Kestrel Mews' })
  const { jobId } = await createJob(screens.server, company.dana, { apartmentName: '31 Tannery Wharf' })
  const { context, page, faults } = await screens.open(company.dana, week)
  const slot = page.getByRole('button', { name: 'Book a visit for maya.lind on Tuesday 12 January' })
  await slot.click()
  const choose = page.getByRole('dialog', { name: 'Book maya.lind, Tue 12 Jan 2038' })
  await choose.getByRole('button', { name: '8 Kestrel Mews' }).waitFor()
  await choose.getByLabel('Pending job').fill('tannery')
  await choose.getByRole('button', { name: '8 Kestrel Mews' }).waitFor({ state: 'detached' })
  expect(await faultsInBothColours(page)).toEqual([])
  await choose.getByRole('button', { name: '31 Tannery Wharf' }).click()
  const schedule = page.getByRole('dialog', { name: 'Schedule' })
  // Maya is free from 08:00, but for an hour only.
  await expect.poll(() => schedule.getByLabel('Start').inputValue()).toBe('11:00')
  await expect.poll(() => schedule.getByLabel('End').inputValue()).toBe('13:00')
  await schedule.getByRole('button', { name: 'Save Schedule' }).click()
  await page.getByText(/^Booked for Tue 12 Jan( 2038)?, 11:00–13:00$/).waitFor()
  await page
    .getByRole('row')
    .filter({ hasText: 'maya.lind' })
    .getByRole('link', { name: /31 Tannery Wharf/ })
    .waitFor()
  await expect.poll(() => company.booked({ jobId, jobBookingId: '', assignedTo: [] })).toBe('2038-01-12 11:00–13:00')
  expect(faults).toEqual([])
  await context.close()
})

test('the keyboard reaches one slot by Tab and the others by arrows; Enter books, Escape leads back', async () => {
  const { context, page } = await screens.open(company.priya, week)
  const slotOf = (name: string, day: string) => page.getByRole('button', { name: `Book a visit for ${name} on ${day}` })
  const first = slotOf('maya.lind', 'Monday 11 January')
  await first.focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key)
  const thursday = slotOf('tom.okafor', 'Thursday 14 January')
  await expect.poll(() => thursday.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await first.getAttribute('tabindex')).toBe('-1')
  await page.keyboard.press('Enter')
  const choose = page.getByRole('dialog', { name: 'Book tom.okafor, Thu 14 Jan 2038' })
  await choose.getByText('No pending jobs.').waitFor()
  await page.keyboard.press('Escape')
  await choose.waitFor({ state: 'hidden' })
  await expect.poll(() => thursday.evaluate((one) => one === document.activeElement)).toBe(true)
  await context.close()
})

test('the team sees everyone’s rows but books nothing', async () => {
  const desk = await screens.open(company.tom, week)
  await desk.page.getByRole('rowheader', { name: /maya\.lind/ }).waitFor()
  expect(await desk.page.getByRole('button', { name: /^Book/ }).count()).toBe(0)
  expect(await desk.page.getByText('Needs a visit').count()).toBe(0)
  await desk.page.goto('/calendar?by=person&span=day&week=2038-02-01&day=2038-02-06')
  await desk.page.getByRole('heading', { name: /^Saturday 6 February( 2038)?$/ }).waitFor()
  await desk.page.getByRole('rowheader', { name: /maya\.lind No visits No free hours$/ }).waitFor()
  await desk.context.close()
})

test('on a tablet each cell says what is free, and where Book and visits leave no room, says it to screen readers', async () => {
  for (const viewport of [
    { width: 844, height: 390 },
    { width: 1024, height: 768 },
  ]) {
    const tablet = { viewport, hasTouch: true, isMobile: true }
    const cellsOf = async (page: Page) => {
      const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /maya\.lind/ }) })
      await row.getByRole('link', { name: /6 Mill Parade/ }).waitFor()
      const cell = (nth: number, text: string) => row.getByRole('cell').nth(nth).getByText(text)
      return { visited: cell(1, '2 h · 7 h free'), empty: cell(3, '9 h free') }
    }
    const widthOf = async (hours: Locator) => (await hours.boundingBox())?.width
    const isWhole = (hours: Locator) => hours.evaluate((one) => one.scrollWidth <= one.clientWidth)
    const office = await screens.open(company.dana, week, tablet)
    const seen = await cellsOf(office.page)
    expect(await isWhole(seen.empty)).toBe(true)
    expect(await widthOf(seen.visited)).toBe(1)
    expect(await seen.visited.ariaSnapshot()).toContain('7 h free')
    await office.context.close()
    const team = await screens.open(company.tom, week, tablet)
    const theirs = await cellsOf(team.page)
    expect(await isWhole(theirs.empty)).toBe(true)
    expect(await isWhole(theirs.visited)).toBe(true)
    expect(await widthOf(theirs.visited)).toBeGreaterThan(40)
    await team.context.close()
  }
})

test('on a phone held sideways the days of a week are wide, and scroll beside the names to today; up and down the page scrolls', async () => {
  const sideways = { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true }
  const { context, page, faults } = await screens.open(company.dana, '/healthz', sideways)
  await page.clock.install({ time: '2038-01-14T10:00:00Z' })
  await page.goto(week)
  const maya = page.getByRole('rowheader', { name: /maya\.lind.*2 h booked, 1 visit.*43 h free/ })
  await maya.waitFor()
  const edges = async (of: Locator) => {
    const box = await of.boundingBox()
    if (!box) throw new Error('Not on the screen')
    return { left: Math.round(box.x), right: Math.round(box.x + box.width), width: box.width }
  }
  const thursday = page.getByRole('columnheader', { name: 'Thursday 14 January' })
  const names = await edges(maya)
  // As far to the left as the days after it allow.
  await expect.poll(async () => (await edges(thursday)).left - names.right).toBeLessThan(20)
  expect((await edges(thursday)).left).toBeGreaterThanOrEqual(names.right)
  expect((await edges(thursday)).width).toBeGreaterThanOrEqual(112)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(844)
  const frame = page.locator('div:has(> table)')
  expect(await frame.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0)
  expect(await faultsInBothColours(page)).toEqual([])
  await frame.evaluate((one) => one.scrollTo({ left: 0 }))
  await expect
    .poll(async () => (await edges(page.getByRole('columnheader', { name: 'Monday 11 January' }))).left)
    .toBe(names.right)
  expect(await edges(maya)).toEqual(names)
  expect(faults).toEqual([])
  await context.close()
})

test('while the visits are being read, grey rows stand where they will be', async () => {
  const { context, page } = await screens.open(company.dana, '/todo')
  const going = Promise.withResolvers<void>()
  await page.route(`**${paths.calendar}?*`, async (route) => {
    await going.promise
    await route.continue()
  })
  await goInside(page, '/calendar?by=person')
  const rows = page.locator('[aria-busy=true] [aria-hidden]:visible')
  await rows.first().waitFor()
  expect((await rows.first().boundingBox())?.height).toBeGreaterThan(100)
  going.resolve()
  await page.getByRole('rowheader').first().waitFor()
  expect(await rows.count()).toBe(0)
  await context.close()
})
