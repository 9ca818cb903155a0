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
  await dialog.getByText('Give an email address.').waitFor()
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
