import type { RequestHandler } from 'express'
import { v7 as uuid } from 'uuid'
import { requireVerifiedEmail } from '#api/accounts/verified-emails.ts'
import { appendWith, decideAppend, retryOnConflict, serverStamp } from '#api/commands/decide-and-append.ts'
import { jobIdOf } from '#api/company/own-company.ts'
import { HttpFailure, invalid, refused } from '#api/http/errors.ts'
import { addInvoiceMail } from '#api/mail/invoice-mail/invoice-mail-rows.ts'
import { addMail } from '#api/mail/outbox.ts'
import { storedLimiter, tooMany } from '#api/rights/rate-limits.ts'
import type { Services } from '#api/services/services.ts'
import type { InvoiceMailCommand } from '#core/job/invoice-mail/invoice-mail-messages.ts'
import { isOffice } from '#core/model/access.ts'
import { isRefusal, refuse } from '#core/model/refusals.ts'
import { type InvoiceSentAnswer, sendInvoice } from '#core/wire/jobs/invoices.ts'
import { readStream } from '#ledger/log/read.ts'

/** Invoices that a company can send in an hour. */
const mostMails = { points: 200, duration: 60 * 60 }

/** Sends the invoice of a job by email: its event and its mail are committed together. */
export function sendInvoiceByEmail(services: Services): RequestHandler {
  const { authPool, ledgerPool, bell, now, config } = services
  const mails = storedLimiter(authPool, 'invoice-mail', mostMails.points, mostMails.duration)
  return async (req, res) => {
    const { member } = res.locals
    const { companyId } = member
    if (!isOffice(member.role)) throw refused(refuse('office-only'))
    const jobId = jobIdOf(req.params.jobId)
    const asked = sendInvoice.safeParse(req.body)
    if (!asked.success) throw invalid('Enter the email address that the invoice is sent to.', 'to')
    if (!config.mail) throw noMail
    await requireVerifiedEmail(services, { companyId, userId: member.standing.userId })
    await mails.consume(companyId).catch((reason: { msBeforeNext?: number }) => {
      throw typeof reason.msBeforeNext === 'number' ? tooMany(reason.msBeforeNext) : reason
    })
    const [mailId, recipient] = [uuid(), asked.data.to]
    const command: InvoiceMailCommand = { type: 'RecordInvoiceSent', data: { jobId, mailId, sentTo: recipient } }
    const seq = await retryOnConflict(async () => {
      const history = await readStream(ledgerPool, companyId, jobId)
      const decision = decideAppend(member, command, { history }, serverStamp(now()))
      if (isRefusal(decision)) throw refused(decision)
      const appended = await appendWith(authPool, decision, async (client) => {
        await addMail(client, { mailId, kind: 'invoice', recipient })
        await addInvoiceMail(client, { mailId, companyId, jobId })
      })
      return appended.seq
    })
    bell.ring('fettle_appended', [companyId])
    res.json({ seq } satisfies InvoiceSentAnswer)
  }
}

const noMail = new HttpFailure(409, {
  error: 'This server sends no email. Download the invoice and send it yourself.',
  code: 'no-mail',
})
