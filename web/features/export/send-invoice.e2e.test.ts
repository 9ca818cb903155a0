import { afterAll, beforeAll, expect, test } from 'vitest'
import { noInvoicing } from '#core/company/invoicing.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { atBothSizes, desktop, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob, jobNow } from '#test/server/commands.ts'
import { type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { readPdf } from '#test/server/packs/read-pdf.ts'

let mailbox: Mailbox
let screens: Screens
beforeAll(async () => {
  mailbox = await openMailbox()
  screens = await startScreens({ mail: mailbox.settings })
})
afterAll(async () => {
  await screens.close()
  await mailbox.close()
})

test('the office chooses the VAT of an invoice as it sets the number, and changes it under the same number', async () => {
  const { server } = screens
  const olive = await server.registerCompany({ businessName: 'Harrow & Pike' })
  const { companyId } = olive.user
  const vat = { vatNumber: 'GB123456782', vatRate: 2000, vatIncluded: false, termsDays: 14, bankDetails: '' }
  await accepted(server, olive, 'SetInvoicing', { companyId, invoicing: vat, from: noInvoicing })
  for (const device of [desktop, phone]) {
    const { jobId, taskId } = await createJob(server, olive, { apartmentName: '14 Marlowe Court' })
    await accepted(server, olive, 'PriceTask', { jobId, taskId, price: 100_00 })
    await accepted(server, olive, 'CycleTask', { jobId, taskId, from: 'not completed' })
    const { context, page, faults } = await screens.open(olive, `/job/${jobId}`, device)
    const dialog = page.getByRole('dialog', { name: 'Warning' })
    const open = async () => {
      await page
        .getByRole('button', { name: /^(Warning|Invoiced)$/ })
        .first()
        .click()
      await dialog.getByRole('radio', { name: /^Invoiced/ }).check()
      await dialog.getByRole('button', { name: 'Set Invoiced' }).click()
    }
    const choose = async (treatment: string) => {
      await open()
      await dialog.getByLabel('VAT').selectOption({ label: treatment })
    }
    await choose('Reverse charge, 20%')
    await dialog.getByLabel('Invoice number').fill('INV-12')
    await dialog.getByText('They account to HMRC for the VAT.').waitFor()
    expect(await faultsInBothColours(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Set Invoiced' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('VAT: Reverse charge, 20%').waitFor()
    expect(await faultsInBothColours(page)).toEqual([])
    await choose('5% (reduced rate)')
    await dialog.getByRole('button', { name: 'Set Invoiced' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('VAT: 5% (reduced rate)').waitFor()
    await expect.poll(async () => (await jobNow(server, olive, jobId)).office?.invoiceVat).toBe('reduced')
    const printed = await server.call(pathTo(paths.jobInvoice, { jobId }), { token: olive.token })
    expect((await readPdf(await printed.bytes())).text).toContain('£105.00')
    // Another number keeps the VAT that is shown beside it.
    await open()
    await dialog.getByLabel('Invoice number').fill('INV-13')
    await dialog.getByRole('button', { name: 'Set Invoiced' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await expect
      .poll(async () => (await jobNow(server, olive, jobId)).office)
      .toMatchObject({ invoice: 'INV-13', invoiceVat: 'reduced' })
    expect(faults).toEqual([])
    await context.close()
  }
})

test('the office sends an invoice by email from the job, on a desktop and a phone', async () => {
  const dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike' })
  const { jobId, taskId } = await createJob(screens.server, dana, { apartmentName: '14 Marlowe Court' })
  await accepted(screens.server, dana, 'CycleTask', { jobId, taskId, from: 'not completed' })
  await accepted(screens.server, dana, 'ChangeWarning', { jobId, warning: 'invoiced', invoice: 'INV-12' })
  const { page, faults } = await screens.open(dana, `/job/${jobId}`)
  await page.getByRole('button', { name: 'Send by email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send invoice INV-12' })
  await dialog.getByLabel('To').fill('accounts')
  await page.keyboard.press('Enter')
  await dialog.getByText('Enter an email address.').waitFor()
  await atBothSizes(page, async () => {
    await dialog.waitFor()
    expect(await faultsInBothColours(page)).toEqual([])
  })
  await dialog.getByLabel('To').fill('accounts@brightoak.example.com')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await dialog.waitFor({ state: 'detached' })
  const letter = await mailbox.letterAbout('accounts@brightoak.example.com', 'Invoice INV-12 from Harrow & Pike')
  expect((await readPdf(letter.attachment ?? Buffer.alloc(0))).text).toContain('INV-12')
  await atBothSizes(page, async () => {
    await page.getByText('Sent to accounts@brightoak.example.com').waitFor()
    expect(await faultsInBothColours(page)).toEqual([])
  })
  await page.getByRole('button', { name: 'Send again' }).click()
  expect(await dialog.getByLabel('To').inputValue()).toBe('accounts@brightoak.example.com')
  expect(faults).toEqual([])
})
