import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JobAnswer } from '#core/wire/jobs/jobs.ts'
import { goInside } from '#test/browser/go-inside.ts'
import { faultUntil } from '#test/browser/requests/fault-until.ts'
import {
  accessibilityFaults,
  desktop,
  faultsInBothColours,
  phone,
  type Screens,
  startScreens,
} from '#test/browser/screens.ts'
import { isStoredOnDevice } from '#test/browser/stored-on-device.ts'
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

test('on a phone Review lists unsent changes in order, and they are sent when the connection is back', async () => {
  const { jobId } = await createJob(screens.server, dana)
  const { context, page, faults } = await screens.open(tom, `/job/${jobId}`, { ...phone, colorScheme: 'dark' })
  await page.getByRole('button', { name: /Mend the tap.*change to/ }).waitFor()
  await page.getByRole('link', { name: 'Back to jobs' }).tap()
  await page.getByRole('link', { name: '12 High Street', exact: true }).tap()
  await page.getByRole('button', { name: /Mend the tap.*change to/ }).waitFor()
  await context.setOffline(true)
  await page.getByRole('button', { name: /Mend the tap.*change to/ }).tap()
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('Isolator is behind the kickboard')
  await page.getByRole('button', { name: 'Send comment' }).tap()
  await page.getByRole('link', { name: 'Back to jobs' }).tap()
  await page.getByRole('link', { name: 'Review' }).tap()
  await page.getByRole('heading', { name: 'Waiting to send' }).waitFor()
  const changes = page.getByRole('main').getByRole('listitem')
  await expect.poll(() => changes.count()).toBe(2)
  expect(await changes.nth(0).innerText()).toMatch(
    /Completed: Mend the tap\n+\d{5} · 12 High Street · made \d\d:\d\d\n+Waiting/,
  )
  expect(await changes.nth(1).innerText()).toContain('Comment: “Isolator is behind the kickboard”')
  await page.getByText(/^No connection since \d\d:\d\d\. Fettle will send everything/).waitFor()
  // Its button is where the menu was, which comes back once everything is sent.
  await page.getByRole('navigation', { name: 'Bottom menu' }).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Try now' }).tap()
  await page.getByText('Still no connection.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await context.setOffline(false)
  await page.getByText('Nothing waiting to send.').waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: 'More', exact: true }).tap()
  await page.getByRole('link', { name: 'Waiting to send' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('refused changes come first with their reason, and can be edited, retried or discarded', async () => {
  const { jobId, taskId } = await createJob(screens.server, dana)
  const { context, page } = await screens.open(dana, `/job/${jobId}`, desktop)
  await page.getByText('Mend the tap').first().waitFor()
  const mend = await faultUntil(context, '**/api/commands', async (route) => {
    const { commands } = route.request().postDataJSON()
    const results = commands.map(({ commandId }: { commandId: string }) => ({
      commandId,
      status: 'refused',
      error: 'It has too many characters.',
    }))
    await route.fulfill({ json: { results } })
  })
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('Boiler pressure drops overnight')
  await page.keyboard.press('Control+Enter')
  await goInside(page, '/waiting')
  const failed = page.getByRole('main').getByRole('listitem')
  await failed.getByText('Failed to add note. It has too many characters.').waitFor()
  // Here the list says so, also to screen readers; a toast would cover it.
  await page.getByRole('alert').waitFor({ state: 'detached' })
  const stuck = page.getByRole('status').filter({ hasText: 'stuck' })
  await expect.poll(() => stuck.textContent()).toBe('1 change is stuck')
  expect(await accessibilityFaults(page)).toEqual([])
  mend()
  await failed.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit comment' })
  await dialog.getByLabel('Comment').fill('Boiler pressure drops')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Nothing waiting to send.').waitFor()
  expect(await stuck.count()).toBe(0)
  await goInside(page, `/job/${jobId}`)
  await page.getByText('Boiler pressure drops', { exact: true }).first().waitFor()
  // A change of what someone else has changed meanwhile is refused by the server itself.
  await context.setOffline(true)
  await page.getByRole('button', { name: 'change description of Mend the tap' }).click()
  await page.getByRole('textbox', { name: 'description of Mend the tap' }).fill('Mend the kitchen tap')
  await page.keyboard.press('Enter')
  await page.getByText('waiting to send').first().waitFor()
  await accepted(screens.server, tom, 'AddNote', { jobId, noteId: uuid(), note: 'Seen' })
  await accepted(screens.server, dana, 'DescribeTask', { jobId, taskId, description: 'Mend the bathroom tap' })
  await context.setOffline(false)
  await page.getByRole('alert').filter({ hasText: 'Someone else has changed this task.' }).waitFor()
  await goInside(page, '/waiting')
  await failed.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog', { name: 'Discard this change?' }).getByRole('button', { name: 'Discard' }).click()
  await page.getByText('Nothing waiting to send.').waitFor()
  await context.close()
})

test('a change that the server fails to process is parked with its reason, and the others are sent', async () => {
  const [stuckJob, other] = [await createJob(screens.server, dana), await createJob(screens.server, dana)]
  const { context, page } = await screens.open(dana, `/job/${stuckJob.jobId}`, phone)
  const mend = await faultUntil(context, '**/api/commands', async (route) => {
    const { commands } = route.request().postDataJSON()
    const isBad = commands.some(({ data }: { data: { jobId: string } }) => data.jobId === stuckJob.jobId)
    await (isBad ? route.fulfill({ status: 500, json: { error: 'It could not be processed.' } }) : route.continue())
  })
  await page.getByRole('button', { name: /Mend the tap.*change to/ }).tap()
  await goInside(page, `/job/${other.jobId}`)
  await page.getByRole('button', { name: /Mend the tap.*change to/ }).tap()
  await expect
    .poll(async () => {
      const answer = await screens.server.call(`/api/jobs/${other.jobId}`, { token: dana.token })
      const { job }: JobAnswer = await answer.json()
      return job.jobDescriptions[0]?.status
    })
    .toBe('completed')
  // A page that is left before then begins to count the failures again.
  await expect.poll(() => isStoredOnDevice(page, 'It could not be processed.')).toBe(true)
  await page.goto('/waiting')
  await page.getByRole('heading', { name: 'Stuck 1' }).waitFor()
  const stuck = page.getByRole('main').getByRole('listitem')
  await stuck.getByText('Failed to update job. Please try again. It could not be processed.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  mend()
  await stuck.getByRole('button', { name: 'Retry' }).tap()
  await page.getByText('Nothing waiting to send.').waitFor()
  await context.close()
})

const anIphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1'

test("a phone explains why to install Fettle, with the browser's dialog where there is one, until it is dismissed", async () => {
  const { context, page, faults } = await screens.open(tom, '/sites', phone)
  const card = page.getByRole('complementary', { name: 'Install Fettle' })
  await card.getByText('unsent work can be lost after 7 days').waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  await card.getByRole('button', { name: 'Show how' }).tap()
  const steps = page.getByRole('dialog', { name: 'Install Fettle' })
  await steps.getByText('Add to Home screen').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.evaluate(() => {
    const prompt = async () => {
      document.title = 'Asked'
    }
    dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }))
  })
  await card.getByRole('button', { name: 'Install', exact: true }).tap()
  await expect.poll(() => page.title()).toBe('Asked')
  await card.getByRole('button', { name: 'Don’t ask again' }).tap()
  await card.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { name: 'Jobs' }).waitFor()
  expect(await card.count()).toBe(0)
  await goInside(page, '/waiting')
  await card.waitFor()
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')))
  await card.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  await context.close()
})

test('an iPhone shows its own way to install, and a desktop none', async () => {
  const { context, page } = await screens.open(tom, '/waiting', { ...phone, userAgent: anIphone })
  await page.getByRole('button', { name: 'Show how' }).tap()
  await page.getByRole('dialog').getByText('Add to Home Screen').waitFor()
  await context.close()
  const desk = await screens.open(tom, '/waiting', desktop)
  await desk.page.getByText('Nothing waiting to send.').waitFor()
  expect(await desk.page.getByText('Install Fettle').count()).toBe(0)
  const manifest = await (await desk.page.request.get('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/start' })
  for (const { src } of manifest.icons)
    expect((await desk.page.request.get(src)).headers()['content-type']).toBe('image/png')
  await desk.context.close()
})

test('the icon of the installed app has the number of unsent changes', async () => {
  const { jobId } = await createJob(screens.server, dana)
  const { context, page } = await screens.open(tom, '/faq', phone)
  await context.addInitScript(() => {
    const badges: number[] = []
    Object.assign(window, { badges })
    Object.assign(navigator, { setAppBadge: async (count: number) => void badges.push(count) })
  })
  const badge = () => page.evaluate(() => Reflect.get(window, 'badges').at(-1))
  await page.goto(`/job/${jobId}`)
  await page.getByRole('button', { name: /Mend the tap.*change to/ }).waitFor()
  await expect.poll(badge).toBe(0)
  await context.setOffline(true)
  await page.getByRole('button', { name: /Mend the tap.*change to/ }).tap()
  await expect.poll(badge).toBe(1)
  await context.setOffline(false)
  await expect.poll(badge).toBe(0)
  await context.close()
})
