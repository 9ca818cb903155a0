import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, phone, type Screens, startScreens } from '#test/browser/screens.ts'
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

const field = (page: Page) => page.getByRole('textbox', { name: 'price of Mend the tap' })
const price = (page: Page) => page.getByRole('button', { name: 'change price of Mend the tap' })

/** Dana types a price, and Priya saves another before that. */
async function typedMeanwhile(page: Page, { jobId, taskId }: { jobId: string; taskId: string }, pounds: number) {
  await price(page).click()
  await field(page).fill('120')
  await accepted(screens.server, priya, 'PriceTask', { jobId, taskId, price: pounds * 100 })
  // The total follows while the price is edited.
  await page.getByText(`£${pounds}.00`, { exact: true }).waitFor()
}

const priceOf = async (job: { jobId: string; taskId: string }) =>
  (await jobNow(screens.server, dana, job.jobId)).office?.prices[job.taskId]

test('leaving a price that somebody else has changed meanwhile does not replace theirs, nor does it lose what was typed', async () => {
  const job = await createJob(screens.server, dana, { apartmentName: '14 Marlowe Court' })
  const { context, page, faults } = await screens.open(dana, `/job/${job.jobId}`, desktop)
  await typedMeanwhile(page, job, 90)
  const elsewhere = () => page.getByRole('heading', { name: 'Tasks' }).click()
  await elsewhere()
  await page.getByText('Someone else has changed this in the meantime. It is now £90.00.').waitFor()
  await field(page).focus()
  await elsewhere()
  expect(await field(page).evaluate((one) => one === document.activeElement)).toBe(false)
  expect(await field(page).inputValue()).toBe('120')
  await field(page).press('Escape')
  await expect.poll(() => price(page).textContent()).toContain('£90.00')
  expect(await priceOf(job)).toBe(9_000)

  // A price that is wrong does not make leaving it save again.
  await typedMeanwhile(page, job, 95)
  await field(page).press('Enter')
  await page.getByText('It is now £95.00.').waitFor()
  await field(page).fill('ten pounds')
  await field(page).press('Enter')
  await page.getByText('Enter pounds, such as 85 or 85.50').waitFor()
  await field(page).fill('130')
  await elsewhere()
  await page.getByRole('button', { name: 'Keep theirs: price of Mend the tap' }).click()
  await expect.poll(() => price(page).textContent()).toContain('£95.00')
  expect(await priceOf(job)).toBe(9_500)
  expect(faults).toEqual([])
  await context.close()
})

test('on a phone their price is replaced by a tap that says so', async () => {
  const job = await createJob(screens.server, dana, { apartmentName: '9 Quarry Road' })
  const { context, page, faults } = await screens.open(dana, `/job/${job.jobId}`, phone)
  await typedMeanwhile(page, job, 90)
  await field(page).press('Enter')
  const replace = page.getByRole('button', { name: 'Replace price of Mend the tap' })
  for (const button of [replace, page.getByRole('button', { name: 'Keep theirs: price of Mend the tap' })])
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await replace.tap()
  await expect.poll(() => price(page).textContent()).toContain('£120.00')
  await expect.poll(() => priceOf(job)).toBe(12_000)
  expect(faults).toEqual([])
  await context.close()
})
