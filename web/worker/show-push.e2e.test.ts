import { afterAll, beforeAll, expect, test } from 'vitest'
import { phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { createJob } from '#test/server/commands.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany()
})
afterAll(() => screens?.close())

test('what is pushed is shown, and opens its job in the window that is open', async () => {
  const { jobId } = await createJob(screens.server, dana)
  const { context, page } = await screens.open(dana, '/sites', { ...phone, serviceWorkers: 'allow' })
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  const tools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    }),
  )
  await tools.send('ServiceWorker.enable')
  const registrationId = await registered
  const { origin } = new URL(screens.server.url)
  const [worker = expect.fail()] = context.serviceWorkers()
  // A headless browser shows nothing.
  await worker.evaluate(() => {
    const shown: object[] = []
    const showNotification = async (title: string, options: object) => void shown.push({ title, ...options })
    Object.assign(Reflect.get(globalThis, 'registration'), { showNotification })
    Object.assign(globalThis, { shown })
  })
  const message = { title: 'You’re booked for Tue 24 Nov', body: 'Job 00001' }
  const data = JSON.stringify({ ...message, path: `/job/${jobId}`, tag: jobId })
  await tools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  await expect
    .poll(() => worker.evaluate(() => Reflect.get(globalThis, 'shown')))
    .toEqual([{ ...message, tag: jobId, renotify: true, data: { path: `/job/${jobId}` }, icon: '/icon-192.png' }])
  await worker.evaluate(() => {
    const [{ data }] = Reflect.get(globalThis, 'shown')
    const click = Object.assign(new Event('notificationclick'), {
      notification: { data, close: () => undefined },
      waitUntil: () => undefined,
    })
    dispatchEvent(click)
  })
  await page.waitForURL(`**/job/${jobId}`)
  await context.close()
})
