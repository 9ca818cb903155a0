import type { Locator, Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { goInside } from '#test/browser/go-inside.ts'
import { faultUntil } from '#test/browser/requests/fault-until.ts'
import { desktop, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { smallTargets } from '#test/browser/small-targets.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let priya: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  priya = await addMember(screens.server, dana, 'admin', 'priya.nair')
})
afterAll(() => screens?.close())

const tap = 'Replace kitchen mixer tap'
/** A completed job, whose task has a price. */
async function aJob(apartmentName: string) {
  const taskId = uuid()
  const tasks = [{ taskId, description: tap, price: 8_500 }]
  const made = await createJob(screens.server, dana, { apartmentName, tasks })
  await accepted(screens.server, dana, 'CycleTask', { jobId: made.jobId, taskId, from: 'not completed' })
  return { ...made, taskId, path: `/job/${made.jobId}` }
}

const said = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })
const failed = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words })
const theirs = 'Someone else has changed this in the meantime.'

async function warn(page: Page, warning: string, invoice?: string) {
  await page.getByRole('button', { name: 'Warning', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Warning' })
  await dialog.getByRole('radio', { name: new RegExp(`^${warning}`) }).check()
  await dialog.getByRole('button', { name: `Set ${warning}` }).click()
  if (invoice === undefined) return
  await dialog.getByLabel('Invoice number').fill(invoice)
  await dialog.getByRole('button', { name: `Set ${warning}` }).click()
}

async function reprice(page: Page, pounds: string) {
  await page.getByRole('button', { name: `change price of ${tap}` }).click()
  await page.getByLabel(`price of ${tap}`).fill(pounds)
  await page.keyboard.press('Enter')
}

/** Does something that sends a change, and waits for the server's answer. */
async function sent(page: Page, act: () => Promise<void>) {
  const answer = page.waitForResponse((one) => new URL(one.url()).pathname === paths.commands)
  await act()
  await answer
}

/** Holds a message back from disappearing, as a keyboard does. */
const hold = (message: Locator) => message.getByRole('button', { name: 'Undo' }).focus()

const createFromPalette = async (page: Page, site: string) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Search and commands' }).getByRole('combobox').fill('new job')
  await page.getByRole('option', { name: 'New Job' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create New Job' })
  await dialog.getByRole('combobox', { name: 'Apartment Name' }).fill(site)
  await dialog.getByRole('button', { name: 'Create Job' }).click()
}

test.each([
  ['on a desktop', desktop],
  ['on a phone', phone],
])('a job created in the list is announced with a way to it, %s', async (_, look) => {
  const site = `${look === phone ? 3 : 5} Sutler Street`
  const { context, page, faults } = await screens.open(dana, '/sites', look)
  await page.getByRole('button', { name: 'New Job' }).click()
  await page.getByRole('combobox', { name: 'Apartment Name' }).fill(site)
  await page.getByRole('button', { name: 'Create Job' }).click()
  const toast = said(page, `Job created: ${site}`)
  await toast.waitFor()
  // Creating a job cannot be undone; it can be cancelled.
  expect(await toast.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  if (look === phone) expect(await smallTargets(page)).toEqual([])
  expect(await faultsInBothColours(page)).toEqual([])
  await toast.getByRole('link', { name: 'Open' }).click()
  await page.getByRole('heading', { level: 1, name: site }).waitFor()
  await toast.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  await context.close()
})

test('a job created from the palette is announced on whatever page one is', async () => {
  const { context, page } = await screens.open(dana, '/calendar')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await createFromPalette(page, '9 Tannery Wharf')
  await said(page, 'Job created: 9 Tannery Wharf').getByRole('link', { name: 'Open' }).click()
  await page.getByRole('heading', { level: 1, name: '9 Tannery Wharf' }).waitFor()
  await context.close()
})

test('a warning and an invoice are announced, and Undo takes the status and the number back, too', async () => {
  const { path } = await aJob('14 Marlowe Court')
  const { context, page, faults } = await screens.open(dana, path)
  const main = page.getByRole('main')
  await main.getByText('Not invoiced').waitFor()
  await warn(page, 'Cancelled')
  const warned = said(page, 'Warning set to Cancelled: 14 Marlowe Court')
  await warned.waitFor()
  // The job is open already.
  expect(await warned.getByRole('link', { name: 'Open' }).count()).toBe(0)
  await warned.getByRole('button', { name: 'Undo' }).click()
  await said(page, 'Put back').waitFor()
  await main.getByText('No Warning').first().waitFor()
  await warn(page, 'Invoiced', 'INV-7')
  const invoiced = said(page, 'Invoiced as INV-7: 14 Marlowe Court')
  await invoiced.waitFor()
  await main.getByRole('definition').getByText('INV-7').waitFor()
  // From another page there is a way to the job.
  await page.getByRole('link', { name: 'Back to jobs' }).click()
  await invoiced.getByRole('link', { name: 'Open' }).waitFor()
  await invoiced.getByRole('button', { name: 'Undo' }).click()
  await goInside(page, path)
  await main.getByText('Not invoiced').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('a price is put back by Ctrl Z, or by Tab: the message stays while it has the focus, and gives it back', async () => {
  const { path } = await aJob('7 Kestrel Mews')
  const { context, page } = await screens.open(dana, '/healthz')
  await page.clock.install()
  await page.goto(path)
  const price = page.getByRole('button', { name: `change price of ${tap}` })
  await reprice(page, '99')
  const toast = said(page, `Price changed from £85.00 to £99.00: ${tap}`)
  await toast.waitFor()
  await price.focus()
  await page.keyboard.press('Control+z')
  await price.getByText('£85.00').waitFor()
  await reprice(page, '99')
  await toast.waitFor()
  await price.focus()
  const undo = toast.getByRole('button', { name: 'Undo' })
  await undo.focus()
  await page.clock.fastForward(60_000)
  await expect.poll(() => undo.isVisible()).toBe(true)
  await page.keyboard.press('Enter')
  await price.getByText('£85.00').waitFor()
  await expect.poll(() => price.evaluate((one) => one === document.activeElement)).toBe(true)
  // In a field Ctrl Z is the field's own.
  await reprice(page, '99')
  await toast.waitFor()
  await page.getByLabel('Add a comment').fill('Paid')
  await page.keyboard.press('Control+z')
  await price.getByText('£99.00').waitFor()
  // Once it loses the focus, it closes on its own.
  await page.clock.fastForward(15_000)
  await toast.waitFor({ state: 'detached' })
  await context.close()
})

test('Undo of what somebody else has changed since is refused, and theirs stands', async () => {
  const { path, jobId, taskId } = await aJob('31 Tannery Wharf')
  const { context, page } = await screens.open(dana, path)
  const main = page.getByRole('main')
  await main.getByText('Not invoiced').waitFor()
  await sent(page, () => warn(page, 'Management'))
  const warned = said(page, 'Warning set to Management')
  await hold(warned)
  await accepted(screens.server, priya, 'ChangeWarning', { jobId, warning: 'insurance' })
  await main.getByText('Insurance').first().waitFor()
  await warned.getByRole('button', { name: 'Undo' }).click()
  await failed(page, theirs).waitFor()
  await failed(page, theirs).getByRole('button', { name: 'Close' }).click()

  await sent(page, () => warn(page, 'Invoiced', 'INV-8'))
  const invoiced = said(page, 'Invoiced as INV-8')
  await hold(invoiced)
  await accepted(screens.server, priya, 'ChangeWarning', { jobId, warning: 'invoiced', invoice: 'INV-9' })
  await main.getByText('INV-9').first().waitFor()
  await invoiced.getByRole('button', { name: 'Undo' }).click()
  await failed(page, theirs).waitFor()
  await failed(page, theirs).getByRole('button', { name: 'Close' }).click()

  await sent(page, () => reprice(page, '99'))
  const priced = said(page, 'Price changed from £85.00 to £99.00')
  await hold(priced)
  await accepted(screens.server, priya, 'PriceTask', { jobId, taskId, price: 12_000 })
  await main.getByText('£120.00').first().waitFor()
  await priced.getByRole('button', { name: 'Undo' }).click()
  await failed(page, theirs).waitFor()
  await page.reload()
  await main.getByText('INV-9').first().waitFor()
  await main.getByText('£120.00').first().waitFor()
  await context.close()
})

test('a change that the server refuses is not said to be made', async () => {
  const { path } = await aJob('2 Refusal Road')
  const { context, page } = await screens.open(dana, path)
  await page.getByText('Not invoiced').waitFor()
  const held = Promise.withResolvers<void>()
  await faultUntil(context, '**/api/commands', async (route) => {
    await held.promise
    const { commands }: { commands: { commandId: string }[] } = route.request().postDataJSON()
    const results = commands.map(({ commandId }) => ({ commandId, status: 'refused', code: 'no', error: 'No.' }))
    await route.fulfill({ json: { results } })
  })
  await warn(page, 'Management')
  const toast = said(page, 'Warning set to Management')
  await toast.waitFor()
  held.resolve()
  await failed(page, 'Failed to update warning.').waitFor()
  await toast.waitFor({ state: 'detached' })
  await context.close()
})

test('no message outlives the sign-out', async () => {
  const { path } = await aJob('4 Leaving Lane')
  const { context, page } = await screens.open(dana, path)
  await page.getByText('Not invoiced').waitFor()
  await warn(page, 'Management')
  const toast = said(page, 'Warning set to Management: 4 Leaving Lane')
  await toast.waitFor()
  // The history is read after the server has taken the change, so that nothing waits to be sent.
  await page.getByRole('complementary').getByText('changed the warning').waitFor()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await page.getByLabel('Email').fill(priya.user.email)
  await page.getByLabel('Password', { exact: true }).fill(priya.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/sites')
  await said(page, 'Login successful!').waitFor()
  expect(await toast.count()).toBe(0)
  await context.close()
})
