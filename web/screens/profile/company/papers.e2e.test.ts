import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Me } from '#core/wire/account/session.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { goInside } from '#test/browser/go-inside.ts'
import { desktop, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'
import { smallLogo } from '#test/server/uploads/logos.ts'

let screens: Screens
let dana: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
})
afterAll(() => screens?.close())

test('the owner sets how papers name the company, and visit sheets and evidence packs say it; a pack has the page of clocks', async () => {
  const { jobId } = await createJob(screens.server, dana, { apartmentName: '14 Marlowe Court' })
  const { page, faults } = await screens.open(dana, '/profile', desktop)
  await page.getByLabel('Name on papers').fill('Harrow Repairs')
  await page.getByLabel('Address').fill('1 Mill Lane\nLeeds LS1 1AA')
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Papers' }) })
  await card.getByLabel('Telephone').fill('ask Priya')
  await card.getByRole('button', { name: 'Save Papers' }).click()
  await card.getByText('Enter a telephone number in digits, such as 020 7946 0018.').waitFor()
  await card.getByLabel('Telephone').fill('0113 496 0018')
  await card.getByRole('button', { name: 'Save Papers' }).click()
  await page.getByText('Papers saved.').waitFor()
  const choose = card.locator('input[type=file]')
  await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await card.getByText('This file cannot be read as a PNG or JPEG picture.').waitFor()
  await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await smallLogo() })
  await card.getByRole('img', { name: 'Your logo' }).waitFor()
  const invoices = page.locator('section', { has: page.getByRole('heading', { name: 'Invoices' }) })
  await invoices.getByLabel('VAT number').fill('123 4567 83')
  await invoices.getByRole('combobox', { name: 'VAT rate' }).click()
  await page.getByRole('option', { name: '20% (standard rate)' }).click()
  await invoices.getByRole('button', { name: 'With VAT' }).click()
  await invoices.getByLabel('Bank details').fill('Sort code 12-34-56')
  await invoices.getByRole('button', { name: 'Save Invoices' }).click()
  await invoices.getByText('This is not a VAT number. Check its digits, such as GB 123 4567 82.').waitFor()
  await invoices.getByLabel('VAT number').fill('123 4567 82')
  await invoices.getByRole('button', { name: 'Save Invoices' }).click()
  await page.getByText('Invoices saved.').waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  await goInside(page, `/job/${jobId}`)
  await page.getByRole('button', { name: 'Summary' }).click()
  const sheet = page.getByRole('article', { name: 'Visit sheet' })
  await sheet.getByText('Harrow Repairs').waitFor()
  await sheet.getByText('1 Mill Lane, Leeds LS1 1AA').waitFor()
  await sheet.getByText('0113 496 0018').waitFor()
  const logo = sheet.locator('header img')
  await expect.poll(() => logo.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(320)
  const awareAt = new Date(Date.now() - 26 * 3_600_000).toISOString()
  const dutyId = uuid()
  const hazard = { hazard: 'electrical', severity: 'emergency', law: 'england-social', awareAt }
  const report = { reportedBy: 'Joan Pickles', reportedHow: 'phone', words: '' }
  await accepted(screens.server, dana, 'RecordHazard', { jobId, dutyId, ...hazard, ...report })
  const why = { jobId, dutyId, step: 'make safe', reason: 'First electrician did not come' }
  const { seq } = await accepted(screens.server, dana, 'ExplainDuty', why)
  const pack = await screens.server.call(`${pathTo(paths.jobEvidence, { jobId })}?format=pdf&after=${seq}`, {
    token: dana.token,
  })
  const { extractText } = await import('unpdf')
  const { text } = await extractText(new Uint8Array(await pack.arrayBuffer()), { mergePages: true })
  const clocks = ['Electrical, emergency', 'from Joan Pickles', 'Not done, 2 h', 'First electrician did not come']
  for (const line of ['Harrow Repairs', '1 Mill Lane, Leeds LS1 1AA', '0113 496 0018', ...clocks])
    expect(text).toContain(line)
  expect(faults).toEqual([])
})

test('papers and the settings of invoices that were saved elsewhere meanwhile are not overwritten; what was saved here can be changed again', async () => {
  const olga = await screens.server.registerCompany()
  const { companyId } = olga.user
  const { context, page } = await screens.open(olga, '/profile', desktop)
  const papers = page.locator('section', { has: page.getByRole('heading', { name: 'Papers' }) })
  const invoices = page.locator('section', { has: page.getByRole('heading', { name: 'Invoices' }) })
  const savePapers = () => papers.getByRole('button', { name: 'Save Papers' }).click()
  const saveInvoices = () => invoices.getByRole('button', { name: 'Save Invoices' }).click()
  for (const telephone of ['0113 496 0018 ', '0113 496 0019']) {
    await papers.getByLabel('Telephone').fill(telephone)
    await savePapers()
    await page.getByText('Papers saved.').first().waitFor()
    await expect.poll(() => page.getByText('Papers saved.').count(), { timeout: 15_000 }).toBe(0)
  }
  for (const bankDetails of ['Sort code 12-34-56 ', 'Sort code 65-43-21']) {
    await invoices.getByLabel('Bank details').fill(bankDetails)
    await saveInvoices()
    await page.getByText('Invoices saved.').first().waitFor()
    await expect.poll(() => page.getByText('Invoices saved.').count(), { timeout: 15_000 }).toBe(0)
  }
  const company = async (): Promise<Me['company']> =>
    (await (await screens.server.call(paths.me, { token: olga.token })).json()).company
  const { papers: saved, office } = await company()
  if (!saved || !office?.invoicing) return expect.fail('both are set')
  await papers.getByLabel('Address').fill('1 Mill Lane')
  await invoices.getByLabel('Bank details').fill('Sort code 11-11-11')
  const byOther = { ...saved, tradingName: 'Harrow Repairs' }
  await accepted(screens.server, olga, 'SetPapers', { companyId, papers: byOther, from: saved })
  const terms = { ...office.invoicing, termsDays: 14 }
  await accepted(screens.server, olga, 'SetInvoicing', { companyId, invoicing: terms, from: office.invoicing })
  await savePapers()
  await papers.getByText('Someone else has changed this in the meantime.').waitFor()
  await saveInvoices()
  await invoices.getByText('Someone else has changed this in the meantime.').waitFor()
  const now = await company()
  expect([now.papers, now.office?.invoicing]).toEqual([byOther, terms])
  expect(await faultsInBothColours(page)).toEqual([])
  await papers.getByRole('button', { name: 'Show what was saved' }).click()
  await expect.poll(() => papers.getByLabel('Name on papers').inputValue()).toBe('Harrow Repairs')
  expect(await papers.getByLabel('Address').inputValue()).toBe('')
  await papers.getByLabel('Address').fill('1 Mill Lane')
  await savePapers()
  await page.getByText('Papers saved.').waitFor()
  await invoices.getByRole('button', { name: 'Show what was saved' }).click()
  await expect.poll(() => invoices.getByLabel('Days to pay').inputValue()).toBe('14')
  await context.close()
})

test('others are not offered it; the office sets its law and service levels, which start on a job', async () => {
  const ann = await addMember(screens.server, dana, 'admin', 'ann.brook')
  const { page } = await screens.open(ann, '/profile', phone)
  await page.getByRole('heading', { name: 'Company' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Papers' }).count()).toBe(0)
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Deadlines' }) })
  await card.getByRole('button', { name: 'Add a service level' }).click()
  await card.getByRole('button', { name: 'Save Deadlines' }).click()
  await card.getByText('Give each service level a name.').waitFor()
  await card.getByLabel('Name of service level 1').fill('Urgent')
  await card.getByRole('button', { name: 'Save Deadlines' }).click()
  await page.getByText('Deadlines saved.').waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  const { jobId } = await createJob(screens.server, dana, { apartmentName: '5 Wharf View' })
  await goInside(page, `/job/${jobId}`)
  await page.getByRole('button', { name: 'Start deadlines' }).click()
  const start = page.getByRole('dialog', { name: 'Start hazard deadlines' })
  await start.getByRole('button', { name: 'A service level' }).click()
  await page.getByText('24 hours after the report').waitFor()
  await page.getByRole('button', { name: 'Start deadlines' }).last().click()
  await page.getByRole('region', { name: 'Deadlines: Urgent' }).getByText('Urgent: 24 hours from').waitFor()
})
