import { forOffice, type JobFacts } from '#core/job/decision-rules.ts'
import type { DutyOfficeCommand } from '#core/job/duties/duty-messages.ts'
import type { Job } from '#core/job/job.ts'
import type { JobEvent } from '#core/job/messages.ts'
import type { Decisions } from '#core/model/messages.ts'
import { isRefusal, refuse } from '#core/model/refusals.ts'
import { dutyOf, meeting, nowOf, stepOf } from './duty-rules.ts'
import { refusalIfTold } from './of-duty.ts'
import { refuseDeadline } from './refuse-deadline.ts'

type LetterType = 'OfferStay' | 'WriteSummary' | 'SendSummary'

/** The decisions on what the tenant is told and offered. They stay possible after a duty has ended: the tenant is told in any case. */
export const letterDecisions: Pick<Decisions<Job, DutyOfficeCommand, JobEvent, JobFacts>, LetterType> = {
  OfferStay: (state, { jobId: _, ...data }, context) =>
    forOffice(state, context, (job) => {
      if (!dutyOf(job, data.dutyId)) return refuseDeadline('duty-not-found')
      if (Date.parse(data.offeredAt) > Date.parse(nowOf(context))) return refuse('time-ahead', {}, 'offeredAt')
      const offers = job.office?.duties?.[data.dutyId]?.offers ?? []
      const offer = { ...data, note: data.note.trim() }
      const known = offers.find((one) => one.offerId === data.offerId)
      if (known?.answer === offer.answer && known.note === offer.note && known.offeredAt === offer.offeredAt) return []
      return (known ? undefined : refusalIfTold(offers)) ?? [{ type: 'StayOffered', data: offer }]
    }),
  WriteSummary: (state, { jobId: _, dutyId, summaryId, from, ...texts }, context) =>
    forOffice(state, context, (job) => {
      if (!dutyOf(job, dutyId)) return refuseDeadline('duty-not-found')
      const summaries = job.office?.duties?.[dutyId]?.summaries ?? []
      const known = summaries.find((one) => one.summaryId === summaryId)
      if (known?.sent) return refuseDeadline('summary-sent')
      const [found, work] = [texts.found.trim(), texts.work.trim()]
      if (!found || !work) return refuseDeadline('summary-empty', {}, found ? 'work' : 'found')
      const written = { found, work, stay: texts.stay.trim(), contact: texts.contact.trim() }
      if (known && hasTexts(known, written)) return []
      if (from && !(known && hasTexts(known, from))) return refuseDeadline('summary-moved-on')
      const full = known ? undefined : refusalIfTold(summaries)
      return full ?? [{ type: 'SummaryWritten', data: { dutyId, summaryId, ...written } }]
    }),
  SendSummary: (state, { jobId: _, dutyId, summaryId, sentAt, ...sent }, context) =>
    forOffice(state, context, (job) => {
      const summary = job.office?.duties?.[dutyId]?.summaries.find((one) => one.summaryId === summaryId)
      if (!summary) return refuseDeadline('summary-not-found')
      if (summary.sent) return []
      if (Date.parse(sentAt) > Date.parse(nowOf(context))) return refuse('time-ahead', {}, 'sentAt')
      const recorded = {
        type: 'SummarySent',
        data: { dutyId, summaryId, sentAt, ...sent, sentTo: sent.sentTo.trim() },
      } as const
      const duty = dutyOf(job, dutyId)
      if (duty?.ended || !stepOf(duty, 'summary') || stepOf(duty, 'summary')?.met) return [recorded]
      const met = meeting(job, { dutyId, step: 'summary', metAt: sentAt }, context, ({ by }) => [
        { type: 'DeadlineMet', data: { dutyId, step: 'summary', metAt: sentAt, by, proof: 'document', note: '' } },
      ])
      return isRefusal(met) ? met : [recorded, ...met]
    }),
}

type Texts = Record<'found' | 'work' | 'stay' | 'contact', string>

const hasTexts = (summary: Texts, { found, work, stay, contact }: Texts) =>
  summary.found === found && summary.work === work && summary.stay === stay && summary.contact === contact
