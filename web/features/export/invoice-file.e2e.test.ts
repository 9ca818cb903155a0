import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goInside } from '#test/browser/go-inside.ts'
import { faultsInBothColours, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { readPdf } from '#test/server/packs/read-pdf.ts'

let screens: Screens
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens?.close())

/** What is downloaded by a click. */
async function downloaded(page: Page, button: string) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('invoiced jobs are exported for Xero and QuickBooks, of a period and selected, and one is downloaded as a PDF', async () => {
  const dana = await screens.server.registerCompany()
  await createJob(screens.server, dana, { apartmentName: '8 Kestrel Mews' })
  const { jobId, taskId } = await createJob(screens.server, dana, { apartmentName: '14 Marlowe Court' })
  await accepted(screens.server, dana, 'CycleTask', { jobId, taskId, from: 'not completed' })
  await accepted(screens.server, dana, 'ChangeWarning', { jobId, warning: 'invoiced', invoice: 'INV-12' })
  const { page, faults } = await screens.open(dana, '/sites')
  await page.getByRole('button', { name: 'Export jobs' }).click()
  await page.getByRole('menuitem', { name: 'Invoices, for Xero or QuickBooks' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export invoices' })
  await dialog.getByLabel('Invoiced from').waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  const xero = await downloaded(page, 'Download')
  expect(xero.name).toMatch(/^fettle-invoices-for-xero-.*\.csv$/)
  expect(xero.bytes.toString()).toContain(',INV-12,')
  await dialog.waitFor({ state: 'hidden' })

  await page.locator('tr', { hasText: '14 Marlowe Court' }).getByText('View').focus()
  await page.keyboard.press('Control+a')
  await page.getByRole('region', { name: 'Selected jobs' }).getByRole('button', { name: 'Accounts' }).click()
  await dialog.getByText('1 of the 2 selected').waitFor()
  await dialog.getByRole('button', { name: 'For QuickBooks' }).click()
  const quickbooks = await downloaded(page, 'Download')
  expect(quickbooks.name).toMatch(/^fettle-invoices-for-quickbooks-.*\.csv$/)
  expect(quickbooks.bytes.toString().trim().split('\r\n')).toHaveLength(2)

  await goInside(page, `/job/${jobId}`)
  const invoice = await downloaded(page, 'download the invoice')
  expect((await readPdf(invoice.bytes)).pages).toMatchObject([{ text: expect.stringContaining('14 Marlowe Court') }])
  expect(faults).toEqual([])
})
