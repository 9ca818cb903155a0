import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { desktop, type Screens, startScreens } from '#test/browser/screens.ts'
import { boxOf, type TestVisit, type VisitingCompany, visitingCompany, visitOn } from '#test/browser/visits.ts'
import { accepted, jobNow } from '#test/server/commands.ts'

const week = '/calendar?week=2038-01-11'
const site = '6 Mill Parade'
const movedOn = 'Someone else has changed this in the meantime.'
let screens: Screens
let company: VisitingCompany
let mill: TestVisit
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens?.close())
beforeEach(async () => {
  company = await visitingCompany(screens.server)
  mill = await company.book(site, ['2038-01-12', '09:00', '11:00'], [company.tom])
})

/** Somebody else gives the visit to Maya and notes how she gets in; the calendar shows it. */
async function givenToMaya(page: Page) {
  const { priya, maya } = company
  const times = { jobStart: '2038-01-12T09:00:00.000Z', jobEnd: '2038-01-12T11:00:00.000Z' }
  const people = { assignedTo: [maya.user.userId], access: 'Key safe 4821' }
  await accepted(screens.server, priya, 'ScheduleJob', { ...mill, ...times, ...people })
  await visitOn(page, site).getByText('maya.lind').waitFor()
}

/** Refused, and the visit is as the other person left it. */
async function staysWithMaya(page: Page) {
  await page.getByText(movedOn).waitFor()
  const { maya, dana } = company
  const { assignedTo, access, jobStart } = await jobNow(screens.server, dana, mill.jobId)
  expect({ assignedTo, access, jobStart }).toEqual({
    ...{ assignedTo: [maya.user.userId], access: 'Key safe 4821' },
    jobStart: '2038-01-12T09:00:00.000Z',
  })
}

test('Reschedule does not take a visit back from the person that somebody gave it to while the dialog was open', async () => {
  const { context, page, faults } = await screens.open(company.dana, week, desktop)
  const dialog = page.getByRole('dialog', { name: 'Reschedule' })
  const open = async () => {
    await visitOn(page, site)
      .getByRole('button', { name: /^Actions/ })
      .click()
    await page.getByRole('menuitem', { name: 'Reschedule' }).click()
    await dialog.getByLabel('Start').fill('13:00')
  }
  await open()
  await givenToMaya(page)
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  await staysWithMaya(page)

  // Opened again it shows what is there now, and moves that.
  await open()
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  await expect.poll(() => company.booked(mill)).toBe('2038-01-12 13:00–15:00')
  expect(await jobNow(screens.server, company.dana, mill.jobId)).toMatchObject({ access: 'Key safe 4821' })
  expect(faults).toEqual([])
  await context.close()
})

test('nor does a drag that began before', async () => {
  const { context, page } = await screens.open(company.dana, week, desktop)
  const { x, y, width, height } = await boxOf(page, site)
  await page.mouse.move(x + width / 2, y + height / 2 + 2)
  await page.mouse.down()
  await page.mouse.move(x + width * 1.5, y + height, { steps: 4 })
  await givenToMaya(page)
  await page.mouse.move(x + width * 2.5, y + height, { steps: 4 })
  await page.mouse.up()
  await staysWithMaya(page)
  await context.close()
})
