import type { Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
})
afterAll(() => screens?.close())

const job = (apartmentName: string) => createJob(screens.server, dana, { apartmentName })
const tomorrow = (hours: number) => new Date(Date.now() + (24 + hours) * 3_600_000).toISOString()

test('the bell counts what is new, and the list leads to the job and marks it as read, on desktop and phone', async () => {
  const { server } = screens
  const [first, second] = [await job('7 Kestrel Mews'), await job('Flat 5, Priory Gate')]
  const visit = { jobBookingId: uuid(), jobStart: tomorrow(0), jobEnd: tomorrow(1), access: '' }
  await accepted(server, dana, 'ScheduleJob', { jobId: first.jobId, ...visit, assignedTo: [tom.user.userId] })
  await accepted(server, tom, 'ChangeWarning', { jobId: first.jobId, warning: 'no access' })

  // The panel covers nothing here that could be pressed.
  const office = await screens.open(dana, '/todo')
  const bell = office.page.getByRole('button', { name: 'Notifications' })
  await office.page.getByRole('button', { name: 'Notifications 1 new' }).waitFor()
  await accepted(server, tom, 'ChangeWarning', { jobId: second.jobId, warning: 'no access' })
  await office.page.getByRole('button', { name: 'Notifications 2 new' }).waitFor()
  await bell.press('Enter')
  const panel = office.page.getByRole('dialog', { name: 'Notifications' })
  await panel.getByText('7 Kestrel Mews').waitFor()
  await panel.getByRole('link', { name: 'tom.okafor recorded no access' }).nth(1).waitFor()
  const settings = '/profile?show=notifications'
  expect(await panel.getByRole('link', { name: 'Notification settings' }).getAttribute('href')).toBe(settings)
  expect(await faultsInBothColours(office.page)).toEqual([])
  await office.page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  expect(await bell.evaluate((one) => one === document.activeElement)).toBe(true)
  await bell.click()
  await panel.getByRole('link', { name: '7 Kestrel Mews' }).click()
  await office.page.waitForURL(`**/job/${first.jobId}`)
  await office.page.getByRole('button', { name: 'Notifications 1 new' }).waitFor()
  await office.page.keyboard.press('g')
  await office.page.keyboard.press('n')
  await office.page.getByRole('button', { name: 'Mark all read' }).click()
  await office.page.getByRole('button', { name: 'Mark all read' }).waitFor({ state: 'detached' })
  await office.page.getByRole('button', { name: 'New', exact: true }).click()
  await office.page.getByText('You’ve read everything.').waitFor()
  expect(office.faults).toEqual([])

  const worker = await screens.open(tom, '/notifications', phone)
  await worker.page.getByText('You’re booked for').waitFor()
  expect(await worker.page.getByRole('link', { name: 'Notification settings' }).getAttribute('href')).toBe(settings)
  await worker.page.getByText('1 new').filter({ visible: true }).waitFor()
  const more = worker.page.getByRole('button', { name: /^More ?, new notifications$/ })
  await more.waitFor()
  expect(await faultsInBothColours(worker.page)).toEqual([])
  await more.click()
  await worker.page.getByRole('link', { name: 'Notifications 1 new' }).waitFor()
  expect(worker.faults).toEqual([])
})

test('comments that name the reader have a tab of their own, in the menu and on the page, on desktop and phone', async () => {
  const { server } = screens
  const lucy = await server.registerCompany({ businessName: 'Bright Oak', username: 'lucy.hart' })
  const sam = await addMember(server, lucy, 'team', 'sam.reid')
  const priya = await addMember(server, lucy, 'admin', 'priya.nair')
  const jobOf = (apartmentName: string) => createJob(server, lucy, { apartmentName })
  const [named, other] = [await jobOf('2 Orchard Row'), await jobOf('40 Linden Grove')]
  await accepted(server, sam, 'ChangeWarning', { jobId: other.jobId, warning: 'no access' })
  const mention = (jobId: string) =>
    accepted(server, lucy, 'AddNote', {
      ...{ jobId, noteId: uuid(), note: 'Can we invoice this, @priya.nair?' },
      mentions: [priya.user.userId],
    })

  const office = await screens.open(priya, '/todo')
  await office.page.getByRole('button', { name: 'Notifications 1 new' }).click()
  const panel = office.page.getByRole('dialog', { name: 'Notifications' })
  await panel.getByRole('link', { name: '40 Linden Grove' }).waitFor()
  await panel.getByRole('button', { name: 'Mentions' }).click()
  await panel.getByText('Nobody has mentioned you yet').waitFor()
  expect(await faultsInBothColours(office.page)).toEqual([])
  // Only a mention is offered there.
  await accepted(server, sam, 'ChangeWarning', { jobId: (await jobOf('9 Sutler Street')).jobId, warning: 'no access' })
  await office.page.getByRole('button', { name: 'Notifications 2 new' }).waitFor({ state: 'attached' })
  await mention(named.jobId)
  await panel.getByRole('button', { name: 'Show 1 new' }).click()
  await panel.getByRole('link', { name: 'lucy.hart mentioned you' }).waitFor()
  expect(await panel.getByRole('link', { name: /Linden|Sutler/ }).count()).toBe(0)
  expect(await faultsInBothColours(office.page)).toEqual([])
  expect(office.faults).toEqual([])
  await office.context.close()

  const handset = await screens.open(priya, '/notifications', phone)
  await handset.page.getByRole('button', { name: 'New 3' }).waitFor()
  await handset.page.getByRole('button', { name: 'Mentions' }).click()
  await handset.page.getByRole('link', { name: '40 Linden Grove' }).waitFor({ state: 'detached' })
  expect(await faultsInBothColours(handset.page)).toEqual([])
  await handset.page.getByRole('link', { name: '2 Orchard Row' }).click()
  await handset.page.waitForURL(`**/job/${named.jobId}`)
  expect(handset.faults).toEqual([])
  await handset.context.close()
})

test('finished jobs in a row stand in one line, which opens to show each', async () => {
  const { server } = screens
  const lucy = await server.registerCompany({ businessName: 'Bright Oak', username: 'lucy.hart' })
  const maya = await addMember(server, lucy, 'team', 'maya.lind')
  const jack = await addMember(server, lucy, 'team', 'jack.reeve')
  for (const [apartmentName, person] of [
    ['27 Marlowe Court', maya],
    ['3 Station Cottages', jack],
    ['40 Linden Grove', maya],
  ] as const) {
    const { jobId, taskId } = await createJob(server, lucy, { apartmentName })
    await accepted(server, person, 'CycleTask', { jobId, taskId, from: 'not completed' })
  }
  const office = await screens.open(lucy, '/notifications')
  const line = office.page.getByRole('listitem').filter({ hasText: 'finished 3 jobs' })
  await line.getByText('maya.lind and jack.reeve finished 3 jobs').waitFor()
  await line.getByText('last 40 Linden Grove').waitFor()
  expect(await office.page.getByRole('link', { name: '27 Marlowe Court' }).count()).toBe(0)
  await line.getByRole('button', { name: 'Show 3 finished jobs' }).press('Enter')
  await line.getByRole('link', { name: '27 Marlowe Court' }).waitFor()
  expect(await line.getByRole('link').count()).toBe(3)
  expect(await faultsInBothColours(office.page)).toEqual([])
  await office.page.setViewportSize({ width: 390, height: 844 })
  expect(await faultsInBothColours(office.page)).toEqual([])
  await office.page.setViewportSize({ width: 1440, height: 900 })
  await line.getByRole('link', { name: '3 Station Cottages' }).click()
  await office.page.getByRole('heading', { name: '3 Station Cottages' }).waitFor()
  await office.page.getByRole('button', { name: 'Notifications 2 new' }).waitFor()
  expect(office.faults).toEqual([])
  await office.context.close()
})

test('looking at a job reads its news everywhere, and takes what is read off the lock screen of other devices', async () => {
  const { server } = screens
  const [opened, other] = [await job('9 Open Road'), await job('10 Other Road')]
  const phoneOfDana = await screens.open(dana, '/sites', phone)
  const left = await showOnLockScreen(phoneOfDana.page, [opened.jobId, other.jobId])
  for (const { jobId } of [opened, other]) await accepted(server, tom, 'ChangeWarning', { jobId, warning: 'no access' })
  await phoneOfDana.page.getByText('2 new').first().waitFor({ state: 'attached' })
  expect(await left()).toEqual([opened.jobId, other.jobId])

  const office = await screens.open(dana, `/job/${opened.jobId}`)
  await office.page.getByRole('button', { name: 'Notifications 1 new' }).waitFor()
  await expect.poll(left).toEqual([other.jobId])
  // News that comes while the job is open is read too.
  await accepted(server, tom, 'ChangeWarning', { jobId: opened.jobId, warning: '' })
  await accepted(server, tom, 'ChangeWarning', { jobId: opened.jobId, warning: 'no access' })
  await office.page.getByRole('button', { name: 'Notifications 1 new' }).waitFor()
  const unread = async () => {
    const answer = await server.call('/api/notifications', { token: dana.token })
    const { notifications } = await answer.json()
    return notifications.filter((one: { isRead: boolean }) => !one.isRead).map((one: { jobId: string }) => one.jobId)
  }
  await expect.poll(unread).toEqual([other.jobId])
  expect(office.faults).toEqual([])
  expect(phoneOfDana.faults).toEqual([])
})

test('what was read long ago is taken off the lock screen too', async () => {
  const { server } = screens
  const [old, unread] = [await job('11 Old Road'), await job('12 New Road')]
  for (const { jobId } of [old, unread]) await accepted(server, tom, 'ChangeWarning', { jobId, warning: 'no access' })
  const { context, page, faults } = await screens.open(dana, '/sites', phone)
  const left = await showOnLockScreen(page, [unread.jobId, old.jobId, 'tomorrow'])
  // The news of both is older than what the first page holds.
  await page.route(/\/api\/notifications$/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), notifications: [] } })
  })
  const marked = await server.call('/api/notifications/read', {
    token: dana.token,
    body: { upTo: Number.MAX_SAFE_INTEGER, jobId: old.jobId },
  })
  expect(marked.status).toBe(200)
  await expect.poll(left).toEqual([unread.jobId, 'tomorrow'])
  expect(faults).toEqual([])
  await context.close()
})

/** Shows these notifications on the page's device, as a headless browser shows none. Returns a read of those that are left. */
async function showOnLockScreen(page: Page, tags: string[]): Promise<() => Promise<string[]>> {
  await page.evaluate((names) => {
    const shown = names.map((tag) => ({
      tag,
      // As a browser does, which ignores that one is closed a second time: two reads of the news may overlap.
      close: () => {
        const at = shown.findIndex((one) => one.tag === tag)
        if (at >= 0) shown.splice(at, 1)
      },
    }))
    Object.assign(globalThis, { shown })
    const getRegistration = async () => ({ getNotifications: async () => [...shown] })
    Object.defineProperty(navigator.serviceWorker, 'getRegistration', { value: getRegistration })
  }, tags)
  return () => page.evaluate(() => Reflect.get(globalThis, 'shown').map((one: { tag: string }) => one.tag))
}
