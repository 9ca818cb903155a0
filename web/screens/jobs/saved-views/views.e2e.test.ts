import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { viewsIn } from '#core/views/views.ts'
import type { ViewsAnswer } from '#core/wire/jobs/views.ts'
import { paths } from '#core/wire/paths.ts'
import { goInside } from '#test/browser/go-inside.ts'
import { holdRequests } from '#test/browser/requests/held-requests.ts'
import { faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let priya: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  const { server } = screens
  dana = await server.registerCompany({ username: 'dana.whitfield' })
  priya = await addMember(server, dana, 'admin', 'priya.nair')
  tom = await addMember(server, dana, 'team', 'tom.okafor')
  const { jobId, taskId } = await createJob(server, dana, { apartmentName: 'Done', agency: 'Aire Valley Homes' })
  await accepted(server, dana, 'CycleTask', { jobId, taskId, from: 'not completed' })
  await createJob(server, dana, {
    apartmentName: 'Open',
    agency: 'Harbour & Lane',
    createdAt: new Date().toISOString().slice(0, 10),
  })
})
afterAll(() => screens?.close())

test('a list is a click away, stays in the address, and gives way to Back and to other filters', async () => {
  const { context, page, faults } = await screens.open(dana, '/sites?search=nothing')
  const views = page.getByRole('group', { name: 'Which jobs' })
  const chosen = views.getByRole('button', { pressed: true })
  await expect
    .poll(() => views.getByRole('button').allTextContents())
    .toEqual(['All 2', 'Overdue 0', 'Unassigned 1', 'To invoice 1', 'Mine 0'])
  expect(await chosen.count()).toBe(0)
  const sites = page.locator('tbody').getByRole('rowheader')
  for (const [view, found] of [
    ['All 2', ['Open', 'Done']],
    ['Unassigned 1', ['Open']],
    ['To invoice 1', ['Done']],
  ] as const) {
    await views.getByRole('button', { name: view }).click()
    await expect.poll(() => chosen.allTextContents()).toEqual([view])
    await expect.poll(() => sites.allTextContents()).toEqual(found)
  }
  expect(await page.getByRole('combobox', { name: 'Search' }).inputValue()).toBe('')
  expect(await faultsInBothColours(page)).toEqual([])
  await page.reload()
  await expect.poll(() => chosen.allTextContents()).toEqual(['To invoice 1'])
  await page.getByRole('combobox', { name: 'Search' }).fill('Do')
  await page.getByRole('button', { name: 'Go', exact: true }).click()
  await page.getByRole('button', { name: /^To invoice.*remove/ }).click()
  await page.goBack()
  await page.goBack()
  await expect.poll(() => chosen.allTextContents()).toEqual(['To invoice 1'])
  await views.getByRole('button', { name: 'Overdue' }).click()
  await page.getByText('No jobs found.').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('a list of one’s own is saved with its filters and columns, shared, changed, linked, and deleted with Undo', async () => {
  const { context, page, faults } = await screens.open(dana, '/sites')
  const other = await screens.open(priya, '/sites')
  const sites = page.locator('tbody').getByRole('rowheader')
  await page.getByRole('button', { name: 'More options' }).click()
  await page.getByRole('combobox', { name: 'Agency' }).fill('aire')
  await page.getByRole('option', { name: 'Aire Valley Homes' }).click()
  await expect.poll(() => sites.allTextContents()).toEqual(['Done'])
  await page.getByRole('button', { name: 'Columns' }).click()
  const columns = page.getByRole('dialog', { name: 'Columns' })
  await columns.getByRole('checkbox', { name: 'Work Order' }).click()
  await columns.getByRole('checkbox', { name: 'Assigned to' }).click()
  await columns.getByRole('button', { name: 'Move Assigned to to the left' }).click()
  await page.keyboard.press('Escape')
  const heads = page.getByRole('columnheader')
  const kept = [
    'ID',
    'Status',
    'Warning',
    'Site',
    'Created On',
    'Schedule',
    'Agency',
    'Assigned to',
    'Extras',
    'Action',
  ]
  await expect.poll(() => heads.allTextContents()).toEqual(kept)
  await page.getByRole('button', { name: 'Save view' }).click()
  const form = page.getByRole('dialog')
  const name = form.getByRole('textbox', { name: 'Name' })
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
  await name.fill('Mine')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await form.getByText('There is already a view called Mine.').waitFor()
  await form.getByRole('textbox', { name: 'Name' }).fill('Aire Valley')
  await form.getByRole('button', { name: 'The office' }).click()
  expect(await faultsInBothColours(page)).toEqual([])
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => new URL(page.url()).search).toMatch(/^\?view=[\da-f-]{36}$/)
  // Pushed to the other person of the office, who opens it.
  const shared = other.page.getByRole('button', { name: 'Aire Valley' })
  const noted = other.page.waitForResponse(
    (response) => response.request().method() === 'POST' && /views\/.+opened/.test(response.url()),
  )
  await shared.click()
  expect((await noted).ok()).toBe(true)
  await expect.poll(() => other.page.getByRole('columnheader').allTextContents()).toEqual(kept)
  // Its count follows what is pushed.
  await other.page.getByRole('button', { name: 'Aire Valley 1', pressed: true }).waitFor()
  await createJob(screens.server, dana, { apartmentName: 'Later', agency: 'Aire Valley Homes' })
  await other.page.getByRole('button', { name: 'Aire Valley 2', pressed: true }).waitFor()
  await expect.poll(() => sites.allTextContents()).toEqual(['Later', 'Done'])
  // Kept for oneself, and shared again by Undo.
  await page.getByRole('button', { name: 'Edit this view' }).click()
  await form.getByRole('button', { name: 'Only me' }).click()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await other.page.getByText('This view was deleted, or it is not shared with you.').waitFor()
  await page.getByRole('button', { name: 'Aire Valley 2', pressed: true }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await shared.waitFor()
  // Changed, with a mark that says so, and linked as it is now.
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Pending' }).click()
  await page.getByRole('button', { name: 'Aire Valley , changed' }).waitFor()
  await expect.poll(() => sites.allTextContents()).toEqual(['Later'])
  // The form follows the view that arrives after it was opened.
  const release = await holdRequests(page, '**/api/views*')
  await page.reload()
  await page.getByRole('button', { name: 'Save view' }).click()
  await form.getByRole('textbox', { name: 'Name' }).waitFor()
  release()
  await form.getByText('2 people use this view.').waitFor()
  expect(await form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Aire Valley')
  await form.getByRole('button', { name: 'Undo changes' }).click()
  await expect.poll(() => sites.allTextContents()).toEqual(['Later', 'Done'])
  await page.getByRole('button', { name: 'Edit this view' }).click()
  await form.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => sites.allTextContents()).toEqual(['Later', 'Done'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Aire Valley', pressed: true }).waitFor()
  expect([...faults, ...other.faults]).toEqual([])
  await context.close()
  await other.context.close()
})

test('a view that was being shared when the page closed is in the office’s list, and in one’s own no longer', async () => {
  const { server } = screens
  const view = { viewId: uuid(), name: 'Half way' }
  await accepted(server, dana, 'SaveView', { listOf: dana.user.userId, view })
  const { context, page } = await screens.open(dana, `/sites?view=${view.viewId}`)
  // The server takes what it is sent, but the page closes before it hears of it.
  const isTaken = Promise.withResolvers<void>()
  await page.route(`**${paths.commands}`, async (route) => {
    await route.fetch()
    isTaken.resolve()
  })
  await page.getByRole('button', { name: 'Edit this view' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'The office' }).click()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await isTaken.promise
  await page.close()
  const listsNow = async () => {
    const { own, shared }: ViewsAnswer = await (await server.call(paths.views, { token: dana.token })).json()
    return [own, shared].map((list) => viewsIn(list).filter(({ viewId }) => viewId === view.viewId).length)
  }
  await expect.poll(listsNow).toEqual([0, 1])
  await context.close()
})

test('a view that names somebody who has left says so, one that is gone too, and the team keeps views of its own on a phone', async () => {
  const { server } = screens
  const leaver = await addMember(server, dana, 'team', 'lee.moss')
  const gone = { viewId: uuid(), name: 'Of Lee', person: leaver.user.userId }
  await accepted(server, dana, 'SaveView', { listOf: dana.user.userId, view: gone })
  await accepted(server, dana, 'RemoveMember', { userId: leaver.user.userId })
  const office = await screens.open(dana, `/sites?view=${gone.viewId}`)
  await office.page.getByText('lee.moss has left the company.').waitFor()
  await goInside(office.page, `/sites?view=${uuid()}`)
  await office.page.getByText('This view was deleted, or it is not shared with you.').waitFor()
  await office.context.close()
  const openNow = { viewId: uuid(), name: 'Open now', status: 'pending' }
  await accepted(server, tom, 'SaveView', { listOf: tom.user.userId, view: openNow })
  const team = await screens.open(tom, '/sites')
  const lists = team.page.getByRole('group', { name: 'Which jobs' }).getByRole('button')
  await expect.poll(() => lists.allTextContents()).toEqual(['All 3', 'Mine 0', 'Today 0', 'Ready 0'])
  await team.page.getByRole('button', { name: 'Open now 2' }).click()
  await team.page.getByText('2 jobs', { exact: true }).waitFor()
  await lists.filter({ hasText: 'Mine' }).click()
  await team.page.getByText('No jobs found.').waitFor()
  expect(await team.page.getByRole('button', { pressed: true }).allTextContents()).toEqual(['Mine 0'])
  await team.context.close()
  const { context, page, faults } = await screens.open(tom, '/sites', phone)
  await page.getByRole('combobox', { name: 'Saved view' }).selectOption({ label: 'Open now (2)' })
  await page.getByText('2 jobs', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Edit view' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor()
  expect(await page.getByText('Who sees it').count()).toBe(0)
  expect(await faultsInBothColours(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

test('on a phone, whoever has no views sees nothing of them until there is something to save', async () => {
  const amy = await addMember(screens.server, dana, 'team')
  const { context, page } = await screens.open(amy, '/sites', phone)
  await page.getByText(/^\d+ jobs$/).waitFor()
  const save = page.getByRole('button', { name: 'Save view' })
  expect(await save.count()).toBe(0)
  await goInside(page, '/sites?status=pending')
  await save.waitFor()
  await context.close()
})
