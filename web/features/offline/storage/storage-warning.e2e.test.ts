import { afterAll, beforeAll, expect, test } from 'vitest'
import { goInside } from '#test/browser/go-inside.ts'
import { faultUntil } from '#test/browser/requests/fault-until.ts'
import { accessibilityFaults, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { createJob } from '#test/server/commands.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
})
afterAll(() => screens?.close())

test('a window that keeps nothing says so once, before the first change, and again beside what waits', async () => {
  const { jobId } = await createJob(screens.server, dana)
  const { context, page } = await screens.open(dana, '/faq', phone)
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('A mutation operation was attempted on a database that did not allow mutations.')
    }
  })
  await page.goto(`/job/${jobId}`)
  const dialog = page.getByRole('dialog', { name: 'This window can’t keep your work' })
  await dialog.waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Carry on, only while online' }).tap()
  await dialog.waitFor({ state: 'detached' })
  const mend = await faultUntil(context, '**/api/commands', (route) => route.abort())
  await page.getByRole('button', { name: /Mend the tap.*change to/ }).tap()
  await page.getByText('1 queued', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Back to jobs' }).tap()
  await page.getByRole('link', { name: 'Review' }).tap()
  const card = page.getByRole('complementary', { name: 'This window can’t keep your work' })
  await card.getByText('1 change is only in this window.').waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  mend()
  await page.getByText('Nothing waiting to send.').waitFor()
  await context.close()
})

test('a browser that has not promised to keep unsent work is named while something waits, with its room', async () => {
  const { jobId } = await createJob(screens.server, dana)
  const { context, page } = await screens.open(dana, '/faq', phone)
  await context.addInitScript(() => {
    StorageManager.prototype.estimate = async () => ({ usage: 464_000_000, quota: 510_000_000 })
  })
  const mend = await faultUntil(context, '**/api/commands', (route) => route.abort())
  await page.goto(`/job/${jobId}`)
  await page.getByRole('button', { name: /Mend the tap.*change to/ }).tap()
  await page.getByText('1 queued', { exact: true }).waitFor()
  await goInside(page, '/waiting')
  const card = page.getByRole('complementary', { name: 'This browser may delete your work' })
  await card.getByText('464 of 510 MB used').waitFor()
  await card.getByText('About 15 photos left').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  mend()
  await page.reload()
  await page.getByText('Nothing waiting to send.').waitFor()
  await card.waitFor({ state: 'detached' })
  await context.close()
})
