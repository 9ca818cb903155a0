import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startPackSender } from '#api/evidence/pack-mail/pack-sender.ts'
import { giveUpMail, type Mail } from '#api/mail/outbox.ts'
import type { WhyNotSent } from '#core/job/failed-mail/failed-mail-messages.ts'
import { whyFailed } from '#core/job/failed-mail/why-failed.ts'
import type { JobHistoryAnswer } from '#core/wire/history.ts'
import type { TenantLinksAnswer } from '#core/wire/jobs/tenants.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, createJob, jobNow } from '#test/server/commands.ts'
import { erasureOf, foundIn, untilErased } from '#test/server/erasures.ts'
import { type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { noticesOn } from '#test/server/notices/told.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { bookedJob, type LetFlat, letFlat, linkTo } from '#test/server/tenants/let-flat.ts'
import { startMailSender } from './mail-sender.ts'
import { recordFailure } from './record-failure.ts'

let mailbox: Mailbox
let server: TestServer
let flat: LetFlat
let dana: SignedInTest
let notices: ReturnType<typeof noticesOn>
const tenant = `amara-${uuid()}@example.com`
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({ mail: mailbox.settings, publicUrl: 'https://fettle.example.com' })
  notices = noticesOn(server)
  flat = await letFlat(server, { email: tenant })
  dana = flat.dana
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})
beforeEach(() => mailbox.refusals.clear())

async function invoicedJob({ token }: { token: string } = dana) {
  const { jobId, taskId } = await createJob(server, { token })
  await accepted(server, { token }, 'CycleTask', { jobId, taskId, from: 'not completed' })
  await accepted(server, { token }, 'ChangeWarning', { jobId, warning: 'invoiced', invoice: 'INV-12' })
  return jobId
}
async function post(path: string, body: object, { token }: { token: string } = dana) {
  const answer = await server.call(path, { token, body })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return answer.json()
}
const sendInvoice = (jobId: string, to: string, person = dana): Promise<{ seq: number }> =>
  post(pathTo(paths.jobInvoiceEmail, { jobId }), { to }, person)
const sendPack = (jobId: string, recipient: string) =>
  post(pathTo(paths.jobEvidenceEmail, { jobId }), { mailId: uuid(), recipient })

/** What the history of a job says of emails that failed, newest first. */
async function failures(jobId: string, { token }: { token: string } = dana) {
  const answer = await server.call(pathTo(paths.jobHistory, { jobId }), { token })
  const { entries }: JobHistoryAnswer = await answer.json()
  return entries.filter(({ type }) => type === 'EmailFailed')
}
const whyOf = async (jobId: string, what: 'invoiceSent' | 'evidenceSent'): Promise<WhyNotSent | undefined> => {
  const { office } = await jobNow(server, dana, jobId)
  return whyFailed(office, office?.[what] ?? {})
}
const untilFailed = (jobId: string, many = 1) => expect.poll(async () => (await failures(jobId)).length).toBe(many)
const queued = (of: 'mail' | 'evidence_mail') => notices.sql(`select tries from ${of}`)
/** As if mail had been tried for so many days, and were due now. */
async function age(days: number) {
  const [aged, values] = [`due_at = now(), tries = tries + 1`, [`${days} days`]]
  await notices.sql(`update mail set ${aged}, created_at = now() - $1::interval`, values)
  await notices.sql(`update evidence_mail set ${aged}, queued_at = now() - $1::interval`, values)
  server.services.bell.ring('fettle_mail', [])
  server.services.bell.ring('fettle_packs', [dana.user.companyId])
}
const tried = (address: string) => mailbox.refused.filter((one) => one === address).length

test('an invoice that the mail server refuses is given up at once: the job, its history and the bell say so, until it is sent again', async () => {
  const [jobId, to] = [await invoicedJob(), 'helen@example.com']
  mailbox.refusals.set(to, 550)
  await sendInvoice(jobId, to)
  await untilFailed(jobId)
  expect(await queued('mail')).toEqual([])
  expect(tried(to)).toBe(1)
  expect(await failures(jobId)).toMatchObject([
    {
      actorRole: 'system',
      sentence: 'could not send the invoice by email: the mail server does not accept this address',
      changes: [{ field: 'why' }, { field: 'sentTo', to }],
    },
  ])
  expect(await whyOf(jobId, 'invoiceSent')).toBe('refused')
  const told = async () => (await notices.toldOf(dana)).notifications.filter((one) => one.jobId === jobId)
  await expect.poll(told, { timeout: 20_000 }).toMatchObject([{ changes: { notSent: ['invoice'] } }])
  expect(await failures(jobId, flat.tom)).toEqual([])
  expect(JSON.stringify(await notices.toldOf(flat.tom))).not.toContain('notSent')
  mailbox.refusals.clear()
  await sendInvoice(jobId, to)
  await mailbox.letterTo(to)
  expect(await whyOf(jobId, 'invoiceSent')).toBeUndefined()
})

test('what is refused for now is tried again, and given up after three days', async () => {
  const [jobId, to] = [await invoicedJob(), 'full@example.com']
  mailbox.refusals.set(to, 452)
  await sendInvoice(jobId, to)
  await sendPack(jobId, to)
  await expect.poll(() => tried(to)).toBeGreaterThan(2)
  await age(2.9)
  const before = tried(to)
  await expect.poll(() => tried(to)).toBeGreaterThan(before + 1)
  expect(await failures(jobId)).toEqual([])
  await age(3)
  await untilFailed(jobId, 2)
  expect(await whyOf(jobId, 'invoiceSent')).toBe('unreachable')
  expect(await whyOf(jobId, 'evidenceSent')).toBe('unreachable')
  expect([...(await queued('mail')), ...(await queued('evidence_mail'))]).toEqual([])
})

test('a server that turns everybody away is not the recipient’s fault', async () => {
  const [jobId, to] = [await invoicedJob(), 'patient@example.com']
  mailbox.greets = 554
  await sendInvoice(jobId, to)
  await sendPack(jobId, to)
  for (const of of ['mail', 'evidence_mail'] as const)
    await expect.poll(async () => (await queued(of))[0]?.tries).toBeGreaterThan(1)
  mailbox.greets = undefined
  await age(0)
  await mailbox.letterTo(to, 2)
  expect(await failures(jobId)).toEqual([])
})

test('a pack and a tenant’s link that are refused are given up, and the tenants’ card says to whom', async () => {
  mailbox.refusals.set(tenant, 550).set('lettings@example.com', 550)
  const { jobId } = await bookedJob(server, flat)
  await linkTo(server, flat, jobId)
  const { links }: TenantLinksAnswer = await (
    await server.call(pathTo(paths.tenantLinks, { jobId }), { token: dana.token })
  ).json()
  const { linkId = '' } = links[0] ?? {}
  await post(pathTo(paths.tenantLinkEmail, { jobId, linkId }), {})
  await sendPack(jobId, 'lettings@example.com')
  await untilFailed(jobId, 2)
  await jobNow(server, dana, jobId)
  const shown: TenantLinksAnswer = await (
    await server.call(pathTo(paths.tenantLinks, { jobId }), { token: dana.token })
  ).json()
  expect(shown.links[0]?.failed).toEqual({ sentTo: tenant, why: 'refused' })
  expect(await whyOf(jobId, 'evidenceSent')).toBe('refused')
  expect(await queued('evidence_mail')).toEqual([])
})

test('any number of processes record once that an email failed', async () => {
  const to = 'raced@example.com'
  mailbox.refusals.set(to, 452)
  const jobs: string[] = []
  for (let nth = 0; nth < 3; nth += 1) jobs.push(await invoicedJob())
  for (const jobId of jobs) {
    await sendInvoice(jobId, to)
    await sendPack(jobId, to)
  }
  await expect.poll(() => tried(to)).toBeGreaterThan(5)
  mailbox.refusals.set(to, 550)
  const others = [1, 2].flatMap(() => [startMailSender(server.services), startPackSender(server.services)])
  await age(0)
  for (const jobId of jobs) await untilFailed(jobId, 2)
  await Promise.all(others.map((one) => one.stop()))
  // Two that believe the same mail to be theirs.
  const [jobId = ''] = jobs
  mailbox.refusals.set(to, 452)
  await sendInvoice(jobId, to)
  await expect.poll(async () => (await queued('mail'))[0]?.tries).toBeGreaterThan(0)
  const [row] = await notices.sql(
    `update mail set due_at = now() + interval '1 hour' returning mail_id as "mailId", tries, created_at as "createdAt"`,
  )
  const mail: Mail = { ...row, kind: 'invoice', recipient: to }
  const failed = { companyId: dana.user.companyId, jobId, mailId: mail.mailId } as const
  await Promise.all(
    (['refused', 'unreachable'] as const).map((why) =>
      recordFailure(server.services, { ...failed, what: 'invoice', why }, (client) => giveUpMail(client, mail)),
    ),
  )
  expect(await failures(jobId)).toHaveLength(3)
  expect(await queued('mail')).toEqual([])
})

test('nothing is recorded of an address that is erased, nor of a company that was closed', async () => {
  const to = 'wilhelmina@example.com'
  mailbox.refusals.set(to, 452)
  const jobId = await invoicedJob()
  const { seq } = await sendInvoice(jobId, to)
  await jobNow(server, dana, jobId)
  await post(paths.erasures, erasureOf([{ seq, path: 'sentTo' }]))
  await untilErased(server)
  const owner = await server.registerCompany({ businessName: 'Brook & Daughters' })
  const theirs = await invoicedJob(owner)
  await sendInvoice(theirs, to, owner)
  await post(paths.companyClosing, { name: 'Brook & Daughters' }, owner)
  mailbox.refusals.set(to, 550)
  await age(3)
  await expect.poll(() => queued('mail')).toEqual([])
  expect(await failures(jobId)).toEqual([])
  expect(await failures(theirs, owner)).toEqual([])
})

test('an email that is still queued is not sent to an address that has been erased meanwhile', async () => {
  const to = 'ottilie@example.com'
  mailbox.refusals.set(to, 452)
  const jobId = await invoicedJob()
  const { seq } = await sendInvoice(jobId, to)
  await jobNow(server, dana, jobId)
  await expect.poll(() => tried(to)).toBeGreaterThan(0)
  await post(paths.erasures, erasureOf([{ seq, path: 'sentTo' }]))
  await untilErased(server)
  mailbox.refusals.delete(to)
  await age(0)
  await expect.poll(() => queued('mail')).toEqual([])
  expect(mailbox.letters.filter((one) => one.to.includes(to))).toEqual([])
  expect(await foundIn(server, ['ottilie'])).toEqual([])
})

test('mail of accounts ends as well when it is refused, or after three days', async () => {
  const { email } = (await server.registerCompany()).user
  mailbox.refusals.set(email, 550)
  expect((await server.call('/api/auth/forgot', { body: { email } })).ok).toBe(true)
  await expect.poll(() => tried(email)).toBe(1)
  await expect.poll(() => queued('mail')).toEqual([])
})
