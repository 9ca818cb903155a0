import { isOffice } from '#core/model/access.ts'
import { type DecisionContext, type Decisions, decideBy } from '#core/model/messages.ts'
import { type Refusal, refuse } from '#core/model/refusals.ts'
import type { ReportCommand, ReportEvent, ReportForm } from './messages.ts'
import { refuseReport } from './refuse-report.ts'
import type { RepairReport } from './report.ts'
import { mostReportPhotos } from './values.ts'

type Outcome = readonly ReportEvent[] | Refusal

const decisions: Decisions<RepairReport, ReportCommand, ReportEvent> = {
  // A form that is sent twice has the same id, and is one report.
  ReceiveReport: (state, { reportId: _, pageId, ...given }, { actorRole }) => {
    if (actorRole !== 'tenant') return refuseReport('report-not-found')
    if (state) return []
    const form = tidyReport(given)
    return faultOfReport(form) ?? [{ type: 'RepairReported', data: { ...form, pageId } }]
  },
  AddReportPhoto: (state, { reportId: _, ...photo }, { actorRole }) => {
    if (actorRole !== 'tenant' || !state) return refuseReport('report-not-found')
    if (state.photos.some((one) => one.imageId === photo.imageId)) return []
    if (state.state !== 'open') return refuseReport('report-settled')
    if (state.photos.length >= mostReportPhotos)
      return refuseReport('report-photos-full', { most: mostReportPhotos }, 'images')
    return [{ type: 'ReportPhotoAdded', data: photo }]
  },
  MakeJobOfReport: (state, { jobId }, context) =>
    onOpen(state, context, (report) => report.state === 'job made' && report.jobId === jobId, {
      type: 'ReportMadeJob',
      data: { jobId },
    }),
  JoinReport: (state, { jobId }, context) =>
    onOpen(state, context, (report) => report.state === 'joined' && report.jobId === jobId, {
      type: 'ReportJoined',
      data: { jobId },
    }),
  CloseReport: (state, { answer: given }, context) => {
    const answer = given.trim()
    return onOpen(state, context, (report) => report.state === 'closed' && report.answer === answer, {
      type: 'ReportClosed',
      data: { answer },
    })
  },
  ReopenReport: (state, _, { actorRole }) => {
    if (!isOffice(actorRole)) return refuse('office-only')
    if (!state) return refuseReport('report-not-found')
    if (state.state === 'open') return []
    return state.state === 'closed' ? [{ type: 'ReportReopened', data: {} }] : refuseReport('report-has-job')
  },
}

/** Decides what is done with a report. */
export const decide = decideBy(decisions)

/** Settles a report that is open; one that is settled in just this way stays so. */
function onOpen(
  report: RepairReport | undefined,
  { actorRole }: DecisionContext,
  isSo: (report: RepairReport) => boolean,
  event: ReportEvent,
): Outcome {
  if (!isOffice(actorRole)) return refuse('office-only')
  if (!report) return refuseReport('report-not-found')
  if (isSo(report)) return []
  return report.state === 'open' ? [event] : refuseReport('report-settled')
}

/** A form without the spaces around its texts. */
export const tidyReport = (form: ReportForm): ReportForm => ({
  ...form,
  place: form.place.trim(),
  words: form.words.trim(),
  name: form.name.trim(),
  telephone: form.telephone.trim(),
  email: form.email.trim(),
})

/** The first thing that is wrong with a tidy form, with its field; undefined if it can be sent. */
export function faultOfReport({ place, words, telephone, email }: ReportForm): Refusal | undefined {
  if (!words) return refuseReport('report-words-required', {}, 'words')
  if (!place) return refuseReport('report-place-required', {}, 'place')
  if (!telephone && !email) return refuseReport('report-contact-required', {}, 'telephone')
  if (telephone && telephone.replace(/\D/g, '').length < 7)
    return refuseReport('report-telephone-unclear', {}, 'telephone')
  if (email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return refuseReport('report-email-unclear', {}, 'email')
  return undefined
}
