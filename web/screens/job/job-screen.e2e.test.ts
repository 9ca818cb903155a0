import type { Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { layoutShift } from '#test/browser/layout-shift.ts'
import { failUntilRetry } from '#test/browser/requests/fail-until-retry.ts'
import { hearAnswers } from '#test/browser/requests/heard-answers.ts'
import { holdCommands } from '#test/browser/requests/held-requests.ts'
import {
  accessibilityFaults,
  desktop,
  faultsInBothColours,
  phone,
  type Screens,
  startScreens,
} from '#test/browser/screens.ts'
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

const tap = 'Replace kitchen mixer tap'
const bath = 'Reseal bath'

/** A job with two open tasks, one of them priced, and everything that only the office may know. */
async function aJob() {
  const [first, second] = [uuid(), uuid()]
  const { jobId } = await createJob(screens.server, dana, {
    apartmentName: '14 Marlowe Court',
    workOrder: 'WO-88209',
    agency: 'Bright Oak Lettings',
    receivedBy: 'Front Desk',
    tasks: [
      { taskId: first, description: tap, price: 8500 },
      { taskId: second, description: bath },
    ],
  })
  return { jobId, first, second, path: `/job/${jobId}` }
}

const task = (page: Page, description: string) => page.getByRole('listitem').filter({ hasText: description }).first()
const cycle = (page: Page, description: string) =>
  page.getByRole('button', { name: new RegExp(`^${description}.*change to`) }).click()

test('a task cycled in one browser changes in the other, without a reload', async () => {
  const { path } = await aJob()
  const [danas, toms] = await Promise.all([screens.open(dana, path), screens.open(tom, path, phone)])
  await Promise.all([danas, toms].map(({ page }) => page.getByText('Live').first().waitFor({ state: 'attached' })))
  await Promise.all([danas, toms].map(({ page }) => task(page, tap).waitFor()))
  const loads: string[] = []
  toms.page.on('framenavigated', (frame) => loads.push(frame.url()))
  const release = await holdCommands(danas.page)
  await cycle(danas.page, tap)
  await task(danas.page, tap).getByText('Completed', { exact: true }).waitFor()
  release()
  await task(toms.page, tap).getByText('Completed', { exact: true }).waitFor()
  await cycle(toms.page, tap)
  await task(danas.page, tap).getByText('To estimate', { exact: true }).waitFor()
  await danas.page.getByText('To estimate', { exact: true }).first().waitFor()
  expect(loads).toEqual([])
  expect([...danas.faults, ...toms.faults]).toEqual([])
  await Promise.all([danas.context.close(), toms.context.close()])
})

test('on a phone a job stays where it was shown, so that no tap hits something else', async () => {
  const { path } = await aJob()
  const { context, page } = await screens.open(tom, path, phone)
  await page.getByText('No images yet.').waitFor()
  await page.getByRole('heading', { name: 'Signatures' }).waitFor()
  expect(await layoutShift(page)).toBeLessThan(0.01)
  await context.close()
})

test('on a phone the price of a task stands under its words', async () => {
  const { path } = await aJob()
  const { context, page } = await screens.open(dana, path, phone)
  const left = async (name: string) => (await page.getByRole('button', { name }).boundingBox())?.x ?? 0
  const words = await left(`change description of ${tap}`)
  expect(words).toBeGreaterThan(50)
  expect(Math.abs((await left(`change price of ${tap}`)) - words)).toBeLessThan(10)
  await context.close()
})

test('ready can be set on an open task, and is cleared when the task is reopened', async () => {
  const { path } = await aJob()
  const { context, page } = await screens.open(dana, path)
  await page.getByRole('switch', { name: new RegExp(`Ready.*${tap}`) }).check({ force: true })
  await page.getByText(`marked '${tap}' as ready`).waitFor()
  for (const status of ['Completed', 'To estimate', 'Not completed']) {
    await cycle(page, tap)
    await task(page, tap).getByText(status, { exact: true }).waitFor()
  }
  await expect.poll(() => page.getByRole('switch', { name: new RegExp(`Ready.*${tap}`) }).isChecked()).toBe(false)
  await context.close()
})

test('the office adds, describes, prices and deletes tasks, sees the total, and can undo a deletion', async () => {
  const { path } = await aJob()
  const { context, page } = await screens.open(dana, path)
  await page.getByRole('button', { name: 'New Task' }).click()
  await page.getByLabel('Description', { exact: true }).fill('Trace leak')
  await page.getByLabel('Price', { exact: true }).fill('60.5')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('£145.50').waitFor()
  await page.getByRole('button', { name: `change price of ${bath}` }).click()
  await page.getByRole('textbox', { name: `price of ${bath}` }).fill('ten pounds')
  await page.keyboard.press('Enter')
  await page.getByText('Enter pounds, such as 85 or 85.50').waitFor()
  await page.getByRole('textbox', { name: `price of ${bath}` }).fill('120')
  await page.keyboard.press('Enter')
  await page.getByText('£265.50').waitFor()
  await page.getByRole('button', { name: `change description of ${bath}` }).click()
  await page.getByRole('textbox', { name: `description of ${bath}` }).fill('Reseal bath and refit panel')
  await page.keyboard.press('Enter')
  await task(page, 'Reseal bath and refit panel').waitFor()
  await page.getByRole('button', { name: 'Delete Trace leak' }).click({ force: true })
  await page.getByText('£205.00').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('£265.50').waitFor()
  await context.close()
})

test('invoiced and free of charge are refused while tasks are open, and invoiced asks for its number', async () => {
  const { path } = await aJob()
  const { context, page } = await screens.open(dana, path)
  await page.getByRole('button', { name: 'Warning', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Warning' })
  await dialog.getByText('Free of charge').click()
  await dialog.getByRole('button', { name: 'Set Free of charge' }).click()
  await dialog.getByText('All tasks must be completed before setting the job to Free of charge.').waitFor()
  await dialog.getByText('Invoiced', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Set Invoiced' }).click()
  await dialog.getByText('All tasks must be completed before setting the job to Invoiced.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await cycle(page, tap)
  await cycle(page, bath)
  await page.getByRole('button', { name: 'Warning', exact: true }).click()
  await dialog.getByText('Invoiced', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Set Invoiced' }).click()
  await dialog.getByLabel('Invoice number').waitFor()
  await dialog.getByRole('button', { name: 'Set Invoiced' }).click()
  await dialog.getByText('Invoice number is required to set the job to Invoiced.').waitFor()
  await dialog.getByLabel('Invoice number').fill('INV-2041')
  await dialog.getByRole('button', { name: 'Set Invoiced' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('definition').getByText('INV-2041').waitFor()
  await context.close()
})

test('a comment is added, shows its author and time, and only its author may delete it', async () => {
  const { path, jobId } = await aJob()
  await accepted(screens.server, tom, 'AddNote', { jobId, noteId: uuid(), note: 'No answer at the door' })
  const { context, page } = await screens.open(dana, path)
  await page.getByText('No answer at the door').first().waitFor()
  expect(await page.getByRole('button', { name: 'Delete your comment' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Send comment' }).click()
  await page.getByText('Write something first.').waitFor()
  await page.getByLabel('Add a comment').fill('Keys are with the concierge')
  await page.getByLabel('Add a comment').press('Control+Enter')
  const comment = page.getByRole('listitem').filter({ hasText: 'Keys are with the concierge' }).first()
  await comment.getByText('just now').waitFor()
  await comment.getByText('dana.whitfield').waitFor()
  await page.getByRole('button', { name: 'Delete your comment' }).click()
  await page.getByText('Deleted your comment').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Delete your comment' }).count()).toBe(0)
  await context.close()
})

test('the history shows each change, its author and the values before and after, and updates itself', async () => {
  const { path, jobId } = await aJob()
  const { context, page } = await screens.open(dana, path)
  const history = page.getByRole('complementary')
  await history.getByText('3 events').waitFor()
  await history.getByText('created the job').waitFor()
  await page.getByText('Live').first().waitFor()
  await accepted(screens.server, tom, 'ChangeWarning', { jobId, warning: 'no access' })
  const entry = history.getByRole('listitem').filter({ hasText: 'changed the warning' })
  await entry.waitFor()
  await expect.poll(() => entry.locator('del').textContent()).toBe('Before: No Warning')
  await expect.poll(() => entry.locator('ins').textContent()).toBe('After: No access')
  await entry.getByText('tom.okafor').waitFor()
  await entry.getByText('event 4').waitFor()
  await context.close()
})

test("the next visit is saved, and the office sees the job's details", async () => {
  const { path } = await aJob()
  const { context, page } = await screens.open(dana, path)
  await page.getByRole('combobox', { name: 'Hours' }).click()
  await page.getByRole('option', { name: '2.5' }).click()
  await page.getByText('set the next visit').waitFor()
  await page.reload()
  await expect.poll(() => page.getByRole('combobox', { name: 'Hours' }).inputValue()).toBe('2.5')
  await expect
    .poll(() => page.getByRole('definition').allTextContents())
    .toEqual(['WO-88209', 'Bright Oak Lettings', 'Front Desk', 'dana.whitfield', '20 Nov 2026', 'Not invoiced'])
  await context.close()
})

test('the team sees no office facts on the screen, and none reach its browser', async () => {
  const { path, jobId } = await aJob()
  for (const look of [desktop, phone]) {
    const { context, page } = await screens.open(tom, '/sites', look)
    await page
      .getByRole('link', { name: /14 Marlowe Court/ })
      .first()
      .waitFor()
    // What the list still asks for is not heard.
    await page.goto('about:blank')
    const heard = await hearAnswers(page, '**/api/jobs**')
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(String(payload))))
    await page.goto(path)
    await task(page, tap).waitFor()
    if (look === phone) await page.getByRole('tab', { name: 'History' }).click()
    await page.getByText('The office').waitFor()
    await accepted(screens.server, dana, 'EditJob', { jobId, receivedBy: 'Night Desk' })
    await accepted(screens.server, dana, 'AddNote', { jobId, noteId: uuid(), note: 'Dog in flat' })
    await page.getByText('Dog in flat').first().waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    const seen = [await page.locator('body').textContent(), ...heard].join('\n')
    expect(heard.length).toBeGreaterThan(1)
    for (const fact of ['WO-88209', 'Bright Oak', 'Front Desk', 'Night Desk', '8500', '85.00', 'office"', 'Total cost'])
      expect(seen).not.toContain(fact)
    expect(await page.getByRole('button', { name: /Edit Job|New Task|Delete/ }).count()).toBe(0)
    await context.close()
  }
})

test('an unknown job, a broken address and a failing server have different messages', async () => {
  const { context, page } = await screens.open(dana, `/job/${uuid()}`)
  await page.getByText('Job not found.').waitFor()
  await page.goto('/job/213')
  await page.getByText('Invalid job reference.').waitFor()
  const { path } = await aJob()
  await failUntilRetry(page, '**/api/jobs/*', 'away')
  await page.goto(path)
  await page.getByText('Failed to fetch job details.').waitFor()
  await page.getByRole('button', { name: 'Retry' }).click()
  await task(page, tap).waitFor()
  await page.getByRole('link', { name: 'Back to jobs' }).click()
  await page.waitForURL('**/sites')
  await context.close()
})

test('the job has no accessibility faults at any width, light and dark, with its dialogs open', async () => {
  const { path, jobId } = await aJob()
  await accepted(screens.server, dana, 'AddNote', { jobId, noteId: uuid(), note: 'Keys with concierge' })
  const narrow = { viewport: { width: 1000, height: 800 } }
  for (const [person, look, colorScheme] of [
    [dana, desktop, 'light'],
    [dana, narrow, 'light'],
    [dana, phone, 'dark'],
    [tom, phone, 'light'],
  ] as const) {
    const { context, page } = await screens.open(person, path, { ...look, colorScheme })
    const faults = () => (look === desktop ? faultsInBothColours(page) : accessibilityFaults(page))
    await task(page, tap).waitFor()
    expect(await faults()).toEqual([])
    await page.getByRole('button', { name: 'Warning', exact: true }).click()
    expect(await faults()).toEqual([])
    await page.getByRole('button', { name: 'Cancel' }).click()
    if (look === desktop) {
      await page.getByRole('button', { name: `change price of ${bath}` }).click()
      expect(await faults()).toEqual([])
    } else {
      await page.getByRole('tab', { name: 'History' }).click()
      await page.getByText('created the job').waitFor()
      expect(await faults()).toEqual([])
    }
    await context.close()
  }
})
