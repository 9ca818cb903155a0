import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  await createJob(screens.server, dana, { apartmentName: '14 Marlowe Court' })
  await createJob(screens.server, dana, { apartmentName: '7 Kestrel Mews' })
})
afterAll(() => screens?.close())

test('the site of a part stays as it was given, unless another job is', async () => {
  const days = { purchaseDate: '2026-11-02', expectedDelivery: '2026-11-09' }
  const part = { partId: uuid(), name: 'Mixer tap', jobId: '00001', site: 'Yard, shelf 3', ...days }
  await accepted(screens.server, dana, 'AddPart', part)
  const { context, page, faults } = await screens.open(dana, '/parts')
  await page.getByRole('button', { name: 'Edit Mixer tap' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Part' })
  const [job, site] = [dialog.getByLabel('Job ID'), dialog.getByRole('textbox', { name: 'Site' })]
  // The jobs of the number have been found by then.
  await job.press('ArrowDown')
  await page.getByRole('option', { name: /00001/ }).waitFor()
  await job.press('Tab')
  expect(await site.inputValue()).toBe('Yard, shelf 3')
  await job.fill('2')
  await page.getByRole('option', { name: /00002/ }).waitFor()
  await job.press('Tab')
  await expect.poll(() => site.inputValue()).toBe('7 Kestrel Mews')
  expect(await job.inputValue()).toBe('00002')
  expect(faults).toEqual([])
  await context.close()
})
