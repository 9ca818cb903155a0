import { parse } from 'csv-parse/sync'
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { noInvoicing } from '#core/company/invoicing.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { readPdf } from '#test/server/packs/read-pdf.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest, TestServer } from '#test/server/server.ts'
import { sharedServer } from '#test/server/shared-server.ts'
import { sendLogo, smallLogo } from '#test/server/uploads/logos.ts'

let server: TestServer
let dana: SignedInTest
let seq: number
const invoicing = {
  vatNumber: 'GB123456782',
  vatRate: 2000,
  vatIncluded: false,
  termsDays: 14,
  bankDetails: 'Sort code 12-34-56\nAccount 12345678',
}
beforeAll(async () => {
  server = await sharedServer()
  dana = await server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
})

/** A job of which each task costs 99.99, completed and invoiced. */
async function invoicedJob(invoice: string, descriptions: string[], given: object = {}) {
  const tasks = descriptions.map((description) => ({ taskId: uuid(), description, price: 99_99 }))
  const { jobId } = await createJob(server, dana, { apartmentName: '14 Marlowe Court', tasks, ...given })
  const cycled = tasks.map(({ taskId }) => command('CycleTask', { jobId, taskId, from: 'not completed' }))
  await sendCommands(server, dana, ...cycled)
  seq = (await accepted(server, dana, 'ChangeWarning', { jobId, warning: 'invoiced', invoice })).seq
  return jobId
}
const getInvoice = (jobId: string, { token } = dana) => server.call(pathTo(paths.jobInvoice, { jobId }), { token })
const pdfOf = async (jobId: string) => (await getInvoice(jobId)).bytes()

test('an invoiced job has an invoice to print: its number, days, company, logo and VAT, the same to the byte each time', async () => {
  const { companyId } = dana.user
  const papers = { tradingName: 'Harrow Repairs', address: '1 Mill Lane\nLeeds LS1 1AA', telephone: '', email: '' }
  const unset = { tradingName: '', address: '', telephone: '', email: '' }
  await accepted(server, dana, 'SetPapers', { companyId, papers, from: unset })
  expect((await sendLogo(server, dana, await smallLogo())).status).toBe(200)
  await accepted(server, dana, 'SetInvoicing', { companyId, invoicing, from: noInvoicing })
  const jobId = await invoicedJob('INV-12', ['Service the boiler', 'Mend the tap'], {
    agency: 'Bright Oak',
    workOrder: 'WO-7',
  })
  const answer = await getInvoice(jobId)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename=invoice-00001.pdf')
  const bytes = await answer.bytes()
  const { pages, text } = await readPdf(bytes)
  expect(pages).toMatchObject([{ pictures: 1 }])
  const said = ['Harrow Repairs', '1 Mill Lane, Leeds LS1 1AA', 'INV-12', 'Bright Oak', '14 Marlowe Court', 'WO-7']
  const counted = ['GB 123 4567 82', 'Service the boiler', '£99.99', '£199.98', 'VAT at 20%', '£40.00', '£239.98']
  for (const one of [...said, ...counted, 'Account 12345678', 'Page 1 of 1']) expect(text).toContain(one)
  // A later change of the VAT and the terms leaves it as it was.
  const changed = { ...invoicing, vatRate: 500, termsDays: 60 }
  await accepted(server, dana, 'SetInvoicing', { companyId, invoicing: changed, from: invoicing })
  expect(Buffer.from(await pdfOf(jobId)).equals(Buffer.from(bytes))).toBe(true)
})

test('an invoice has the VAT that it was given, on paper and in the accounts, and a company without a VAT number charges none', async () => {
  const jobId = await invoicedJob('INV-DRC', ['Mend the tap'])
  await accepted(server, dana, 'ChangeWarning', {
    jobId,
    warning: 'invoiced',
    invoice: 'INV-DRC',
    vat: 'reverse charge',
  })
  const { seq: at } = await accepted(server, dana, 'SetNextVisit', { jobId, nextVisitHours: 1, nextVisitPeople: 1 })
  const { text } = await readPdf(await pdfOf(jobId))
  for (const one of ['RC 20%', 'at 20%: £20.00', '£99.99']) expect(text).toContain(one)
  const rows = async (program: string, { token } = dana): Promise<Record<string, string>[]> => {
    const answer = await server.call(`${paths.exportInvoices}?for=${program}&after=${at}`, { token })
    return parse(Buffer.from(await answer.arrayBuffer()), { bom: true, columns: true })
  }
  const xero = (await rows('xero')).find((one) => one['*InvoiceNumber'] === 'INV-DRC')
  expect(xero).toMatchObject({ '*TaxType': 'Domestic Reverse Charge @ 20% (VAT on Income)', TaxAmount: '0.00' })
  const quickbooks = (await rows('quickbooks')).find((one) => one['*InvoiceNo'] === 'INV-DRC')
  expect(quickbooks).toMatchObject({ '*ItemTaxCode': '20.0% RC CIS', ItemTaxAmount: '0.00', '*ItemAmount': '99.99' })
  const other = await server.registerCompany()
  const taskId = uuid()
  const tasks = [{ taskId, description: 'Mend the tap', price: 99_99, status: 'completed' }]
  const made = await createJob(server, other, { apartmentName: '5 Wharf View', tasks })
  const invoiced = { jobId: made.jobId, warning: 'invoiced', invoice: 'INV-1', vat: 'standard' }
  await accepted(server, other, 'ChangeWarning', invoiced)
  const answer = await getInvoice(made.jobId, other)
  const { text: plain } = await readPdf(await answer.bytes())
  expect(plain).toContain('£99.99')
  expect(plain).not.toContain('VAT')
})

test('an invoice of many long tasks goes on over pages, each with its number', async () => {
  const jobId = await invoicedJob(
    'INV-LONG',
    Array.from({ length: 60 }, (_, at) => `Task ${at + 1} ${'replace the washer '.repeat(12)}`),
  )
  const { pages, text } = await readPdf(await pdfOf(jobId))
  expect(pages.length).toBeGreaterThan(2)
  for (const page of pages) expect(page.text).toContain('INV-LONG')
  expect(text).toContain('Task 60')
})

test('a job without an invoice number has no invoice, and the team and other companies get none', async () => {
  const jobId = await invoicedJob('INV-13', ['Mend the tap'])
  const { jobId: open } = await createJob(server, dana, { apartmentName: '5 Wharf View' })
  const refusal = await getInvoice(open)
  expect([refusal.status, await refusal.json()]).toEqual([409, expect.objectContaining({ code: 'not-invoiced' })])
  const tom = await addMember(server, dana, 'team', 'tom.okafor')
  const stranger = await server.registerCompany()
  expect([(await getInvoice(jobId, tom)).status, (await getInvoice(jobId, stranger)).status]).toEqual([403, 404])
  const ofTeam = await server.call(`${paths.exportInvoices}?for=xero`, { token: tom.token })
  expect(ofTeam.status).toBe(403)
})

test('invoiced jobs export for Xero and for QuickBooks, of a period or chosen, without formulas', async () => {
  const day = new Date().toISOString().slice(0, 10)
  await invoicedJob('=INV', ['+1+1'], { agency: '=cmd|calc' })
  const read = async (query: string): Promise<Record<string, string>[]> => {
    const answer = await server.call(`${paths.exportInvoices}?${query}&after=${seq}`, { token: dana.token })
    expect(answer.status).toBe(200)
    return parse(Buffer.from(await answer.arrayBuffer()), { bom: true, columns: true })
  }
  const chosen = await read('for=xero&jobs=1')
  expect(chosen.map((one) => [one['*ContactName'], one['*UnitAmount'], one.TaxAmount, one.Total])).toEqual([
    ['Bright Oak', '99.99', '20.00', '239.98'],
    ['Bright Oak', '99.99', '20.00', '239.98'],
  ])
  const all = await read('for=quickbooks')
  expect(new Set(all.map((one) => one['*InvoiceNo']))).toEqual(
    new Set(['INV-12', 'INV-DRC', 'INV-LONG', 'INV-13', "'=INV"]),
  )
  expect(all.find((one) => one['*InvoiceNo'] === "'=INV")).toMatchObject({ '*Customer': "'=cmd|calc" })
  expect(await read(`for=xero&from=${day.replace(/^\d+/, '2190')}`)).toEqual([])
  expect(await read('for=xero&to=2020-01-01')).toEqual([])
  const wrong = await server.call(`${paths.exportInvoices}?for=xero&from=2026-02-01&to=2026-01-01`, {
    token: dana.token,
  })
  expect(wrong.status).toBe(400)
})
