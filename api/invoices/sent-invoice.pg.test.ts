import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmailWriter } from '#api/mail/write-email.ts'
import { noInvoicing } from '#core/company/invoicing.ts'
import type { SentInvoiceAnswer } from '#core/wire/jobs/invoices.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { readPdf } from '#test/server/packs/read-pdf.ts'
import { addMember } from '#test/server/people.ts'
import { makeKey } from '#test/server/rights/api-keys.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let mailbox: Mailbox
let server: TestServer
let dana: SignedInTest
const invoicing = {
  vatNumber: 'GB123456782',
  vatRate: 2000,
  vatIncluded: false,
  termsDays: 14,
  bankDetails: 'Old bank',
}
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({ mail: mailbox.settings, publicUrl: 'https://fettle.example.com' })
  dana = await server.registerCompany({ businessName: 'Harrow & Pike' })
  const { companyId } = dana.user
  await accepted(server, dana, 'SetInvoicing', { companyId, invoicing, from: noInvoicing })
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

async function invoicedJob(invoice: string) {
  const made = await createJob(server, dana, { apartmentName: '14 Marlowe Court', agency: 'Bright Oak' })
  const { jobId, taskId } = made
  await accepted(server, dana, 'PriceTask', { jobId, taskId, price: 100_00 })
  await accepted(server, dana, 'CycleTask', { jobId, taskId, from: 'not completed' })
  await accepted(server, dana, 'ChangeWarning', { jobId, warning: 'invoiced', invoice })
  return { jobId, taskId }
}
async function send(jobId: string, to: string) {
  const answer = await server.call(pathTo(paths.jobInvoiceEmail, { jobId }), { token: dana.token, body: { to } })
  expect(answer.status).toBe(200)
}
const sentOf = async (jobId: string): Promise<SentInvoiceAnswer> =>
  (await server.call(pathTo(paths.jobInvoiceSent, { jobId }), { token: dana.token })).json()
async function pdfOf(jobId: string, version?: number) {
  const path = pathTo(paths.jobInvoice, { jobId })
  const answer = await server.call(version === undefined ? path : `${path}?version=${version}`, { token: dana.token })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.bytes())
}

test('what was sent is drawn again to the byte after the job and the company have changed, and the job says what changed', async () => {
  const { jobId, taskId } = await invoicedJob('INV-7')
  expect(await sentOf(jobId)).toEqual({
    now: { invoice: 'INV-7', customer: 'Bright Oak', total: 120_00 },
    changes: [],
  })
  const to = 'accounts@brightoak.example.com'
  await send(jobId, to)
  const { attachment = Buffer.alloc(0) } = await mailbox.letterTo(to)
  expect(await sentOf(jobId)).toMatchObject({ sent: { invoice: 'INV-7', sentTo: to, total: 120_00 }, changes: [] })

  await accepted(server, dana, 'PriceTask', { jobId, taskId, price: 250_00 })
  const back = { jobId, taskId: crypto.randomUUID(), description: 'Come back: leak again', price: 50_00 }
  await accepted(server, dana, 'AddTask', back)
  await accepted(server, dana, 'EditJob', { jobId, agency: 'Other Lettings' })
  const { companyId } = dana.user
  const moved = { ...invoicing, bankDetails: 'New bank' }
  await accepted(server, dana, 'SetInvoicing', { companyId, invoicing: moved, from: invoicing })

  const { sent, now, changes } = await sentOf(jobId)
  expect({ sent, now, changes }).toMatchObject({
    sent: { customer: 'Bright Oak', total: 120_00 },
    now: { invoice: 'INV-7', customer: 'Other Lettings', total: 360_00 },
    changes: ['total', 'customer', 'lines', 'payment'],
  })
  expect((await pdfOf(jobId, sent?.version)).equals(attachment)).toBe(true)
  const { text } = await readPdf(await pdfOf(jobId))
  for (const one of ['INV-7', 'Other Lettings', 'Come back: leak again', '£360.00', 'New bank'])
    expect(text).toContain(one)

  const again = 'again@brightoak.example.com'
  await send(jobId, again)
  const second = await mailbox.letterTo(again)
  expect((await readPdf(second.attachment ?? Buffer.alloc(0))).text).toContain('£360.00')
  expect(await sentOf(jobId)).toMatchObject({ sent: { sentTo: again, total: 360_00 }, changes: [] })
  // Only the bank account is another.
  await accepted(server, dana, 'SetInvoicing', { companyId, invoicing, from: moved })
  expect((await sentOf(jobId)).changes).toEqual(['payment'])
})

test('an invoice leaves as it was when it was sent, and not at all once its number was replaced', async () => {
  mailbox.full = true
  const { jobId, taskId } = await invoicedJob('INV-8')
  await send(jobId, 'late@brightoak.example.com')
  await accepted(server, dana, 'PriceTask', { jobId, taskId, price: 250_00 })
  const { rows } = await server.services.authPool.query(
    `select m.mail_id as "mailId", kind, recipient, m.created_at as "createdAt", tries
    from mail m join invoice_mail i on i.mail_id = m.mail_id where i.job_id = $1`,
    [jobId],
  )
  const write = createEmailWriter(server.services)
  const email = await write(rows[0])
  expect(email?.text).toContain('£120.00')
  expect(email?.attachment?.content).toEqual(await pdfOf(jobId, (await sentOf(jobId)).sent?.version))
  await accepted(server, dana, 'ChangeWarning', { jobId, warning: 'invoiced', invoice: 'INV-9' })
  expect(await write(rows[0])).toBeUndefined()
  mailbox.full = false
  await expect.poll(async () => (await server.services.authPool.query('select from mail')).rowCount).toBe(0)
})

test('an invoice that never arrived is not what was sent: the one before it is', async () => {
  const { jobId, taskId } = await invoicedJob('INV-10')
  await send(jobId, 'first@brightoak.example.com')
  await mailbox.letterTo('first@brightoak.example.com')
  await accepted(server, dana, 'PriceTask', { jobId, taskId, price: 250_00 })
  mailbox.refusals.set('wrong@brightoak.example.com', 550)
  await send(jobId, 'wrong@brightoak.example.com')
  await expect
    .poll(() => sentOf(jobId))
    .toMatchObject({ sent: { sentTo: 'first@brightoak.example.com', total: 120_00 }, changes: ['total', 'lines'] })
  mailbox.refusals.clear()
})

test('the team, other companies and API keys learn nothing of what was sent', async () => {
  const { jobId } = await invoicedJob('INV-11')
  await send(jobId, 'accounts@brightoak.example.com')
  const sent = pathTo(paths.jobInvoiceSent, { jobId })
  const { sent: { version } = {} } = await sentOf(jobId)
  const past = `${pathTo(paths.jobInvoice, { jobId })}?version=${version}`
  const tom = await addMember(server, dana, 'team')
  const [stranger, key] = [await server.registerCompany(), await makeKey(server, dana)]
  for (const path of [sent, past]) {
    const answers = await Promise.all([tom, stranger, key].map(({ token }) => server.call(path, { token })))
    expect(answers.map(({ status }) => status)).toEqual([403, 404, 403])
  }
  const before = await server.call(`${pathTo(paths.jobInvoice, { jobId })}?version=1`, { token: dana.token })
  expect([before.status, (await before.json()).code]).toEqual([409, 'not-invoiced'])
})
