import type { Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goInside } from '#test/browser/go-inside.ts'
import { failUntilRetry } from '#test/browser/requests/fail-until-retry.ts'
import { faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let olga: SignedInTest
let tom: SignedInTest
let jobId: string
beforeAll(async () => {
  screens = await startScreens()
  olga = await screens.server.registerCompany()
  tom = await addMember(screens.server, olga, 'team', 'tom')
  jobId = (await createJob(screens.server, olga)).jobId
})
afterAll(() => screens.close())

const items = (page: Page) => page.getByRole('main').getByRole('listitem')
const item = (page: Page, text: string) => items(page).filter({ hasText: text })
const box = (page: Page, text: string) => item(page, text).getByRole('checkbox')
const filter = (page: Page, name: RegExp) =>
  page.getByRole('group', { name: 'Which tasks' }).getByRole('button', { name })
const texts = (page: Page) => items(page).locator('label').allTextContents()
const give = async (person: SignedInTest, text: string) => {
  const data = { userId: person.user.userId, todoId: uuid() }
  await accepted(screens.server, person, 'AddTodo', { ...data, text })
  return data
}
test('tasks are added, ticked off, filtered and deleted with Undo, and those that name a job link to it', async () => {
  const { context, page, faults } = await screens.open(olga, '/todo')
  await page.getByRole('heading', { name: 'Todo List', level: 2 }).waitFor()
  expect(await page.title()).toBe('To Do List · Fettle')
  await page.getByText('Your todo list is empty. Add a new task above!').waitFor()
  await page.getByText('0 of 0 tasks completed').waitFor()
  expect(await faultsInBothColours(page)).toEqual([])

  const field = page.getByPlaceholder('Add a new task...')
  for (const text of ['Book second fitter', 'Send the quote, 99999', 'Ring about keys for 00001']) {
    await field.fill(text)
    await field.press('Enter')
    await item(page, text).waitFor()
  }
  await field.fill('   ')
  await page.getByRole('button', { name: 'Add Task' }).click()
  await expect.poll(() => field.inputValue()).toBe('')
  await page.getByText('0 of 3 tasks completed').waitFor()
  expect(await texts(page)).toEqual(['Ring about keys for 00001', 'Send the quote, 99999', 'Book second fitter'])

  await item(page, 'keys').getByRole('link', { name: '00001' }).waitFor()
  expect(await item(page, 'keys').getByRole('link').getAttribute('href')).toBe(`/job/${jobId}`)
  expect(await item(page, 'quote').getByRole('link').count()).toBe(0)

  await item(page, 'quote').locator('label').click()
  await page.getByText('1 of 3 tasks completed').waitFor()
  await page.getByText('33% complete').waitFor()
  await expect.poll(() => page.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('33')
  expect(await texts(page)).toEqual(['Ring about keys for 00001', 'Send the quote, 99999', 'Book second fitter'])
  const inMenu = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: /To Do List/ })
  await inMenu.getByText('2', { exact: false }).waitFor()
  expect(await faultsInBothColours(page)).toEqual([])

  await filter(page, /Active 2/).click()
  await expect.poll(() => new URL(page.url()).search).toBe('?show=active')
  await expect.poll(() => items(page).count()).toBe(2)
  await filter(page, /Completed 1/).click()
  await expect.poll(() => texts(page)).toEqual(['Send the quote, 99999'])
  await page.reload()
  await expect.poll(() => texts(page)).toEqual(['Send the quote, 99999'])
  await box(page, 'quote').click()
  await page.getByText('No completed tasks yet. Start by completing a task!').waitFor()
  await goInside(page, '/todo?show=active')
  for (const text of ['quote', 'keys', 'fitter']) await box(page, text).click()
  await page.getByText('No active tasks. Great job!').waitFor()
  await page.getByText('100% complete').waitFor()
  await filter(page, /All 3/).click()

  await item(page, 'quote').getByRole('button', { name: 'Delete Send the quote' }).click()
  await item(page, 'quote').waitFor({ state: 'hidden' })
  await page.getByText('2 of 2 tasks completed').waitFor()
  const next = item(page, 'fitter').getByRole('button')
  await expect.poll(() => next.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.getByText('Deleted “Send the quote, 99999”').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await item(page, 'quote').waitFor()
  expect(await texts(page)).toEqual(['Ring about keys for 00001', 'Send the quote, 99999', 'Book second fitter'])
  await expect.poll(() => box(page, 'quote').isChecked()).toBe(true)

  await item(page, 'keys').getByRole('link', { name: '00001' }).click()
  await page.waitForURL(`**/job/${jobId}`)
  expect(faults).toEqual([])
  await context.close()
})

test('a list is live on all devices of its person, and on nobody else’s', async () => {
  await give(tom, 'Collect the van')
  const [desk, hand, other] = await Promise.all([
    screens.open(tom, '/todo'),
    screens.open(tom, '/todo', phone),
    screens.open(olga, '/todo'),
  ])
  for (const { page } of [desk, hand]) await item(page, 'Collect the van').waitFor()
  await hand.page.getByRole('button', { name: 'Add Task' }).waitFor()
  await hand.page.getByPlaceholder('Add a new task...').fill('Silicone for 00001')
  await hand.page.getByRole('button', { name: 'Add Task' }).click()
  await item(desk.page, 'Silicone').getByRole('link', { name: '00001' }).waitFor()
  await box(desk.page, 'Collect the van').check()
  await expect.poll(() => box(hand.page, 'Collect the van').isChecked()).toBe(true)
  await give(olga, 'Pay the rent')
  await item(other.page, 'Pay the rent').waitFor()
  expect(await other.page.getByText('Collect the van').count()).toBe(0)
  expect(await desk.page.getByText('Pay the rent').count()).toBe(0)
  await Promise.all([desk, hand, other].map(({ context }) => context.close()))
})

test('on a phone the field is above the tabs, and offline work continues and is sent later', async () => {
  const { context, page, faults } = await screens.open(tom, '/todo', phone)
  await item(page, 'Collect the van').waitFor()
  const at = async (name: string) => (await page.getByRole('button', { name }).boundingBox()) ?? { y: 0, height: 0 }
  const [add, tabs] = [await at('Add Task'), await page.getByRole('navigation', { name: 'Bottom menu' }).boundingBox()]
  expect(add.y + add.height).toBeLessThanOrEqual(tabs?.y ?? 0)
  expect(tabs?.y).toBeLessThan(844)
  const toasts = page.locator('.mantine-Notifications-root[data-position="bottom-right"]')
  const raised = () => toasts.evaluate((root) => getComputedStyle(root).bottom)
  await expect.poll(raised).toBe('145px')
  await expect.poll(() => page.getByRole('link', { name: 'To do' }).getAttribute('aria-current')).toBe('page')
  expect(await faultsInBothColours(page)).toEqual([])

  await context.setOffline(true)
  await page.getByPlaceholder('Add a new task...').fill('Buy screws')
  await page.getByRole('button', { name: 'Add Task' }).click()
  await item(page, 'Buy screws').getByText('Waiting to send').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await box(page, 'Buy screws').check()
  await box(page, 'Collect the van').uncheck()
  await page.getByText('Offline. 3 changes queued').waitFor()
  await page.getByRole('link', { name: /Review/ }).click()
  for (const words of ['New to-do: Buy screws', 'Completed to-do', 'Reopened to-do'])
    await page.getByText(words, { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Back to jobs' }).click()
  await expect.poll(raised).toBe('72px')
  await page.getByRole('link', { name: 'To do' }).click()
  await context.setOffline(false)
  await item(page, 'Buy screws').getByText('Waiting to send').waitFor({ state: 'hidden' })
  await page.reload()
  await expect.poll(() => box(page, 'Buy screws').isChecked()).toBe(true)
  await expect.poll(() => box(page, 'Collect the van').isChecked()).toBe(false)
  expect(faults).toEqual([])
  await context.close()
})

test("a failure to load or save is shown in the specification's words", async () => {
  const { context, page } = await screens.open(olga, '/sites')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const { promise: requested, resolve: answer } = Promise.withResolvers<void>()
  await failUntilRetry(page, '**/api/todos**', 'No', requested)
  await page.goto('/todo')
  await page.getByRole('main').getByText('Loading...').waitFor()
  answer()
  await page.getByText('Failed to fetch todos').waitFor()
  await page.getByRole('button', { name: 'Retry' }).click()
  await item(page, 'Pay the rent').waitFor()

  await page.route('**/api/commands', async (route) => {
    const { commands } = route.request().postDataJSON()
    const refused = { status: 'refused', code: 'no', error: 'Not today.' }
    const results = commands.map(({ commandId }: { commandId: string }) => ({ commandId, ...refused }))
    await route.fulfill({ json: { results } })
  })
  const alertShows = async (sentence: string) => {
    await page.getByText(sentence).waitFor()
    await page.getByText('Not today.').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByText(sentence).waitFor({ state: 'hidden' })
  }
  await page.getByPlaceholder('Add a new task...').fill('Order glue')
  await page.getByRole('button', { name: 'Add Task' }).click()
  await alertShows('Failed to add todo')
  await item(page, 'Order glue').waitFor({ state: 'hidden' })
  await item(page, 'Pay the rent').locator('label').click()
  await alertShows('Failed to update todo')
  await expect.poll(() => box(page, 'Pay the rent').isChecked()).toBe(false)
  await item(page, 'Pay the rent').getByRole('button').click()
  // Nobody waits for ten seconds on a page that is left.
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await alertShows('Failed to delete todo')
  await item(page, 'Pay the rent').waitFor()
  await context.close()
})

test('of a filtered list, ticking off a task by the keyboard goes on to the next one', async () => {
  const worker = await addMember(screens.server, olga, 'team', 'priya')
  for (const text of ['Third', 'Second', 'First']) await give(worker, text)
  const { context, page, faults } = await screens.open(worker, '/todo?show=active')
  const isFocused = (text: string) => box(page, text).evaluate((one) => one === document.activeElement)
  await box(page, 'Second').focus()
  await page.keyboard.press('Space')
  await expect.poll(() => texts(page)).toEqual(['First', 'Third'])
  await expect.poll(() => isFocused('Third')).toBe(true)
  await page.keyboard.press('Space')
  await expect.poll(() => isFocused('First')).toBe(true)
  await page.keyboard.press('Space')
  await page.getByText('No active tasks. Great job!').waitFor()
  const field = page.getByPlaceholder('Add a new task...')
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(faults).toEqual([])
  await context.close()
})
