import { afterAll, beforeAll, test } from 'vitest'
import { phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { createJob } from '#test/server/commands.ts'
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

test('a page that is left in the moment of a change has kept it', async () => {
  const { jobId } = await createJob(screens.server, dana)
  const { context, page } = await screens.open(tom, `/job/${jobId}`, phone)
  await context.route('**/api/commands', (route) => route.abort())
  for (let round = 1; round <= 6; round += 1) {
    const field = page.getByRole('textbox', { name: 'Add a comment' })
    await field.fill(`Comment ${round}`)
    await page.getByRole('button', { name: 'Send comment' }).evaluate((button) => {
      button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
      location.replace('about:blank')
    })
    await page.waitForURL('about:blank')
    await page.goto(`/job/${jobId}`)
    await page.getByText(`Comments ${round}`).waitFor()
  }
  await context.close()
})

test('a page that is left while the device is still writing something else has kept the change too', async () => {
  const { jobId } = await createJob(screens.server, dana)
  const { context, page } = await screens.open(tom, `/job/${jobId}`, phone)
  await context.route('**/api/commands', (route) => route.abort())
  for (let round = 1; round <= 3; round += 1) {
    await page.getByRole('textbox', { name: 'Add a comment' }).fill(`Comment ${round}`)
    await page.evaluate(writeUntilLeft)
    await page.getByRole('button', { name: 'Send comment' }).evaluate((button) => {
      button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
      location.replace('about:blank')
    })
    await page.waitForURL('about:blank')
    await page.goto(`/job/${jobId}`)
    await page.getByText(`Comments ${round}`).waitFor()
  }
  await context.close()
})

/** A write that does not end: what is to be written after it is given up when the page is left. */
const writeUntilLeft = () =>
  new Promise<void>((resolve, reject) => {
    const request = indexedDB.open('fettle-commands')
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const store = request.result.transaction('commands', 'readwrite').objectStore('commands')
      const goOn = () => {
        store.count().onsuccess = goOn
        resolve()
      }
      store.count().onsuccess = goOn
    }
  })
