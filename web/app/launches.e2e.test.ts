import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Screens, startScreens } from '#test/browser/screens.ts'
import { createJob } from '#test/server/commands.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany()
})
afterAll(() => screens?.close())

/** Launches the installed app by a link, as Chromium does when its window is open. */
const launch = (page: Page, path: string) =>
  page.evaluate(
    (to) => dispatchEvent(new CustomEvent('test-launch', { detail: new URL(to, location.origin).href })),
    path,
  )

test('a link of a job opens in the window of the installed app, without loading the page again', async () => {
  const { jobId } = await createJob(screens.server, dana)
  const { context, page } = await screens.open(dana, '/todo')
  await context.addInitScript(() => {
    let consumer = (_: { targetURL: string }) => undefined
    const launchQueue = { setConsumer: (one: typeof consumer) => (consumer = one) }
    addEventListener('test-launch', (event) => {
      if (event instanceof CustomEvent) consumer({ targetURL: event.detail })
    })
    Object.defineProperty(window, 'launchQueue', { value: launchQueue })
  })
  await page.reload()
  await page.getByRole('heading', { name: 'To Do List' }).waitFor()
  await page.evaluate(() => Object.assign(window, { leftOpen: true }))
  const isLeftOpen = () => page.evaluate(() => 'leftOpen' in window)
  const path = () => new URL(page.url()).pathname

  await launch(page, `/job/${jobId}`)
  await page.waitForURL(`**/job/${jobId}`)
  // The app's icon, and a link to another site that claims to be ours.
  for (const other of ['/start', 'https://fettle.example.evil/todo']) await launch(page, other)
  expect([path(), await isLeftOpen()]).toEqual([`/job/${jobId}`, true])
  await launch(page, '/todo')
  await page.getByRole('heading', { name: 'To Do List' }).waitFor()
  expect(await isLeftOpen()).toBe(true)

  // Chromium sends the last launch again after a reload.
  await launch(page, `/job/${jobId}`)
  await page.waitForURL(`**/job/${jobId}`)
  await page.goBack()
  await page.reload()
  await page.getByRole('heading', { name: 'To Do List' }).waitFor()
  await launch(page, `/job/${jobId}`)
  expect(path()).toBe('/todo')
  await launch(page, `/job/${jobId}`)
  await page.waitForURL(`**/job/${jobId}`)
  await context.close()
})
