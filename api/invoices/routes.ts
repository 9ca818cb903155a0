import { Router } from 'express'
import { doneBy } from '#api/audit/from-request.ts'
import { jobIdOf } from '#api/company/own-company.ts'
import { parse, refused } from '#api/http/errors.ts'
import { inSlots } from '#api/http/slots/in-slots.ts'
import { shortReads } from '#api/http/slots/short-reads.ts'
import { invoicePdf } from '#api/paper/invoice-pdf.ts'
import { readInvoice } from '#api/paper/read-invoice.ts'
import { requireMember, requireOpen } from '#api/rights/require-member.ts'
import type { Services } from '#api/services/services.ts'
import { isOffice } from '#core/model/access.ts'
import { refuse } from '#core/model/refusals.ts'
import { invoiceQuery } from '#core/wire/jobs/invoices.ts'
import { paths } from '#core/wire/paths.ts'
import { readSentInvoice } from './read-sent-invoice.ts'
import { sendInvoiceByEmail } from './send-invoice.ts'

/** Each invoice is drawn in a process of its own. */
const limits = {
  all: 4,
  company: 1,
  waiting: 3,
  error: 'Another invoice is being prepared. Please try again in a moment.',
  code: 'too-many-invoices',
}

/** The invoice of a job that has an invoice number. */
export function invoiceRoutes(services: Services): Router {
  const [few, read] = [inSlots(limits), inSlots(shortReads)]
  const signedIn = requireMember(services)
  return Router()
    .post(paths.jobInvoiceEmail, signedIn, requireOpen, sendInvoiceByEmail(services))
    .get(
      paths.jobInvoice,
      signedIn,
      few(async (req, res) => {
        const { companyId, role } = res.locals.member
        if (!isOffice(role)) throw refused(refuse('office-only'))
        const jobId = jobIdOf(req.params.jobId)
        const { version } = parse(invoiceQuery, req.query)
        const task = await readInvoice(services, companyId, jobId, version)
        if (task === 'no-job') throw refused(refuse('job-not-found'))
        if (task === 'not-invoiced') throw refused(refuse('not-invoiced'))
        const pdf = await invoicePdf(task)
        await services.audit.record(doneBy(req, res.locals.member, 'exported', 'invoice', task.invoice.jobRef))
        const name = [`invoice-${task.invoice.jobRef}`, version === undefined ? [] : `version-${version}`]
          .flat()
          .join('-')
        res.status(200).type('application/pdf').attachment(`${name}.pdf`).end(pdf)
      }),
    )
    .get(
      paths.jobInvoiceSent,
      signedIn,
      read(async (req, res, signal) => {
        const { companyId, role } = res.locals.member
        if (!isOffice(role)) throw refused(refuse('office-only'))
        const answer = await readSentInvoice(services.ledgerPool, companyId, jobIdOf(req.params.jobId), signal)
        if (!answer) throw refused(refuse('job-not-found'))
        res.json(answer)
      }),
    )
}
