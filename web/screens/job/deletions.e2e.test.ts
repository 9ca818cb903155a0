import type { Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { untilSaved } from '#test/browser/schedule-dialog.ts'
import { type Screens, startScreens } from '#test/browser/screens.ts'
import { storedOnDevice } from '#test/browser/stored-on-device.ts'
import { accepted, createJob, jobNow } from '#test/server/commands.ts'
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

const [tap, bath] = ['Replace kitchen mixer tap', 'Reseal bath']
async function aJob() {
  const tasks = [tap, bath].map((description) => ({ taskId: uuid(), description }))
  const { jobId } = await createJob(screens.server, dana, { tasks })
  return { jobId, path: `/job/${jobId}` }
}
const row = (page: Page, description: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: new RegExp(`^${description}.*change to`) }) })
const remove = (page: Page, description: string) =>
  page.getByRole('button', { name: `Delete ${description}` }).click({ force: true })
/** The tasks of a job as the server has them. */
const tasksAtServer = async (jobId: string) =>
  (await jobNow(screens.server, dana, jobId)).jobDescriptions.map((task) => task.description)
const commandsOf = (page: Page) => {
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/commands') && sent.push(request.postData() ?? ''))
  return () => sent.join()
}

test('a deleted task disappears here immediately and elsewhere after ten seconds; other changes are not delayed', async () => {
  const { path } = await aJob()
  const [danas, toms] = await Promise.all([screens.open(dana, path), screens.open(tom, path)])
  const toThem = toms.page.getByRole('button', { name: new RegExp(tap ?? '') })
  await Promise.all([
    row(danas.page, tap ?? '').waitFor(),
    toThem.first().waitFor(),
    toms.page.getByText('Live').waitFor(),
  ])
  const sent = commandsOf(danas.page)
  await danas.page.clock.install()
  await remove(danas.page, tap ?? '')
  await row(danas.page, tap ?? '').waitFor({ state: 'detached' })
  await danas.page.getByRole('button', { name: new RegExp(`^${bath}.*change to`) }).click()
  await danas.page.getByText(`Deleted the task ${tap}`).waitFor()
  await toms.page.getByRole('button', { name: new RegExp(`${bath}.*to estimate`) }).waitFor()
  await danas.page.clock.fastForward(10_000)
  await toThem.first().waitFor({ state: 'detached' })
  expect(sent()).toMatch(/CycleTask.*DeleteTask/)
  await Promise.all([danas.context.close(), toms.context.close()])
})

test('an undone deletion was never sent', async () => {
  const { path, jobId } = await aJob()
  await accepted(screens.server, dana, 'AddNote', { jobId, noteId: uuid(), note: 'Keys with concierge' })
  const { context, page } = await screens.open(dana, path)
  const sent = commandsOf(page)
  await page.getByText('Keys with concierge').first().waitFor()
  await page.clock.install()
  await page.getByRole('button', { name: 'Delete your comment' }).click()
  await page.getByText('No comments yet.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Delete your comment' }).waitFor()
  await page.clock.fastForward(10_500)
  await untilSaved(page, () => page.getByRole('button', { name: new RegExp(`^${bath}.*change to`) }).click())
  expect(sent()).toContain('CycleTask')
  expect(sent()).not.toContain('DeleteNote')
  await context.close()
})

test('a held deletion survives a reload, and is sent as its page is left, where it can no longer be undone', async () => {
  const { path, jobId } = await aJob()
  const { context, page } = await screens.open(dana, path)
  await row(page, tap ?? '').waitFor()
  await remove(page, tap ?? '')
  await row(page, tap ?? '').waitFor({ state: 'detached' })
  await expect.poll(() => storedOnDevice(page)).toContain('DeleteTask')
  expect(await tasksAtServer(jobId)).toEqual([tap, bath])
  await page.reload()
  await row(page, bath ?? '').waitFor()
  await row(page, tap ?? '').waitFor({ state: 'detached' })
  await expect.poll(() => tasksAtServer(jobId)).toEqual([bath])
  await page.reload()
  await row(page, bath ?? '').waitFor()
  await row(page, tap ?? '').waitFor({ state: 'detached' })
  await context.close()
})
