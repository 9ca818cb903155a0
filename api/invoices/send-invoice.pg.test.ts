import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmailWriter } from '#api/mail/write-email.ts'
import { noInvoicing } from '#core/company/invoicing.ts'
import type { JobHistoryAnswer } from '#core/wire/history.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, command, createJob, jobNow, sendCommands } from '#test/server/commands.ts'
import { erasureOf, foundIn, untilErased } from '#test/server/erasures.ts'
import { type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { readPdf } from '#test/server/packs/read-pdf.ts'
import { addMember } from '#test/server/people.ts'
import { makeKey } from '#test/server/rights/api-keys.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let mailbox: Mailbox
let server: TestServer
let dana: SignedInTest
let jobId: string
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({ mail: mailbox.settings, publicUrl: 'https://fettle.example.com' })
  dana = await server.registerCompany({ businessName: 'Harrow & Pike' })
  const { companyId } = dana.user
  const unset = { tradingName: '', address: '', telephone: '', email: '' }
  const papers = {
    tradingName: 'Harrow Repairs',
    address: '1 Mill Lane\nLeeds',
    telephone: '',
    email: 'office@example.com',
  }
  await accepted(server, dana, 'SetPapers', { companyId, papers, from: unset })
  const invoicing = { vatNumber: 'GB123456782', vatRate: 2000, vatIncluded: false, termsDays: 14, bankDetails: '' }
  await accepted(server, dana, 'SetInvoicing', { companyId, invoicing, from: noInvoicing })
  jobId = await invoicedJob('INV-12')
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

async function invoicedJob(invoice: string) {
  const made = await createJob(server, dana, {
    apartmentName: '14 Marlowe Court',
    agency: 'Bright Oak',
    workOrder: 'WO-7',
  })
  const { jobId: one, taskId } = made
  await accepted(server, dana, 'PriceTask', { jobId: one, taskId, price: 100_00 })
  await accepted(server, dana, 'CycleTask', { jobId: one, taskId, from: 'not completed' })
  await accepted(server, dana, 'ChangeWarning', { jobId: one, warning: 'invoiced', invoice })
  return one
}
const send = async (to: string, { token }: { token: string } = dana, job = jobId) => {
  const answer = await server.call(pathTo(paths.jobInvoiceEmail, { jobId: job }), { token, body: { to } })
  return { status: answer.status, body: await answer.json() }
}

test('an invoice is sent as a PDF with its number, total and due date, and the job says to whom', async () => {
  const to = 'accounts@brightoak.example.com'
  const { status, body } = await send(` ${to} `)
  expect(status).toBe(200)
  const letter = await mailbox.letterAbout(to, 'Invoice INV-12 from Harrow Repairs')
  expect(letter.to).toEqual([to])
  for (const said of ['INV-12', '14 Marlowe Court', 'WO-7', '£120.00 with VAT', 'due by', '1 Mill Lane, Leeds'])
    expect(letter.text).toContain(said)
  const { text } = await readPdf(letter.attachment ?? Buffer.alloc(0))
  for (const said of ['INV-12', 'Harrow Repairs', '1 Mill Lane, Leeds', 'Bright Oak', 'GB 123 4567 82', '£120.00'])
    expect(text).toContain(said)
  const downloaded = await server.call(pathTo(paths.jobInvoice, { jobId }), { token: dana.token })
  expect(Buffer.from(await downloaded.bytes()).equals(letter.attachment ?? Buffer.alloc(0))).toBe(true)
  expect((await jobNow(server, dana, jobId)).office?.invoiceSent).toMatchObject({ sentTo: to, invoice: 'INV-12' })
  const history: JobHistoryAnswer = await (
    await server.call(pathTo(paths.jobHistory, { jobId }), { token: dana.token })
  ).json()
  expect(history.entries[0]).toMatchObject({ seq: body.seq, sentence: 'sent the invoice by email' })
})

test('an invoice under the reverse charge is sent without VAT, and says what the customer accounts for, each time alike', async () => {
  const job = await invoicedJob('INV-RC')
  const change = { jobId: job, warning: 'invoiced', invoice: 'INV-RC' }
  const [wrong] = await sendCommands(server, dana, command('ChangeWarning', { ...change, vat: '17.5%' }))
  expect(wrong).toMatchObject({
    status: 'refused',
    error: expect.stringMatching(/^The VAT of an invoice is standard,/),
  })
  await accepted(server, dana, 'ChangeWarning', { ...change, vat: 'reverse charge' })
  const [first, second] = ['first@brightoak.example.com', 'second@brightoak.example.com']
  expect((await send(first, dana, job)).status).toBe(200)
  const letter = await mailbox.letterAbout(first, 'Invoice INV-RC from Harrow Repairs')
  for (const said of ['£100.00 without VAT', 'Reverse charge: customer to account to HMRC for the VAT: £20.00 at 20%.'])
    expect(letter.text).toContain(said)
  const { text } = await readPdf(letter.attachment ?? Buffer.alloc(0))
  expect(text).toContain('Reverse charge: customer to account to HMRC for the VAT.')
  expect(text).not.toContain('£120.00')
  // What the company charges from now on is another matter.
  const { companyId } = dana.user
  const invoicing = { vatNumber: 'GB123456782', vatRate: 2000, vatIncluded: false, termsDays: 14, bankDetails: '' }
  const reduced = { ...invoicing, vatRate: 500 }
  await accepted(server, dana, 'SetInvoicing', { companyId, invoicing: reduced, from: invoicing })
  expect((await send(second, dana, job)).status).toBe(200)
  const again = await mailbox.letterAbout(second, 'Invoice INV-RC from Harrow Repairs')
  expect(again.attachment?.equals(letter.attachment ?? Buffer.alloc(0))).toBe(true)
  await accepted(server, dana, 'SetInvoicing', { companyId, invoicing, from: reduced })
})

test('an invoice that is cleared before its mail is written is sent to nobody', async () => {
  mailbox.full = true
  const job = await invoicedJob('INV-13')
  const to = 'late@brightoak.example.com'
  expect((await send(to, dana, job)).status).toBe(200)
  const { rows } = await server.services.authPool.query(
    `select m.mail_id as "mailId", kind, recipient, m.created_at as "createdAt", tries
    from mail m join invoice_mail i on i.mail_id = m.mail_id where i.job_id = $1`,
    [job],
  )
  const [mail] = rows
  const write = createEmailWriter(server.services)
  expect(await write(mail)).toMatchObject({ to, subject: 'Invoice INV-13 from Harrow Repairs' })
  await accepted(server, dana, 'ChangeWarning', { jobId: job, warning: 'free of charge' })
  expect(await write(mail)).toBeUndefined()
  mailbox.full = false
  await expect.poll(async () => (await server.services.authPool.query('select from mail')).rowCount).toBe(0)
  expect((await server.services.authPool.query('select from invoice_mail')).rowCount).toBe(0)
})

test('the team, other companies and API keys send none, nor is one sent to what is no address', async () => {
  const [tom, stranger] = [await addMember(server, dana, 'team'), await server.registerCompany()]
  const key = await makeKey(server, dana)
  const to = 'accounts@brightoak.example.com'
  const answers = await Promise.all([tom, stranger, key].map((one) => send(to, one)))
  expect(answers.map((one) => one.status)).toEqual([403, 404, 403])
  for (const wrong of ['', 'accounts', 'a@b', 'a@b.example, c@d.example', `${'a'.repeat(250)}@b.example`])
    expect((await send(wrong)).body).toMatchObject({ code: 'invalid', field: 'to' })
  const { jobId: open } = await createJob(server, dana)
  expect((await send(to, dana, open)).body).toMatchObject({ code: 'not-invoiced' })
  expect((await server.call(pathTo(paths.job, { jobId }), { token: tom.token })).ok).toBe(true)
  for (const path of [paths.job, paths.jobHistory])
    expect(await (await server.call(pathTo(path, { jobId }), { token: tom.token })).text()).not.toContain('brightoak')
})

test('the address that an invoice was sent to can be erased', async () => {
  const job = await invoicedJob('INV-14')
  const { body } = await send('wilhelmina@example.com', dana, job)
  await mailbox.letterTo('wilhelmina@example.com')
  await jobNow(server, dana, job)
  const erasure = erasureOf([{ seq: body.seq, path: 'sentTo' }])
  expect((await server.call(paths.erasures, { token: dana.token, body: erasure })).status).toBe(200)
  await untilErased(server)
  await expect.poll(() => foundIn(server, ['wilhelmina'])).toEqual([])
})
