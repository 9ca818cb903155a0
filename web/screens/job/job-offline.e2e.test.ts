import type { Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JobAnswer } from '#core/wire/jobs/jobs.ts'
import { faultUntil } from '#test/browser/requests/fault-until.ts'
import { accessibilityFaults, desktop, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { isStoredOnDevice } from '#test/browser/stored-on-device.ts'
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

const tick = (page: Page) => page.getByRole('button', { name: /^Mend the tap.*change to/ }).click()
const onServer = async (jobId: string) => {
  const answer = await screens.server.call(`/api/jobs/${jobId}`, { token: dana.token })
  const { job }: JobAnswer = await answer.json()
  return job
}

test('a tick made offline is shown at once, waits in brass, and is sent when the connection is back', async () => {
  const apartmentName = 'Flat 3, 127 Cambridge Heath Road'
  const { jobId } = await createJob(screens.server, dana, { apartmentName })
  const { context, page } = await screens.open(dana, '/sites', phone)
  await page.getByRole('link', { name: apartmentName }).first().click()
  await page.getByText('Mend the tap').first().waitFor()
  await context.setOffline(true)
  await tick(page)
  await page.getByText('Completed · waiting to send').waitFor()
  await page.getByText('1 queued').waitFor()
  const heading = page.getByRole('heading', { level: 1, name: apartmentName })
  await expect.poll(() => heading.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0)
  expect((await onServer(jobId)).jobDescriptions[0]?.status).toBe('not completed')
  await page.getByRole('link', { name: 'Back to jobs' }).click()
  await page.getByText('Offline. 1 change queued to send when you’re back online.').waitFor()
  await page.getByText('1 change waiting to send').waitFor()
  await context.setOffline(false)
  await expect
    .poll(async () => (await onServer(jobId)).jobDescriptions[0]?.status, { timeout: 15_000 })
    .toBe('completed')
  await page.getByText('1 change waiting to send').waitFor({ state: 'detached' })
  await context.close()
})

test('older comments are shown fifty at a time, by keyboard too; offline the page says that they are not on the device', async () => {
  const { server } = screens
  const { jobId } = await createJob(server, dana)
  const comment = (nth: number) => command('AddNote', { jobId, noteId: uuid(), note: `Comment ${nth}` })
  const { seq } =
    (await sendCommands(server, tom, ...Array.from({ length: 70 }, (_, at) => comment(at + 1)))).at(-1) ?? {}
  await server.call(`/api/jobs/${jobId}?after=${seq}`, { token: dana.token })
  const { context, page } = await screens.open(dana, `/job/${jobId}`)
  const comments = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByText(/^Comment \d+$/) })
  const said = (nth: number) => comments.getByText(`Comment ${nth}`, { exact: true })
  await said(70).waitFor()
  expect(await comments.count()).toBe(50)
  await context.setOffline(true)
  await page.getByText('20 older comments not on this device.').waitFor()
  await context.setOffline(false)
  const older = page.getByRole('button', { name: 'Show 20 older comments' })
  await older.press('Enter')
  await said(1).waitFor()
  expect(await comments.count()).toBe(70)
  await page.getByText('20 older comments shown').waitFor({ state: 'attached' })
  await older.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Comment 1')
  expect(await accessibilityFaults(page)).toEqual([])
  await sendCommands(server, tom, comment(71))
  await said(71).waitFor()
  expect(await comments.count()).toBe(71)
  await context.close()
})

test('unsent ticks survive a reload and a closed tab, and are sent later, once', async () => {
  const { jobId } = await createJob(screens.server, dana)
  const { context, page } = await screens.open(dana, `/job/${jobId}`)
  await page.getByText('Mend the tap').first().waitFor()
  const mend = await faultUntil(context, '**/api/commands', (route) => route.abort())
  await tick(page)
  await page.getByText('Completed · waiting to send').waitFor()
  await page.reload()
  await page.getByText('Completed · waiting to send').waitFor()
  await page.close()
  const other = await context.newPage()
  await other.goto('/sites')
  await other.getByText('Offline. 1 change queued').waitFor()
  mend()
  await other.getByText('Offline. 1 change queued').waitFor({ state: 'detached', timeout: 60_000 })
  await expect.poll(async () => (await onServer(jobId)).jobDescriptions[0]?.status).toBe('completed')
  expect((await onServer(jobId)).version).toBe(3)
  await context.close()
})

test('a job created offline is in the list, can be opened, and gets its number when it is sent', async () => {
  const { context, page } = await screens.open(dana, '/sites', desktop)
  await page.getByText(/Page 1 of/).waitFor()
  const mend = await faultUntil(context, '**/api/commands', (route) => route.abort())
  await page.getByRole('button', { name: 'New Job' }).click()
  await page.getByRole('combobox', { name: 'Apartment Name' }).fill('3 station cottages')
  await page.getByRole('button', { name: 'Create Job' }).click()
  const row = page.locator('tr', { hasText: '3 Station Cottages' })
  await row.getByText('New', { exact: true }).waitFor()
  mend()
  await row.getByText(/^\d{5}$/).waitFor({ timeout: 15_000 })
  expect(await row.count()).toBe(1)
  await context.close()
})

test('a change that the server refuses is rolled back and shown with its reason, and can be discarded', async () => {
  const { jobId, taskId } = await createJob(screens.server, dana)
  const { context, page } = await screens.open(dana, `/job/${jobId}`)
  await page.getByText('Mend the tap').first().waitFor()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'change description of Mend the tap' }).click()
  await page.getByRole('textbox', { name: 'description of Mend the tap' }).fill('Mend the kitchen tap')
  await page.keyboard.press('Enter')
  await page.getByText('waiting to send').waitFor()
  await accepted(screens.server, dana, 'DescribeTask', { jobId, taskId, description: 'Mend the bathroom tap' })
  await context.setOffline(false)
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to update job.' })
  await alert.getByText('Someone else has changed this task.').waitFor({ timeout: 15_000 })
  await page.getByText('Mend the bathroom tap').first().waitFor()
  await page.reload()
  await alert.getByRole('button', { name: 'Discard' }).click()
  await alert.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText('Mend the bathroom tap').first().waitFor()
  expect(await alert.count()).toBe(0)
  await context.close()
})

test('two tabs send each unsent change once', async () => {
  const { jobId } = await createJob(screens.server, dana)
  const { context, page } = await screens.open(dana, `/job/${jobId}`)
  await page.getByText('Mend the tap').first().waitFor()
  const second = await context.newPage()
  await second.goto(`/job/${jobId}`)
  await second.getByText('Mend the tap').first().waitFor()
  const sent: string[] = []
  context.on('request', (request) => request.url().endsWith('/api/commands') && sent.push(request.postData() ?? ''))
  await context.setOffline(true)
  await tick(page)
  await second.getByText('Completed · waiting to send').waitFor()
  await context.setOffline(false)
  await expect.poll(async () => (await onServer(jobId)).version, { timeout: 15_000 }).toBe(3)
  await second.getByText('waiting to send').waitFor({ state: 'detached' })
  expect((await onServer(jobId)).jobDescriptions[0]?.status).toBe('completed')
  await context.close()
})

test('logging out with unsent changes asks first, and leaves nothing on the device', async () => {
  const { jobId } = await createJob(screens.server, dana)
  const { context, page } = await screens.open(dana, `/job/${jobId}`)
  await page.getByText('Mend the tap').first().waitFor()
  await context.route('**/api/commands', (route) => route.abort())
  await tick(page)
  await page.getByText('waiting to send').waitFor()
  await page.getByRole('button', { name: 'Logout' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Log out and lose unsent changes?' })
  await confirmation.getByText('1 change hasn’t been sent').waitFor()
  await confirmation.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/login')
  await expect.poll(() => isStoredOnDevice(page, jobId)).toBe(false)
  await context.close()
})

test('an offline tick on a job that was cancelled in the meantime is told to both sides, and the office can cancel it again', async () => {
  const { jobId } = await createJob(screens.server, dana)
  await accepted(screens.server, dana, 'AddTask', { jobId, taskId: uuid(), description: 'Reseal the bath' })
  const atWork = await screens.open(tom, `/job/${jobId}`, phone)
  await atWork.page.getByText('Mend the tap').first().waitFor()
  await atWork.context.setOffline(true)
  await tick(atWork.page)
  await atWork.page.getByText('1 queued').waitFor()
  await accepted(screens.server, dana, 'ChangeWarning', { jobId, warning: 'cancelled' })
  const office = await screens.open(dana, `/job/${jobId}`, desktop)
  const strip = office.page.getByRole('region', { name: 'Changed after it was cancelled' })
  await office.page.getByRole('heading', { name: 'Tasks' }).waitFor()
  expect(await strip.count()).toBe(0)
  await atWork.context.setOffline(false)
  for (const { page } of [office, atWork])
    await page.getByText('was cancelled, and is open again: it was changed afterwards.').waitFor({ timeout: 15_000 })
  await strip.getByText('The job has the warning Cancelled, but is now Pending.').waitFor({ timeout: 15_000 })
  await office.page.getByText('Status set to Pending: a task was changed on the cancelled job').waitFor()
  expect(await accessibilityFaults(office.page)).toEqual([])
  expect(await atWork.page.getByRole('region', { name: 'Changed after it was cancelled' }).count()).toBe(0)
  await strip.getByRole('button', { name: 'Cancel it again' }).click()
  await strip.waitFor({ state: 'detached' })
  await expect.poll(async () => (await onServer(jobId)).jobStatus).toBe('cancelled')
  await office.context.close()
  await atWork.context.close()
})
