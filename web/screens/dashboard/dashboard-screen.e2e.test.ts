import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, instantAt, mondayOf, wallClock } from '#core/time/wall-clock.ts'
import { failUntilRetry } from '#test/browser/requests/fail-until-retry.ts'
import {
  accessibilityFaults,
  desktop,
  faultsInBothColours,
  phone,
  type Screens,
  startScreens,
} from '#test/browser/screens.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let priya: SignedInTest
let tom: SignedInTest
const london = 'Europe/London'
const today = wallClock(new Date().toISOString(), london).day
const month = today.slice(0, 7)
const first: { jobId: string; taskId: string }[] = []

/** A job created days ago, done today. */
async function completed(apartmentName: string, days: number, price: number) {
  const taskId = uuid()
  const tasks = [{ taskId, description: 'Mend the tap', price }]
  const { jobId } = await createJob(screens.server, dana, { apartmentName, createdAt: addDays(today, -days), tasks })
  await accepted(screens.server, dana, 'CycleTask', { jobId, taskId, from: 'not completed' })
  return { jobId, taskId }
}

beforeAll(async () => {
  screens = await startScreens()
  const { server } = screens
  dana = await server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  priya = await addMember(server, dana, 'admin', 'priya.nair')
  tom = await addMember(server, dana, 'team', 'tom.okafor')
  first.push(await completed('14 Marlowe Court', 6, 120_000), await completed('9 Sutler Street', 3, 50_000))
  await createJob(server, dana, { apartmentName: 'Flat 16, Cooper Yard', createdAt: addDays(today, -20) })
  const shut = await createJob(server, dana, { apartmentName: 'Flat 3, Ashdown House', createdAt: today })
  await accepted(server, dana, 'ChangeWarning', { jobId: shut.jobId, warning: 'no access' })
  const visited = await createJob(server, dana, { apartmentName: '18 Beacon Terrace', createdAt: today })
  // It ends with the week, so that it is in this week's figures and never overdue.
  const monday = mondayOf(today)
  const jobStart = instantAt({ day: addDays(monday, 6), time: '20:30' }, london)
  const jobEnd = instantAt({ day: addDays(monday, 7), time: '00:00' }, london)
  const assignedTo = [tom.user.userId]
  const booking = { jobBookingId: uuid(), jobStart, jobEnd, access: '', assignedTo }
  const { seq } = await accepted(server, dana, 'ScheduleJob', { jobId: visited.jobId, ...booking })
  await server.call(`/api/dashboard?after=${seq}`, { token: dana.token })
})
afterAll(() => screens.close())

test.each([
  ['the owner on a desktop', () => dana, desktop],
  ['an admin on a phone', () => priya, phone],
])(
  'the figures are there, in charts and the tables behind them, and lead to their jobs, for %s',
  async (_, who, look) => {
    const { page, context, faults } = await screens.open(who(), '/dashboard', look)
    const figure = (name: string) =>
      page.getByRole('list', { name: 'Figures' }).getByRole('listitem').filter({ hasText: name })
    await figure('Open jobs').getByText('of 5 in all').waitFor()
    await figure('Overdue').getByText('longest 20 days').waitFor()
    await figure('People’s hours this week').getByText('1 visit').waitFor()
    await figure('so far').getByText('£1,700').waitFor()
    await figure('Median').getByText('4.5 days').waitFor()
    expect(await page.title()).toBe('Dashboard · Fettle')

    const value = page.getByRole('img', { name: /^£1,700 of work was completed in/ })
    await value.waitFor()
    await page.getByRole('img', { name: /^Half of the jobs completed .* took 4.5 days or less/ }).waitFor()
    const hours = page.getByRole('table', { name: /^People’s hours this week by person and day/ })
    await hours.getByRole('row', { name: 'tom.okafor' }).getByText('3.5').first().waitFor()
    await hours.getByRole('row', { name: 'Team' }).waitFor()
    const status = page.getByRole('table', { name: 'Jobs by status' })
    await status.getByRole('row', { name: 'Completed 2' }).waitFor()
    expect(await faultsInBothColours(page)).toEqual([])

    // Each card is a chart or a table, and stays so.
    await page.getByRole('button', { name: 'Chart of People’s hours this week' }).click()
    await page
      .getByRole('img', { name: '3.5 hours of people’s time are booked this week, most for tom.okafor: 3.5.' })
      .waitFor()
    await page.getByRole('button', { name: 'Table of Completed value by month' }).click()
    await page.getByRole('button', { name: 'Table of Median days to complete' }).click()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.reload()
    const months = page.getByRole('table', { name: 'Completed value by month' })
    await months.getByRole('row', { name: /so far 2 £1,700$/ }).waitFor()
    await page.getByRole('table', { name: 'Median days to complete by month' }).getByText('4.5').waitFor()
    await page.getByRole('img', { name: /hours of people’s time are booked this week/ }).waitFor()

    const leadsTo = async (name: RegExp, address: RegExp, said: string, sites: number) => {
      await page.getByRole('main').getByRole('link', { name }).first().click()
      await page.waitForURL(address)
      await page.getByRole('button', { name: said }).waitFor()
      await page.getByText(sites === 1 ? '1 job' : `${sites} jobs`, { exact: true }).waitFor()
      await page.goBack()
      await figure('Open jobs').waitFor()
    }
    await leadsTo(/Open jobs/, /\/sites\?only=open/, 'Open jobs', 3)
    await leadsTo(/^2 Overdue$/, /\/sites\?only=overdue/, 'Overdue', 2)
    await leadsTo(/^No access/, /only=open/, 'Open jobs', 1)
    await leadsTo(/so far$/, new RegExp(`completed=${month}`), 'Completed in', 2)
    await leadsTo(/^tom.okafor/, /visits=/, 'This week, tom.okafor', 1)
    await page.getByRole('link', { name: 'Open as a list' }).click()
    // At a desk it is a view; on a phone a filter that is taken away.
    const view = page.getByRole('button', { name: /^All/ })
    await (look.isMobile ? page.getByRole('button', { name: /^Overdue.*remove/ }) : view).click()
    // A phone counts them on their chip too.
    await page
      .getByText('5 jobs', { exact: true })
      .or(page.getByRole('button', { name: 'All 5' }))
      .first()
      .waitFor()
    await page.goBack()
    await page.goBack()
    await page.getByRole('main').getByRole('link', { name: 'Flat 16, Cooper Yard' }).click()
    await page.getByRole('heading', { level: 1, name: 'Flat 16, Cooper Yard' }).waitFor()
    expect(faults).toEqual([])
    await context.close()
  },
)

test("other people's changes update the figures in place", async () => {
  const { page, context } = await screens.open(dana, '/dashboard')
  const status = page.getByRole('table', { name: 'Jobs by status' })
  await status.getByRole('row', { name: 'Completed 2' }).waitFor()
  const { jobId, taskId } = first[0] ?? expect.fail('there is a job')
  await accepted(screens.server, tom, 'CycleTask', { jobId, taskId, from: 'completed' })
  await status.getByRole('row', { name: 'Completed 1' }).waitFor()
  await status.getByRole('row', { name: 'To estimate 1' }).waitFor()
  await page.getByRole('list', { name: 'Figures' }).getByText('£500', { exact: true }).waitFor()
  await sendCommands(screens.server, dana, command('PriceTask', { ...first[1], price: 61_000 }))
  await page.getByRole('list', { name: 'Figures' }).getByText('£610', { exact: true }).waitFor()
  await context.close()
})

test('the team is redirected to the jobs, and a failure to load is reported', async () => {
  const team = await screens.open(tom, '/dashboard')
  await team.page.waitForURL('**/sites')
  await team.context.close()
  const { page, context } = await screens.open(dana, '/sites')
  await failUntilRetry(page, '**/api/dashboard**', 'Not now')
  await page.goto('/dashboard')
  await page.getByText('Failed to fetch the dashboard: Not now').waitFor()
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('table', { name: 'Jobs by status' }).waitFor()
  await context.close()
})
