import { afterAll, beforeAll, expect, test } from 'vitest'
import { atBothSizes, faultsInBothColours, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob } from '#test/server/commands.ts'
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

test('a job says that its invoice has changed since it was sent, shows what was sent, and sends the changed one knowingly', async () => {
  const { server } = screens
  const dana = await server.registerCompany({ businessName: 'Harrow & Pike' })
  const { jobId, taskId } = await createJob(server, dana, { apartmentName: '14 Marlowe Court', agency: 'Bright Oak' })
  await accepted(server, dana, 'PriceTask', { jobId, taskId, price: 120_00 })
  await accepted(server, dana, 'CycleTask', { jobId, taskId, from: 'not completed' })
  await accepted(server, dana, 'ChangeWarning', { jobId, warning: 'invoiced', invoice: 'INV-7' })
  const { page, faults } = await screens.open(dana, `/job/${jobId}`)
  const dialog = page.getByRole('dialog', { name: 'Send invoice INV-7' })
  const whatWasSent = page.getByRole('button', { name: 'What was sent' })
  const changed = 'Changed since it was sent: £120.00 then, £360.00 now; Bright Oak then, Other Lettings now'
  const to = 'accounts@brightoak.example.com'

  await page.getByRole('button', { name: 'Send by email' }).click()
  await dialog.getByLabel('To').fill(to)
  await dialog.getByRole('button', { name: 'Send' }).click()
  const letter = await mailbox.letterTo(to)
  await whatWasSent.waitFor()
  expect(await page.getByText('Changed since it was sent').count()).toBe(0)

  await accepted(server, dana, 'PriceTask', { jobId, taskId, price: 360_00 })
  await accepted(server, dana, 'EditJob', { jobId, agency: 'Other Lettings' })
  await atBothSizes(page, async () => {
    await page.getByText(changed, { exact: true }).waitFor()
    expect(await faultsInBothColours(page)).toEqual([])
  })
  const pdfFrom = async (button: typeof whatWasSent) => {
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    const chunks = await Array.fromAsync(await download.createReadStream())
    return { name: download.suggestedFilename(), bytes: Buffer.concat(chunks.map((one) => Buffer.from(one))) }
  }
  const sent = await pdfFrom(whatWasSent)
  expect(sent.name).toMatch(/^invoice-00001-version-\d+\.pdf$/)
  expect(sent.bytes.equals(letter.attachment ?? Buffer.alloc(0))).toBe(true)
  const now = await pdfFrom(page.getByRole('button', { name: 'INV-7' }))
  expect((await readPdf(now.bytes)).text).toContain('£360.00')

  await page.getByRole('button', { name: 'Send again' }).click()
  await atBothSizes(page, async () => {
    await dialog.getByText(`${changed}. The changed invoice goes out under the same number, INV-7.`).waitFor()
    expect(await faultsInBothColours(page)).toEqual([])
  })
  await dialog.getByLabel('To').fill('again@brightoak.example.com')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Sent to again@brightoak.example.com').waitFor()
  await page.getByText(changed).waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})
