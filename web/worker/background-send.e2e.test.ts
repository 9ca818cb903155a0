import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { createJob, jobNow } from '#test/server/commands.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany()
})
afterAll(() => screens?.close())

/** Tells the service worker that the connection is back, as browsers do; a headless one does not do so by itself. */
async function dispatchSync(context: BrowserContext, tag: string) {
  const tools = await context.newCDPSession(await context.newPage())
  const registered = new Promise<string>((resolve) =>
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    }),
  )
  await tools.send('ServiceWorker.enable')
  const registrationId = await registered
  const origin = new URL(screens.server.url).origin
  await tools.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance: false })
}

test('changes made without a network are sent when it is back, although every page is closed', async () => {
  const { jobId } = await createJob(screens.server, dana)
  const { context, page } = await screens.open(dana, '/sites', { ...phone, serviceWorkers: 'allow' })
  await context.addInitScript(() => {
    const asked: string[] = []
    Object.assign(window, { asked })
    Reflect.get(window, 'SyncManager').prototype.register = async (tag: string) => void asked.push(tag)
  })
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await page.goto(`/job/${jobId}`)
  const comment = page.getByRole('textbox', { name: 'Add a comment' })
  await comment.waitFor()
  await context.setOffline(true)
  await comment.fill('Stopcock is under the sink')
  await page.getByRole('button', { name: 'Send comment' }).tap()
  await page.getByText('1 queued', { exact: true }).waitFor()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'asked'))).toEqual(['fettle-send'])
  await page.close()
  await context.setOffline(false)
  await dispatchSync(context, 'fettle-send')
  const comments = async () => (await jobNow(screens.server, dana, jobId)).extraNotes.map((one) => one.note)
  await expect.poll(comments).toEqual(['Stopcock is under the sink'])
  const again = await context.newPage()
  await again.goto('/waiting')
  await again.getByText('Nothing waiting to send.').waitFor()
  expect(await comments()).toHaveLength(1)
  await context.close()
})
