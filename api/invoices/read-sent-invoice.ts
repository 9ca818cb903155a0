import type pg from 'pg'
import { inTurns } from '#api/http/turns/in-turns.ts'
import { invoiceWith, upTo } from '#api/paper/read-invoice.ts'
import { changedSinceSent, lastSending } from '#core/invoices/changed-since-sent.ts'
import type { Invoice } from '#core/invoices/invoice.ts'
import { openJobFold } from '#core/job/fold/job-fold.ts'
import type { Job } from '#core/job/job.ts'
import { isJobEvent } from '#core/ledger/ledger.ts'
import type { SentInvoiceAnswer } from '#core/wire/jobs/invoices.ts'
import { readSmallStreams, readStream } from '#ledger/log/read.ts'

/** Which invoice of a job was sent last, and what of it has changed since; undefined if there is no such job. */
export async function readSentInvoice(
  pool: pg.Pool,
  companyId: string,
  jobId: string,
  signal: AbortSignal,
): Promise<SentInvoiceAnswer | undefined> {
  const [history, { events: ofCompany }] = await Promise.all([
    readStream(pool, companyId, jobId),
    readSmallStreams(pool, companyId, 'company'),
  ])
  const events = history.filter(isJobEvent)
  const last = lastSending(events)
  const fold = openJobFold()
  let then: Job | undefined
  const folding = function* () {
    for (const event of events) {
      signal.throwIfAborted()
      fold.add(event)
      if (event === last) then = fold.job()
      yield undefined
    }
  }
  await inTurns(folding())
  const job = fold.job()
  if (!job) return undefined
  const now = invoiceWith(job, ofCompany)
  const sent = then && invoiceWith(then, upTo(ofCompany, last?.seq))
  return {
    ...(sent && last
      ? { sent: { ...inShort(sent), version: last.version, sentTo: last.data.sentTo, at: last.recordedAt } }
      : {}),
    ...(now ? { now: inShort(now) } : {}),
    changes: sent && now ? changedSinceSent(sent, now) : [],
  }
}

const inShort = ({ number, customer, total }: Invoice) => ({ invoice: number, customer, total: total.gross })
