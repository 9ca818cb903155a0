import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityFaults, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
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

const tap = 'Replace kitchen mixer tap'
/** A job of 8 events: created with an office fact and a price, warned, priced anew, a note, done. */
async function aJob() {
  const taskId = uuid()
  const { jobId } = await createJob(screens.server, dana, {
    apartmentName: '14 Marlowe Court',
    workOrder: 'WO-CANARY',
    tasks: [{ taskId, description: tap, price: 8500 }],
  })
  await accepted(screens.server, tom, 'ChangeWarning', { jobId, warning: 'no access' })
  await accepted(screens.server, dana, 'PriceTask', { jobId, taskId, price: 12_500 })
  await accepted(screens.server, tom, 'AddNote', { jobId, noteId: uuid(), note: 'No answer at the door' })
  await accepted(screens.server, tom, 'CycleTask', { jobId, taskId, from: 'not completed' })
  return { jobId, taskId, path: `/job/${jobId}` }
}

test('the office reads the history, filters it, and looks at the job as it was', async () => {
  const { path } = await aJob()
  const { context, page, faults } = await screens.open(dana, path)
  const history = page.getByRole('complementary')
  await history.getByText('8 events').waitFor()
  await history.getByText('Status set to Completed: all tasks completed').waitFor()
  await history.getByRole('button', { name: 'Comments', exact: true }).click()
  await expect.poll(() => history.getByText('changed the warning').count()).toBe(0)
  await history.getByText('No answer at the door').waitFor()
  await history.getByRole('button', { name: 'All', exact: true }).click()
  await history.getByRole('button', { name: 'Search, person' }).click()
  await history.getByLabel('Search the history').fill('125')
  await expect.poll(() => history.getByText('No answer at the door').count()).toBe(0)
  await history.getByText('£125.00').waitFor()
  await history.getByLabel('Search the history').fill('')
  await history.getByLabel('Person').selectOption({ label: 'tom.okafor' })
  await expect.poll(() => history.getByText('£125.00').count()).toBe(0)
  await history.getByLabel('Person').selectOption('')

  await history.getByRole('link', { name: /^event 4/ }).click()
  const banner = page.getByRole('region', { name: 'As it was' })
  await banner.getByText('event 4 of 8').waitFor()
  const main = page.getByRole('main')
  await main.getByText('now £125.00').waitFor()
  await main.getByText('· now completed').waitFor()
  await expect.poll(() => main.getByRole('button').allTextContents()).toEqual(['Back to now'])
  await history.getByText('4 later events hidden.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])

  const slider = history.getByRole('slider', { name: 'As at' })
  await slider.focus()
  await page.keyboard.press('ArrowRight')
  await banner.getByText('event 5 of 8').waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('entry')).toBe('5')
  await page.reload()
  await banner.getByText('event 5 of 8').waitFor()
  await page.keyboard.press('Escape')
  await banner.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'New Task' }).waitFor()
  await history.getByRole('link', { name: /^event 6/ }).click()
  await banner.waitFor()
  await page.goBack()
  await banner.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  await context.close()
})

test('of a long history any entry can be linked to, looked at and undone; older ones are read as the list is scrolled', async () => {
  const { path, jobId } = await aJob()
  const gone = uuid()
  const notes = [gone, ...Array.from({ length: 119 }, () => uuid())]
  const comments = notes.map((noteId, at) => command('AddNote', { jobId, noteId, note: `Comment ${at + 1}` }))
  await sendCommands(screens.server, dana, ...comments.slice(0, 60))
  await sendCommands(screens.server, dana, ...comments.slice(60))
  await accepted(screens.server, dana, 'DeleteNote', { jobId, noteId: gone })
  const { context, page, faults } = await screens.open(dana, `${path}?entry=5`)
  const read: string[] = []
  page.on('request', (request) => void read.push(request.url()))
  const [history, main] = [page.getByRole('complementary'), page.getByRole('main')]
  const banner = page.getByRole('region', { name: 'As it was' })
  await banner.getByText('event 5 of 129').waitFor()
  await main.getByText('£125.00').first().waitFor()
  await history.getByText('124 later events hidden.').waitFor()
  const priced = history.getByRole('listitem').filter({ hasText: 'changed a price' }).first()
  await priced.getByRole('button', { expanded: false }).click()
  await priced.getByRole('button', { name: 'Put the price back to £85.00' }).waitFor()
  await history.getByRole('slider', { name: 'As at' }).focus()
  await page.keyboard.press('ArrowLeft')
  await banner.getByText('event 4 of 129').waitFor()
  await main.getByText('now £125.00').waitFor()
  await page.goto(`${path}?entry=68`)
  await banner.getByText('event 68 of 129').waitFor()
  await main.getByText('Comment 60', { exact: true }).waitFor()
  await main.getByRole('button', { name: 'Show 11 older comments' }).click()
  await main
    .getByRole('listitem')
    .filter({ hasText: 'deleted since' })
    .getByText('Comment 1', { exact: true })
    .waitFor()

  await banner.getByRole('button', { name: 'Back to now' }).click()
  await history.getByText('Comment 119', { exact: true }).waitFor()
  expect(await history.getByText('created the job').count()).toBe(0)
  // The page's edge cuts what was done in one go.
  await history.getByText('added at least 99 comments and deleted a comment').waitFor()
  await history.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded()
  await history.getByText('created the job').waitFor()
  await history.getByText(/added 12\d comments and deleted a comment/).waitFor()
  expect(read.some((url) => url.includes('/history?limit=250&before='))).toBe(true)
  expect(await accessibilityFaults(page)).toEqual([])
  await history.getByRole('button', { name: 'Search, person' }).click()
  await history.getByLabel('Search the history').fill('no access')
  await history.getByText('changed the warning').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('undoing a change records a new one, and a time can be corrected with a reason', async () => {
  const { path } = await aJob()
  const { context, page, faults } = await screens.open(dana, path)
  const history = page.getByRole('complementary')
  const entry = history.getByRole('listitem').filter({ hasText: 'changed a price' }).first()
  await entry.getByRole('button', { expanded: false }).click()
  await entry.getByRole('button', { name: 'Put the price back to £85.00' }).click()
  const dialog = page.getByRole('dialog', { name: 'Put the price back to £85.00' })
  await dialog.getByRole('cell', { name: '£125.00' }).waitFor()
  await dialog.getByRole('cell', { name: '£85.00' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Put it back' }).click()
  await history.getByText('9 events').waitFor()
  await page.getByRole('main').getByText('£85.00').first().waitFor()
  await entry.getByText('event 9').waitFor()

  const warned = history.getByRole('listitem').filter({ hasText: 'changed the warning' }).first()
  await warned.getByRole('button', { expanded: false }).click()
  await warned.getByRole('button', { name: 'Correct the time' }).click()
  const correct = page.getByRole('dialog', { name: 'Correct the time' })
  await correct.getByRole('button', { name: 'Correct the time' }).click()
  await correct.getByText('Enter a reason.').waitFor()
  await correct.getByLabel('Day').fill('2026-11-19')
  await correct.getByLabel('Time').fill('15:30')
  await correct.getByLabel('Reason').fill('Logged the day after')
  await correct.getByRole('button', { name: 'Correct the time' }).click()
  await warned.getByText(/Happened on Thu 19 Nov.*, 15:30, according to event 10: Logged the day after/).waitFor()
  await history.getByText(/corrected the time of event 4 to Thu 19 Nov.*, 15:30: Logged the day after/).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('the history begins in the upper third of its rail, and Put it back shows when the pointer or the focus is in an entry', async () => {
  const { path } = await aJob()
  const { context, page, faults } = await screens.open(dana, path)
  const history = page.getByRole('complementary')
  const entry = history.getByRole('listitem').filter({ hasText: 'changed a price' }).first()
  await entry.waitFor()
  const top = (await history.getByRole('listitem').first().boundingBox())?.y ?? 900
  const rail = await history.evaluate((one) => one.getBoundingClientRect().top)
  expect(top - rail).toBeLessThan((900 - rail) / 3)
  const putBack = entry.getByRole('button', { name: 'Put it back' })
  expect(await putBack.count()).toBe(0)
  await entry.hover()
  await putBack.waitFor()
  expect(await putBack.evaluate((one) => getComputedStyle(one.parentElement ?? one).opacity)).toBe('1')
  await page.mouse.move(0, 0)
  await expect.poll(() => putBack.evaluate((one) => getComputedStyle(one.parentElement ?? one).opacity)).toBe('0')
  const warned = history.getByRole('listitem').filter({ hasText: 'changed the warning' }).first()
  await warned.getByRole('button', { expanded: false }).focus()
  const putWarningBack = warned.getByRole('button', { name: 'Put it back' })
  await putWarningBack.waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect.poll(() => putWarningBack.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Put the warning back to No Warning' })
  await dialog.getByRole('button', { name: 'Put it back' }).click()
  await history.getByText('9 events').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('the team steps through the history on a phone, and no office fact is in it', async () => {
  const { path } = await aJob()
  const { context, page, faults } = await screens.open(tom, path, phone)
  const answered = page.waitForResponse((response) => response.url().includes('/history?'))
  await page.getByRole('tab', { name: 'History' }).click()
  const heard = await (await answered).text()
  await page.getByText('The office').waitFor()
  await page.getByText('5 events').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  const seen: string[] = []
  for (let step = 0; step < 4; step += 1) {
    await page.getByRole('button', { name: 'One change earlier' }).click()
    await page.getByRole('tab', { name: 'Job', exact: true }).click()
    await page.getByRole('region', { name: 'As it was' }).waitFor()
    seen.push((await page.locator('body').textContent()) ?? '')
    await page.getByRole('tab', { name: 'History' }).click()
  }
  expect(seen[3]).toContain('event 1 of')
  // Ids are of hexadecimal digits and hyphens: one may have those of a price in it by chance.
  expect([heard, ...seen].join('\n')).not.toMatch(/WO-CANARY|(?<![\da-f-])(?:8500|12500)(?![\da-f-])|£|createdBy/)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByRole('link', { name: /^event 4/ }).click()
  await page.getByRole('region', { name: 'As it was' }).getByText('event 4 of').waitFor()
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Back to now' }).click()
  await page.getByRole('region', { name: 'As it was' }).waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  await context.close()
})
