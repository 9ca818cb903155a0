import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noPapers } from '#core/company/papers.ts'
import { jobRef } from '#core/job/values.ts'
import { accessibilityFaults, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
})
afterAll(() => screens.close())

/** Friday 20 November 2026, 10:42 in London. */
const now = new Date('2026-11-20T10:42:00Z')

type Visit = { site: string; from: string; to: string; access?: string; assignedTo: string[] }

async function book({ site, from, to, access = '', assignedTo }: Visit, office = dana) {
  const { jobId, taskId, number = 0 } = await createJob(screens.server, office, { apartmentName: site })
  await accepted(screens.server, office, 'ScheduleJob', {
    jobId,
    jobBookingId: uuid(),
    jobStart: `${from}:00.000Z`,
    jobEnd: `${to}:00.000Z`,
    access,
    assignedTo,
  })
  return { jobId, taskId, number }
}

/** A worker with a finished visit, two to come today, and one on Monday. */
async function aDay(username: string, office = dana) {
  const tom = await addMember(screens.server, office, 'team', username)
  const maya = await addMember(screens.server, office, 'team', `maya.${username}`)
  const mine = [tom.user.userId]
  const done = await book(
    {
      site: 'Flat 9, Cooper Yard',
      from: '2026-11-20T07:30',
      to: '2026-11-20T08:45',
      assignedTo: mine,
    },
    office,
  )
  const cycle = command('CycleTask', { jobId: done.jobId, taskId: done.taskId, from: 'not completed' })
  await sendCommands(screens.server, office, cycle)
  const access = 'Keys with the concierge, 0113 496 0123'
  const assignedTo = [...mine, maya.user.userId]
  const next = await book(
    {
      site: '14 Marlowe Court',
      from: '2026-11-20T11:15',
      to: '2026-11-20T12:45',
      access,
      assignedTo,
    },
    office,
  )
  await book({ site: '31 Tannery Wharf', from: '2026-11-20T15:30', to: '2026-11-20T17:00', assignedTo: mine }, office)
  await book({ site: '3 Station Cottages', from: '2026-11-23T11:00', to: '2026-11-23T12:30', assignedTo: mine }, office)
  return { tom, next, username }
}

async function openDay(person: SignedInTest) {
  const opened = await screens.open(person, '/healthz', phone)
  await opened.page.clock.install({ time: now })
  await opened.page.goto('/day')
  await opened.page.getByRole('heading', { name: 'Friday 20 November' }).waitFor()
  return opened
}

test('a worker’s day has the next visit first, with the way in, what is left, and two buttons', async () => {
  const { tom, next, username } = await aDay('tom.okafor')
  const { context, page, faults } = await openDay(tom)
  await page.getByText('3 visits, 1 done').waitFor()
  const card = page.getByRole('article').filter({ hasText: '14 Marlowe Court' })
  await card.getByText('Next, 11:15–12:45').waitFor()
  await card.getByText('1 task left').waitFor()
  await card.getByText(`With maya.${username}`).waitFor()
  expect(await card.getByRole('link', { name: 'Directions to 14 Marlowe Court' }).getAttribute('href')).toContain(
    '14%20Marlowe%20Court',
  )
  expect(await card.getByRole('link', { name: 'Call 0113 496 0123' }).getAttribute('href')).toBe('tel:01134960123')
  await page.getByRole('link').filter({ hasText: 'Flat 9, Cooper Yard' }).getByText('1 of 1 task done').waitFor()
  const monday = page.getByRole('region', { name: 'Monday 23 November' })
  await monday.getByRole('link', { name: '11:00 3 Station Cottages' }).waitFor()
  await page.getByText('Everything is sent').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await card.getByRole('heading', { name: '14 Marlowe Court' }).click()
  await page.waitForURL(`**/job/${next.jobId}`)
  expect(faults).toEqual([])
  await context.close()
})

test('a visit says what to bring, also without a network, and what arrives meanwhile; without a known tenant the office can be called', async () => {
  const kim = await screens.server.registerCompany({ businessName: 'Pike & Daughters', username: 'kim.pike' })
  const { companyId } = kim.user
  const papers = { tradingName: '', address: '', telephone: '0113 496 0555 ext 2', email: '' }
  await accepted(screens.server, kim, 'SetPapers', { companyId, papers, from: noPapers })
  const { tom, next } = await aDay('jo.marsh', kim)
  const jobId = jobRef(next.number)
  const add = async (name: string) => {
    const partId = uuid()
    const days = { purchaseDate: '2026-11-16', expectedDelivery: '2026-11-19' }
    await accepted(screens.server, kim, 'AddPart', { partId, name, jobId, ...days })
    return partId
  }
  const receive = (partId: string) => accepted(screens.server, kim, 'SetPartStatus', { partId, status: 'received' })
  await receive(await add('kitchen mixer tap'))
  const panel = await add('bath panel 1700')
  const { context, page } = await openDay(tom)
  const card = page.getByRole('article').filter({ hasText: '14 Marlowe Court' })
  await card.getByText('Bring: kitchen mixer tap', { exact: true }).waitFor()
  const wharf = page.getByRole('article').filter({ hasText: '31 Tannery Wharf' })
  const call = wharf.getByRole('link', { name: 'Call office 0113 496 0555 ext 2' })
  expect(await call.getAttribute('href')).toBe('tel:01134960555')
  expect(await card.getByRole('link', { name: /^Call office/ }).count()).toBe(0)
  await context.setOffline(true)
  await page.getByRole('navigation', { name: 'Bottom menu' }).getByRole('link', { name: 'Jobs' }).tap()
  await page.goBack()
  await card.getByText('Bring: kitchen mixer tap', { exact: true }).waitFor()
  await receive(panel)
  await context.setOffline(false)
  await card.getByText(/^Bring: (kitchen mixer tap, bath panel 1700|bath panel 1700, kitchen mixer tap)$/).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await context.close()
})

test('from the day a task is done in two taps, and the day says what has not been sent', async () => {
  const { tom } = await aDay('sam.reed')
  const { context, page } = await openDay(tom)
  const card = page.getByRole('article').filter({ hasText: '14 Marlowe Court' })
  await card.getByText('1 task left').waitFor()
  await context.setOffline(true)
  await card.getByRole('link', { name: '14 Marlowe Court', exact: true }).tap()
  await page.getByRole('button', { name: /^Mend the tap.*change to completed/ }).tap()
  await page.getByRole('link', { name: 'Back to jobs' }).waitFor()
  // The job's own bar takes its place.
  await page.getByRole('navigation', { name: 'Bottom menu' }).waitFor({ state: 'hidden' })
  await page.goBack()
  await page.getByText('1 change waiting', { exact: false }).first().waitFor()
  await page.getByRole('link', { name: /Review/ }).waitFor()
  await context.setOffline(false)
  await page.getByText('Everything is sent').waitFor()
  await context.close()
})

test('from the day the camera is open in three taps, for a worker who has just come to the only visit', async () => {
  const ravi = await screens.server.registerCompany({ businessName: 'Baxter & Co', username: 'ravi.baxter' })
  const lou = await addMember(screens.server, ravi, 'team', 'lou.baxter')
  const times = { from: '2026-11-20T11:15', to: '2026-11-20T12:45' }
  const { jobId } = await book({ site: '14 Marlowe Court', ...times, assignedTo: [lou.user.userId] }, ravi)
  const { context, page } = await openDay(lou)
  const card = page.getByRole('article').filter({ hasText: '14 Marlowe Court' })
  await card.getByText('1 task left').waitFor()
  await card.getByText('Booked', { exact: true }).waitFor()
  await accepted(screens.server, ravi, 'ChangeWarning', { jobId, warning: 'insurance', from: { warning: '' } })
  await card.getByText('Insurance', { exact: true }).waitFor()
  const camera = page.waitForEvent('filechooser')
  await page.evaluate(() => addEventListener('click', ({ isTrusted }) => isTrusted && document.body.append('☟'), true))
  await card.getByRole('link', { name: '14 Marlowe Court', exact: true }).tap()
  await page.getByRole('button', { name: 'Arrived' }).tap()
  await page.getByRole('button', { name: 'Take a photo' }).tap()
  await camera
  expect(await page.evaluate(() => document.body.textContent?.split('☟').length)).toBe(4)
  await context.close()
})

test('the visit where the worker is stands first with the way back to its job, and folds with its times once they left', async () => {
  const { tom } = await aDay('ben.hale')
  const { context, page } = await openDay(tom)
  const card = page.getByRole('article').filter({ hasText: '14 Marlowe Court' })
  await card.getByText('1 task left').waitFor()
  await card.getByRole('link', { name: '14 Marlowe Court', exact: true }).tap()
  await page.getByRole('button', { name: 'Arrived' }).waitFor()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Arrived' }).tap()
  await page.getByText('Arrived 10:42, booked to 12:45').waitFor()
  await page.goBack()
  await card.getByText('On site since 10:42').waitFor()
  expect(await card.getByRole('link', { name: /^Directions/ }).count()).toBe(0)
  await page.clock.runFor(38 * 60_000)
  await card.getByRole('link', { name: 'Back to the job' }).tap()
  await page.getByRole('heading', { name: '38 min on site' }).waitFor()
  await page.getByRole('button', { name: /^Left/ }).tap()
  await page.getByRole('button', { name: 'Leave anyway' }).tap()
  await page.getByText('Arrived 10:42, left 11:20').waitFor()
  await page.goBack()
  const row = page.getByRole('link').filter({ hasText: '14 Marlowe Court' })
  await row.getByText('On site 10:42–11:20 · 1 task left').waitFor()
  await page.getByText('3 visits, 2 done').waitFor()
  const last = page.getByRole('article').filter({ hasText: '31 Tannery Wharf' })
  await last.getByText('1 task left').waitFor()
  await last.getByRole('link', { name: '31 Tannery Wharf', exact: true }).tap()
  await page.getByRole('button', { name: /Mend the tap.*change to/ }).tap()
  await page.goBack()
  await page.getByText('3 visits, all done').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'On site today 38 min' }).waitFor()
  await context.close()
})

test('while something waits the day warns once that the browser may delete it', async () => {
  const { tom } = await aDay('priya.rao')
  const { context, page } = await openDay(tom)
  const card = page.getByRole('article').filter({ hasText: '14 Marlowe Court' })
  const warning = page.getByRole('complementary', { name: 'This browser may delete your work' })
  expect(await warning.count()).toBe(0)
  await context.route('**/api/commands', (route) => route.abort())
  await card.getByRole('link', { name: '14 Marlowe Court', exact: true }).tap()
  await page.getByRole('button', { name: /^Mend the tap.*change to completed/ }).tap()
  await page.getByText('1 queued', { exact: true }).waitFor()
  await page.goBack()
  await warning.getByText('1 change is only on this device.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.reload()
  await page.getByText('1 change waiting').first().waitFor()
  expect(await warning.count()).toBe(0)
  await context.close()
})

test('on a phone the team starts with its day; the office has no such page', async () => {
  const max = await addMember(screens.server, dana, 'team', 'max.brandt')
  const signIn = async (person: SignedInTest) => {
    const context = await screens.newContext(phone)
    const page = await context.newPage()
    await page.goto('/auths')
    await page.getByLabel('Email').fill(person.user.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.keyboard.press('Enter')
    return { context, page }
  }
  const team = await signIn(max)
  await team.page.waitForURL('**/day')
  const menu = team.page.getByRole('navigation', { name: 'Bottom menu' })
  await menu.getByRole('link', { name: 'My day' }).waitFor()
  expect(await menu.getByRole('link').allTextContents()).toEqual(['My day', 'Jobs', 'Calendar', 'To do'])
  await team.context.close()

  const office = await signIn(dana)
  await office.page.waitForURL('**/sites')
  await office.page.goto('/day')
  await office.page.waitForURL('**/sites')
  await office.context.close()
})
