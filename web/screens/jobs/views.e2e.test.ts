import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsInBothColours, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  const { server } = screens
  dana = await server.registerCompany({ username: 'dana.whitfield' })
  tom = await addMember(server, dana, 'team', 'tom.okafor')
  const { jobId, taskId } = await createJob(server, dana, { apartmentName: 'Done' })
  await accepted(server, dana, 'CycleTask', { jobId, taskId, from: 'not completed' })
  await createJob(server, dana, { apartmentName: 'Open' })
})
afterAll(() => screens?.close())

test('a view is a click away, stays in the address, and gives way to Back and to other filters', async () => {
  const { context, page, faults } = await screens.open(dana, '/sites?search=nothing')
  const views = page.getByRole('group', { name: 'Which jobs' })
  const chosen = views.getByRole('button', { pressed: true })
  await expect
    .poll(() => views.getByRole('button').allTextContents())
    .toEqual(['All', 'Overdue', 'Unassigned', 'To invoice', 'Mine'])
  expect(await chosen.count()).toBe(0)
  const sites = page.locator('tbody').getByRole('rowheader')
  for (const [view, found] of [
    ['All', ['Open', 'Done']],
    ['Unassigned', ['Open']],
    ['To invoice', ['Done']],
  ] as const) {
    await views.getByRole('button', { name: view }).click()
    await expect.poll(() => chosen.allTextContents()).toEqual([view])
    await expect.poll(() => sites.allTextContents()).toEqual(found)
  }
  expect(await page.getByRole('combobox', { name: 'Search' }).inputValue()).toBe('')
  expect(await faultsInBothColours(page)).toEqual([])
  await page.reload()
  await expect.poll(() => chosen.allTextContents()).toEqual(['To invoice'])
  await page.getByRole('combobox', { name: 'Search' }).fill('Do')
  await page.getByRole('button', { name: 'Go', exact: true }).click()
  await page.getByRole('button', { name: /^To invoice.*remove/ }).click()
  await page.goBack()
  await page.goBack()
  await expect.poll(() => chosen.allTextContents()).toEqual(['To invoice'])
  await views.getByRole('button', { name: 'Overdue' }).click()
  await page.getByText('No jobs found.').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('the team has the views of its own work', async () => {
  const { context, page } = await screens.open(tom, '/sites')
  const views = page.getByRole('group', { name: 'Which jobs' })
  await expect.poll(() => views.getByRole('button').allTextContents()).toEqual(['All', 'Mine', 'Today', 'Ready'])
  await views.getByRole('button', { name: 'Mine' }).click()
  await page.getByText('No jobs found.').waitFor()
  await context.close()
})
