import { afterAll, beforeAll, expect, test } from 'vitest'
import { goInside } from '#test/browser/go-inside.ts'
import { accessibilityFaults, desktop, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob, jobNow } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let priya: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  priya = await addMember(screens.server, dana, 'admin', 'priya.nair')
})
afterAll(() => screens?.close())

/** Dana sets a price without a connection, and Priya another meanwhile. Dana's is refused while another screen is shown. */
async function pricedTwice(look: typeof desktop) {
  const { jobId, taskId } = await createJob(screens.server, dana)
  // Without a connection only screens that were loaded before can be shown.
  const { context, page, faults } = await screens.open(dana, '/waiting', look)
  await page.getByText('Nothing waiting to send.').waitFor()
  await goInside(page, `/job/${jobId}`)
  const price = page.getByRole('button', { name: 'change price of Mend the tap' })
  await price.waitFor()
  await context.setOffline(true)
  await price.click()
  await page.getByRole('textbox', { name: 'price of Mend the tap' }).fill('120')
  await page.keyboard.press('Enter')
  await page.getByText('waiting to send').first().waitFor()
  await goInside(page, '/waiting')
  const change = page.getByRole('main').getByRole('listitem')
  await change.getByText('£120.00').waitFor()
  await accepted(screens.server, priya, 'PriceTask', { jobId, taskId, price: 9_000 })
  await context.setOffline(false)
  await page.getByRole('heading', { name: 'Stuck 1' }).waitFor()
  const words =
    /^You set the price of “Mend the tap” to £120\.00 at \d\d:\d\d\. priya\.nair set it to £90\.00 at \d\d:\d\d, which stands\.$/
  await change.getByText(words).waitFor()
  const onServer = () => jobNow(screens.server, dana, jobId)
  const priceNow = async () => (await onServer()).office?.prices[taskId]
  return { context, page, faults, change, onServer, priceNow }
}

test('a price that was set offline and refused is listed with what it is now, until Keep mine replaces that', async () => {
  const { context, page, faults, change, priceNow } = await pricedTwice(phone)
  expect(await priceNow()).toBe(9_000)
  const theirs = change.getByRole('radio', { name: /^£90\.00 priya\.nair, \d\d:\d\d · stands now/ })
  expect(await theirs.isChecked()).toBe(true)
  expect(await accessibilityFaults(page)).toEqual([])
  await change.getByRole('radio', { name: /^£120\.00 You/ }).check()
  await change.getByRole('button', { name: 'Keep mine' }).tap()
  await page.getByText('Nothing waiting to send.').waitFor()
  await expect.poll(priceNow).toBe(12_000)
  expect(faults).toEqual([])
  await context.close()
})

test('Take theirs leaves their price and says on the job what was set, also after the app was loaded again', async () => {
  const { context, page, faults, change, onServer, priceNow } = await pricedTwice(desktop)
  await page.reload()
  await change.getByRole('button', { name: 'Take theirs' }).click()
  await page.getByText('Nothing waiting to send.').waitFor()
  const noted = async () => (await onServer()).extraNotes.map((one) => one.note)
  await expect
    .poll(noted)
    .toEqual([expect.stringMatching(/I set the price of “Mend the tap” to £120\.00\. priya\.nair set it to £90\.00/)])
  expect(await priceNow()).toBe(9_000)
  expect(faults).toEqual([])
  await context.close()
})
