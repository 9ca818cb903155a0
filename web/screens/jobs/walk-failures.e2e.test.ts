import type { BrowserContext, Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goInside } from '#test/browser/go-inside.ts'
import { faultUntil } from '#test/browser/requests/fault-until.ts'
import { type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import type { SignedInTest } from '#test/server/server.ts'

const reason = 'The log says no.'
let screens: Screens
let dana: SignedInTest
let path: string
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  const { jobId } = await createJob(screens.server, dana, { apartmentName: '14 Marlowe Court' })
  await accepted(screens.server, dana, 'AddNote', { jobId, noteId: uuid(), note: 'Keys with concierge' })
  path = `/job/${jobId}`
})
afterAll(() => screens?.close())

/** From now on, until the returned function is called, the server refuses every command of this browser. */
const refuseAll = (context: BrowserContext) =>
  faultUntil(context, '**/api/commands', async (route) => {
    const { commands }: { commands: { commandId: string }[] } = route.request().postDataJSON()
    const results = commands.map(({ commandId }) => ({ commandId, status: 'refused', code: 'no', error: reason }))
    await route.fulfill({ json: { results } })
  })

const warn = async (page: Page) => {
  await page.getByRole('button', { name: 'Warning', exact: true }).click()
  await page.getByRole('radio', { name: /^No access/ }).check()
  await page.getByRole('button', { name: 'Set No access' }).click()
}
const edit = async (page: Page) => {
  await page.getByRole('button', { name: 'Edit Job' }).click()
  await page.getByRole('dialog').getByLabel('Work Order').fill('WO-1')
  await page.getByRole('button', { name: 'Save' }).click()
}
const comment = async (page: Page) => {
  await page.getByLabel('Add a comment').fill('No answer')
  await page.getByRole('button', { name: 'Send comment' }).click()
}
const uncomment = (page: Page) => page.getByRole('button', { name: 'Delete your comment' }).click()
const cycle = (page: Page) => page.getByRole('button', { name: /change to completed/ }).click()

test.each([
  ['a task', 'Failed to update job. Please try again.', cycle],
  ['a warning', 'Failed to update warning. Please try again.', warn],
  ['an edit', 'Failed to update job. Please try again or contact support.', edit],
  ['a comment', 'Failed to add note.', comment],
  ['a deleted comment', 'Failed to delete note.', uncomment],
] as const)('the server refuses %s: "%s", with its reason', async (_, sentence, act) => {
  const { context, page } = await screens.open(dana, path)
  await page.getByText('Keys with concierge').first().waitFor()
  await refuseAll(context)
  await act(page)
  const alert = page.getByRole('alert').filter({ hasText: sentence })
  await alert.getByText(reason).waitFor({ timeout: 60_000 })
  await alert.getByRole('button', { name: 'Discard' }).click()
  await alert.waitFor({ state: 'hidden' })
  await page.getByText('Keys with concierge').first().waitFor()
  await context.close()
})

test('a new job that the server refuses is reported with the reason, removed from the list, and can be retried', async () => {
  const { context, page } = await screens.open(dana, '/sites')
  await page.getByText(/Page 1 of/).waitFor()
  const mend = await refuseAll(context)
  await page.getByRole('button', { name: 'New Job' }).click()
  await page.getByRole('combobox', { name: 'Apartment Name' }).fill('9 Sutler Street')
  await page.getByRole('button', { name: 'Create Job' }).click()
  const alert = page
    .getByRole('alert')
    .filter({ hasText: 'Failed to create job. Please try again or contact support.' })
  await alert.getByText('9 Sutler Street').waitFor()
  const row = page.locator('tr', { hasText: '9 Sutler Street' })
  await row.waitFor({ state: 'hidden' })
  mend()
  await alert.getByRole('button', { name: 'Retry' }).click()
  await row.getByText('00002').waitFor()
  await context.close()
})

test('a failure without a message of its own has the usual one', async () => {
  const { context, page } = await screens.open(dana, '/auths')
  await page.waitForURL('**/sites')
  await page.route('**/api/jobs?*', (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }))
  // A list that this device has not kept: it would be shown instead.
  await goInside(page, '/sites?page=2')
  await page.getByText('Failed to fetch jobs: An error occurred while processing the request').waitFor()
  await context.close()
})

test('names that fail to load are reported at their field, which can still be filled in', async () => {
  const { context, page } = await screens.open(dana, '/sites')
  await page.getByText(/Page 1 of/).waitFor()
  await page.route('**/api/lists/*', (route) => route.fulfill({ status: 503, json: { error: 'away', code: 'away' } }))
  await page.getByRole('button', { name: 'New Job' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Job' })
  await dialog.getByRole('combobox', { name: 'Agency' }).fill('Castlefield')
  await dialog.getByText('Failed to load initial data').waitFor()
  await dialog.getByRole('combobox', { name: 'Apartment Name' }).fill('1 A')
  await dialog.getByRole('button', { name: 'Create Job' }).click()
  await page.locator('tr', { hasText: 'Castlefield' }).waitFor()
  await context.close()
})

test('an invalid job address and an unknown job each have their message', async () => {
  const { context, page } = await screens.open(dana, '/job/wrong-id')
  await page.getByText('Invalid job reference.').waitFor()
  await goInside(page, `/job/${uuid()}`)
  await page.getByText('Job not found.').waitFor()
  const other = await screens.server.registerCompany()
  const theirs = await createJob(screens.server, other)
  await goInside(page, `/job/${theirs.jobId}`)
  await page.getByText('Job not found.').waitFor()
  await page.getByRole('link', { name: 'Back to jobs' }).click()
  await page.waitForURL('**/sites')
  await page.getByText(/Page 1 of/).waitFor()
  expect(await page.getByText('Job not found.').count()).toBe(0)
  await context.close()
})

test('while the session is being checked the page says Loading...', async () => {
  const { context, page } = await screens.open(dana, '/auths')
  await page.waitForURL('**/sites')
  let answer: (() => void) | undefined
  await page.route('**/api/auth/refresh', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    await route.continue()
  })
  // A person whom the device remembers sees their page at once.
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect.poll(() => answer).toBeDefined()
  await page.getByRole('status').getByText('Loading...').waitFor()
  expect(await page.getByRole('button', { name: 'New Job' }).count()).toBe(0)
  answer?.()
  await page.getByRole('button', { name: 'New Job' }).waitFor()
  await context.close()
})
