import { forOffice, type JobFacts } from '#core/job/decision-rules.ts'
import type { Job } from '#core/job/job.ts'
import type { JobEvent } from '#core/job/messages.ts'
import { type Decisions, decideBy } from '#core/model/messages.ts'
import { refuse } from '#core/model/refusals.ts'
import type { InvoiceMailCommand } from './invoice-mail-messages.ts'

const decisions: Decisions<Job, InvoiceMailCommand, JobEvent, JobFacts> = {
  RecordInvoiceSent: (state, { mailId, sentTo }, context) =>
    forOffice(state, context, ({ office }) => {
      if (!office?.invoice) return refuse('not-invoiced')
      return office.invoiceSent?.mailId === mailId ? [] : [{ type: 'InvoiceSent', data: { mailId, sentTo } }]
    }),
}

/** Decides that the invoice of a job is sent. */
export const decideInvoiceMail = decideBy(decisions)
