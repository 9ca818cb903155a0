import { readFile } from 'node:fs/promises'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failUntilRetry } from '#test/browser/requests/fail-until-retry.ts'
import {
  accessibilityFaults,
  atBothSizes,
  desktop,
  faultsInBothColours,
  phone,
  type Screens,
  startScreens,
} from '#test/browser/screens.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { untilErased } from '#test/server/erasures.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let priya: SignedInTest
let tom: SignedInTest
let marlowe: { jobId: string; taskId: string }
let doneSeq = 0

const job = async (apartmentName: string, description: string) => {
  const taskId = uuid()
  const tasks = [{ taskId, description, price: 11_000 }]
  return { ...(await createJob(screens.server, dana, { apartmentName, tasks })), taskId }
}
const note = (jobId: string, words: string) =>
  accepted(screens.server, tom, 'AddNote', { jobId, noteId: uuid(), note: words })

beforeAll(async () => {
  screens = await startScreens()
  const { server } = screens
  dana = await server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  priya = await addMember(server, dana, 'admin', 'priya.nair')
  tom = await addMember(server, dana, 'team', 'tom.okafor')
  marlowe = await job('14 Marlowe Court', 'Rehang bathroom door')
  const sutler = await job('9 Sutler Street', 'Reseal the bath')
  for (const jobId of [marlowe.jobId, sutler.jobId])
    await accepted(server, priya, 'ChangeWarning', { jobId, warning: 'management' })
  for (const price of [12_500, 14_000, 13_500])
    await accepted(server, dana, 'PriceTask', { jobId: marlowe.jobId, taskId: marlowe.taskId, price })
  const happenedAt = new Date(Date.now() - 7_560_000).toISOString()
  const [done] = await sendCommands(
    server,
    tom,
    command('CycleTask', { jobId: marlowe.jobId, taskId: marlowe.taskId, from: 'not completed' }, { happenedAt }),
    command('AddNote', { jobId: marlowe.jobId, noteId: uuid(), note: 'The door hangs again' }, { happenedAt }),
  )
  doneSeq = (done?.seq ?? 0) - 1
})
afterAll(() => screens?.close())

test.each([
  ['the owner on a desktop', () => dana, desktop],
  ['an admin on a phone', () => priya, phone],
])('everything is there in sentences, folds, opens, and can be narrowed, for %s', async (_, who, look) => {
  const { page, context, faults } = await screens.open(who(), '/sites', look)
  const small = look === phone
  if (small) await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('link', { name: 'History', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'History' }).waitFor()
  const main = page.getByRole('main')
  const row = (words: string | RegExp) => main.getByRole('listitem').filter({ hasText: words }).first()

  await row('completed the task: Rehang bathroom door').getByText('recorded 2 h later').waitFor()
  await row('completed the task').getByText('Fettle Automatic changed the job status: all tasks completed').waitFor()
  await row('changed the warning on 2 jobs in').getByText('Management').first().waitFor()
  await row(/changed a price 3 times in .*: Rehang bathroom door/)
    .getByText('£135.00')
    .first()
    .waitFor()
  await main.getByRole('heading', { name: /^Today, / }).waitFor()
  await main.getByText('End of history').waitFor()
  await row('changed a price 3 times').getByRole('button', { name: 'Show 3 events' }).click()
  await row('changed a price 3 times').getByText('£125.00').first().waitFor()
  expect(await faultsInBothColours(page)).toEqual([])

  // An event's details: beside the list on a desktop, over it elsewhere.
  await row('completed the task')
    .getByRole('button', { name: `Event ${doneSeq}`, exact: true })
    .click()
  await page.waitForURL(`**/history?event=${doneSeq}`)
  const event = page.getByRole('article', { name: `Event ${doneSeq}` })
  await event.getByText('2 h 6 min offline').waitFor()
  await event.getByText('1 comment', { exact: true }).waitFor()
  await event.getByText('changed the job status').waitFor()
  await event.getByRole('button', { name: 'History: Verified' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await event.getByRole('button', { name: 'Put the task back to Not completed' }).click()
  const undo = page.getByRole('dialog', { name: 'Put the task back to Not completed' })
  await undo.getByText('This is recorded as a new change.').waitFor()
  await undo.getByRole('button', { name: 'Cancel' }).click()
  await event.getByRole('link', { name: 'See the job at that time' }).click()
  await page.waitForURL(/\/job\/.*entry=/)
  await page.getByRole('button', { name: 'Back to now' }).first().waitFor()
  await page.goBack()
  await event.waitFor()
  if (small) await page.keyboard.press('Escape')

  // What it is narrowed to is in the address, and can be taken back.
  await page.getByRole('button', { name: /^Kind/ }).click()
  await page.getByRole('checkbox', { name: 'Money' }).click()
  await page.waitForURL(/kind=money/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Person/ }).click()
  await page.getByRole('checkbox', { name: 'tom.okafor' }).click()
  await page.keyboard.press('Escape')
  await main.getByText('No matching history.').waitFor()
  await page.getByRole('button', { name: 'Any kind' }).click()
  await row('added a comment').getByText('The door hangs again').waitFor()
  await page.getByRole('button', { name: /^Period/ }).click()
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await page.waitForURL(/period=week/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Any person' }).click()
  await page.getByRole('button', { name: /^Site/ }).click()
  await page.getByRole('searchbox', { name: 'Site name' }).fill('sutler')
  await page.getByRole('checkbox', { name: '9 Sutler Street' }).click()
  await page.waitForURL(/site=9/)
  await page.keyboard.press('Escape')
  await expect.poll(() => main.getByText('Rehang bathroom door').count()).toBe(0)
  await page.getByRole('button', { name: 'Any site' }).click()
  const search = page.getByRole('searchbox', { name: 'Search words, values, job IDs' })
  await search.fill('135.00')
  await search.press('Enter')
  await row('changed a price').getByText('£135.00').waitFor()
  await main.getByText('The door hangs again').waitFor({ state: 'detached' })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: /Export/ })
      .click()
      .then(() => page.getByRole('menuitem', { name: /CSV/ }).waitFor())
      .then(async () => expect(await accessibilityFaults(page)).toEqual([]))
      .then(() => page.getByRole('menuitem', { name: /CSV/ }).click()),
  ])
  expect((await readFile(await file.path(), 'utf8')).split('\r\n')).toHaveLength(3)
  expect(faults).toEqual([])
  await context.close()
})

test('two filters that are taken back in the same moment are both gone', async () => {
  const { page, context } = await screens.open(dana, '/history?kind=money&site=9+Sutler+Street')
  const kind = await page.getByRole('button', { name: 'Any kind' }).elementHandle()
  await page.getByRole('button', { name: 'Any site' }).evaluate((site: HTMLElement, other) => {
    site.click()
    if (other instanceof HTMLElement) other.click()
  }, kind)
  await page.getByRole('main').getByText('The door hangs again').waitFor()
  expect(new URL(page.url()).search).toBe('')
  await context.close()
})

test('keys move through the events, and new events wait until the user shows them', async () => {
  const { page, context } = await screens.open(dana, '/history')
  const events = page.getByRole('main').getByRole('button', { name: /^Event / })
  const first = page.locator('[data-entry]').first()
  await first.waitFor()
  await page.getByRole('heading', { name: /^Event \d/ }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  const second = page.locator('[data-entry]').nth(1)
  await expect.poll(() => second.evaluate((one) => one === document.activeElement)).toBe(true)
  const seq = await second.getAttribute('data-entry')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/history?event=${seq}`)
  const newest = await events.first().textContent()
  await note(marlowe.jobId, 'Something new')
  await page.getByRole('button', { name: 'Show 1 new event' }).waitFor()
  expect(await events.first().textContent()).toBe(newest)
  await page.getByRole('button', { name: 'Show 1 new event' }).click()
  await page.getByRole('main').getByText('Something new').waitFor()
  await page.getByRole('button', { name: 'Show 1 new event' }).waitFor({ state: 'detached' })
  await context.close()
})

test('older history loads on scrolling, the team is redirected, and a failure to load is reported', async () => {
  for (let more = 0; more < 60; more += 1) await note(marlowe.jobId, `Note ${more}`)
  const { page, context } = await screens.open(dana, '/history')
  await page.getByText('End of history').waitFor()
  await page.getByText(/^\d+ events$/).waitFor()
  await failUntilRetry(page, '**/api/history?**', 'Not now')
  await page.goto('/history?kind=parts')
  await page.getByText('Failed to fetch the history: Not now').waitFor()
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('No matching history.').waitFor()
  await context.close()
  const team = await screens.open(tom, '/history')
  await team.page.waitForURL('**/sites')
  await team.context.close()
})

test('Security lists who signed in, was refused or exported, and from where, on a desktop and a phone', async () => {
  const { server } = screens
  const [refused] = await sendCommands(server, tom, command('RemoveMember', { userId: dana.user.userId }))
  expect(refused?.status).toBe('refused')
  await (await server.call('/api/export/jobs', { token: priya.token })).text()
  const { page, context, faults } = await screens.open(dana, '/history', phone)
  let isEmpty = true
  await page.route('**/api/history/security', (route) =>
    isEmpty ? route.fulfill({ json: { entries: [], people: {} } }) : route.fallback(),
  )
  await failUntilRetry(page, '**/api/history/security', 'Not now')
  await page.getByRole('link', { name: 'Security', exact: true }).click()
  await page.waitForURL('**/history?show=security')
  await page.getByText('Failed to fetch the list: Not now').waitFor()
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('Nothing yet.').waitFor()
  isEmpty = false
  await page.getByRole('link', { name: 'Events', exact: true }).click()
  await page.getByRole('link', { name: 'Security', exact: true }).click()
  const row = (words: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: words }).first()
  await atBothSizes(page, async () => {
    await row('priya.nair exported the jobs').getByText('127.0.0.1').waitFor()
    await row('tom.okafor was refused: Only the owner may do this.').getByText('Tried: remove member').waitFor()
    await row('tom.okafor signed in').waitFor()
    await page.getByText('Entries are kept for 400 days.').waitFor()
    expect(await faultsInBothColours(page)).toEqual([])
  })
  expect(faults.filter((fault) => !fault.includes('500'))).toEqual([])
  await context.close()
})

test("the owner erases an event's texts in the history, and they are gone from every screen that shows it", async () => {
  const { server } = screens
  const part = {
    name: 'Tap for Leocadia Brandt',
    category: 'taps',
    purchaseDate: '2026-11-20',
    expectedDelivery: '2026-11-25',
  }
  const { seq } = await accepted(server, dana, 'AddPart', { partId: uuid(), ...part })
  const noted = await note(marlowe.jobId, 'Leocadia Brandt is in hospital')
  const admin = await screens.open(priya, `/history?event=${seq}`)
  const { page, context, faults } = await screens.open(dana, `/history?event=${seq}`)
  const shown = admin.page.getByRole('article', { name: `Event ${seq}` })
  await shown.getByText('Tap for Leocadia Brandt').first().waitFor()
  await admin.page.getByRole('main').getByText('Leocadia Brandt is in hospital').first().waitFor()
  expect(await shown.getByRole('button', { name: 'Erase...' }).count()).toBe(0)
  for (const [event, field] of [
    [seq, 'Name: Tap for Leocadia Brandt'],
    [noted.seq, 'Comment: Leocadia Brandt is in hospital'],
  ] as const) {
    await page
      .getByRole('button', { name: `Event ${event}`, exact: true })
      .first()
      .click()
    await page
      .getByRole('article', { name: `Event ${event}` })
      .getByRole('button', { name: 'Erase...' })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Erase permanently' })
    await dialog.getByLabel(field).waitFor()
    await dialog.getByLabel('Reason').fill('She asked for it')
    await dialog.getByLabel('Type ERASE to confirm').fill('ERASE')
    await dialog.getByRole('button', { name: 'Erase permanently' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page
      .getByRole('article', { name: `Event ${event}` })
      .getByText(/by dana\.whitfield: She asked for it$/)
      .waitFor()
  }
  await untilErased(server)
  for (const screen of [page, admin.page]) {
    await expect.poll(() => screen.getByText('Leocadia').count()).toBe(0)
    await screen.getByRole('main').getByText('Erased by law: She asked for it').first().waitFor()
  }
  expect([...faults, ...admin.faults]).toEqual([])
  await Promise.all([context.close(), admin.context.close()])
})
