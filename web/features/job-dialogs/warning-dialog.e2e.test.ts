import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, type Screens, startScreens } from '#test/browser/screens.ts'
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

test('an invoice that somebody else has set while the dialog was open is told, and replaced by setting it again', async () => {
  const taskId = crypto.randomUUID()
  const tasks = [{ taskId, description: 'Mend the tap', status: 'completed' }]
  const { jobId } = await createJob(screens.server, dana, { apartmentName: '14 Marlowe Court', tasks })
  const { context, page, faults } = await screens.open(dana, `/job/${jobId}`, desktop)
  await page.getByRole('button', { name: 'Warning', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Warning' })
  const set = dialog.getByRole('button', { name: 'Set Invoiced' })
  const invoice = async () => (await jobNow(screens.server, dana, jobId)).office?.invoice
  await dialog.getByRole('radio', { name: /^Invoiced/ }).check()
  await set.click()
  const number = dialog.getByLabel('Invoice number')
  await number.fill('INV-9')
  await accepted(screens.server, priya, 'ChangeWarning', { jobId, warning: 'invoiced', invoice: 'INV-7' })
  // The page has heard of it.
  await page.getByRole('definition', { includeHidden: true }).getByText('INV-7').waitFor()
  // The second click comes before anybody can have read why.
  await set.dblclick()
  const told =
    'Someone else has changed this in the meantime. The warning is now Invoiced. The invoice number is now INV-7. Setting again replaces that.'
  await dialog.getByRole('alert').getByText(told).waitFor()
  expect(await number.getAttribute('aria-invalid')).not.toBe('true')
  expect(await invoice()).toBe('INV-7')

  await set.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(invoice).toBe('INV-9')
  expect(faults).toEqual([])
  await context.close()
})
