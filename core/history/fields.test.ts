import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import stored from '#core/ledger/stored-events.json' with { type: 'json' }
import { type Given, idOf, recorded } from '#test/core/given-when-then.ts'
import { memoryLedger } from '#test/core/memory-ledger.ts'
import { steps } from '#test/core/random-commands.ts'
import { historyOf } from './history.ts'

/** Ids of things that an entry names in words. */
const isName = (field: string) =>
  /\.(task|note|image|file|signature|pair|todo|user|jobBooking|apartment|subscription|arrival|onWay|noAccess|building|other|contact|duty|summary|offer)Id$/.test(
    field,
  )

/** What a view shows is said in words, so that its values are not in the entry as they are. */
const isInWords = (field: string) => /^(Shared)?View(Saved|Deleted)\./.test(field)

/** Fields that screens read from the event itself, or that mean nothing to readers. Every other field must be in its entry. */
const elsewhere = new Set([
  // Shown as one change for each description and status.
  'JobCreated.tasks',
  // Always 1: nobody can set another.
  'JobCreated.jobPriority',
  // As the time at which they are expected.
  'OnTheWaySaid.minutes',
  // Only reserve space for a picture.
  'ImageAdded.height',
  'ImageAdded.width',
  // A picture, shown on papers.
  ...['src', 'width', 'height'].map((field) => `LogoSet.${field}`),
  // In the list of files, and in the evidence pack.
  ...['AttachmentAdded', 'AttachmentShared', 'OfficeAttachmentAdded', 'SiteFileShared', 'OfficeSiteFileAdded'].flatMap(
    (type) => ['src', 'kind', 'size'].map((field) => `${type}.${field}`),
  ),
  ...['AttachmentAdded', 'AttachmentShared', 'OfficeAttachmentAdded', 'SiteFileShared', 'OfficeSiteFileAdded'].map(
    (type) => `${type}.macros`,
  ),
  // Beside the photo.
  'ImageAdded.takenAt',
  // The report has the photo, too.
  'ImageAdded.reportId',
  // Their names are in the words.
  'NoteAdded.mentions',
  // The sentence mentions the clash; the other job is not part of this job's history.
  'JobScheduled.overlaps',
  // The drawing and its proof are shown as a drawing; the tasks are in the document and the evidence pack.
  'SignatureGiven.digest',
  'SignatureGiven.strokes',
  'SignatureGiven.taskIds',
  // The day on the invoice, when an undo has put one back.
  'JobInvoiced.invoicedAt',
  // Shown as the reason for a status, and as the corrected time.
  'JobStatusChanged.reason',
  'TimeCorrected.happenedAt',
  'TimeCorrected.reason',
  'TimeCorrected.version',
  // Named by the change or the sentence: the step, its clock, and the service level.
  'DeadlineMet.step',
  'DeadlineMissed.step',
  'DeadlinePutOff.step',
  'DeadlineReopened.step',
  'DeadlinesSet.clocks',
  'DutyExplained.step',
  'ServiceLevelStarted.level',
  'DeadlineRulesSet.law',
  'DeadlineRulesSet.levels',
  // Named by the change, and in words.
  ...['audience', 'kind', 'ways'].map((field) => `NoticeRuleSet.${field}`),
  ...['news', 'ways'].map((field) => `TenantRuleSet.${field}`),
  'QuietHoursSet.quiet',
  // Shown with the deadlines of the job.
  'DeadlineMet.by',
  'HazardRecorded.rule',
  'HazardRegraded.rule',
  'ServiceLevelStarted.holidays',
  // Shown with the erased entry.
  'EventErased.events',
  'EventErased.reason',
  'MemberErased.number',
  'MemberErased.reason',
  'MemberRemoved.closed',
  // The entry names the other site.
  'SiteMerged.into',
  'SiteMergeUndone.into',
  // These are shown in other words: the site by its name, dates as people write them, the next date in the list.
  ...['SetUp', 'Changed'].flatMap((kind) =>
    ['holidays', 'rule', 'siteId', 'tasks', 'visit'].map((field) => `RecurringWork${kind}.${field}`),
  ),
  ...['WorkSetUp', 'WorkChanged', 'WorkResumed', 'JobMade', 'CheckDone', 'DatePassed'].map(
    (kind) => `Recurring${kind}.next`,
  ),
  ...['DateMoved', 'DateRestored', 'DateSkipped'].flatMap((kind) => [`Recurring${kind}.date`, `Recurring${kind}.next`]),
  'RecurringDateMoved.to',
  'RecurringWorkSetUp.check',
  'RecurringWorkChanged.check',
  'RecurringWorkChanged.settled',
  'RecurringDatePassed.date',
  ...['date', 'jobId', 'on'].map((field) => `RecurringJobMade.${field}`),
  ...['completedAt', 'date', 'doneAt', 'doneOn', 'jobId', 'rule'].map((field) => `RecurringCheckDone.${field}`),
  ...['check', 'date', 'recurringId'].map((field) => `JobOfRecurringWork.${field}`),
  // Which link or mail it was, and the site of its tenant; the times are in one change for each.
  ...[
    'TenantLinkMade',
    'TenantLinkSent',
    'TenantLinkRevoked',
    'VisitConfirmed',
    'OtherTimesAsked',
    'NoteAdded',
    'ImageAdded',
  ].map((type) => `${type}.linkId`),
  ...[
    'TenantLinkMade.siteId',
    'TenantLinkSent.mailId',
    'TenantLinkSent.way',
    'TenantLinkSent.news',
    'InvoiceSent.mailId',
    // What it had is in one change, in words.
    ...['mailId', 'copy', 'from', 'to', 'prices', 'notes'].map((field) => `EvidenceSent.${field}`),
    // The location is one change, in words.
    ...['latitude', 'longitude'].map((field) => `SiteLocated.${field}`),
    // In words: which email it was and why it failed.
    ...['mailId', 'what', 'why'].map((field) => `EmailFailed.${field}`),
    'OtherTimesAsked.windows',
  ],
  ...['VisitConfirmed.jobStart', 'VisitConfirmed.jobEnd'],
  // The page that it came by, and its site; how bad it is in words; the job is beside the entry.
  ...['pageId', 'siteId', 'urgency'].map((field) => `RepairReported.${field}`),
  ...['ReportMadeJob.jobId', 'ReportJoined.jobId', 'ReportPageOpened.pageId'],
  ...['height', 'takenAt', 'width'].map((field) => `ReportPhotoAdded.${field}`),
  // On the strip of every screen.
  'CompanyClosed.eraseAt',
  // The card provider's event, and the start of the subscription.
  'PlanActivated.cause',
  'PlanActivated.startedAt',
  'PlanCancelled.cause',
  'PlanPaymentFailed.cause',
  'PlanRenewed.cause',
  'PlanResumed.cause',
])

/** Whether an entry names a value: a number not as a part of another. */
function isNamed(value: unknown, entry = ''): boolean {
  const text = JSON.stringify(value)
  return typeof value === 'number'
    ? new RegExp(`(?<![\\d.-]|\\d:)${text}(?![\\d.:-])`).test(entry)
    : entry.includes(text)
}

const registered: Given = {
  type: 'CompanyRegistered',
  data: { name: 'Harrow & Pike', timeZone: 'Europe/London', businessTier: 1, expiryDate: '2026-12-03T08:00:00.000Z' },
}
const since = { subscriptionId: 'sub_1', startedAt: '2026-11-30T10:14:58.000Z', cause: 'evt_1' }
const activated: Given = {
  type: 'PlanActivated',
  data: { ...since, businessTier: 2, expiryDate: '2026-12-30T10:14:58.000Z' },
}
const renewed: Given = { type: 'PlanRenewed', data: { expiryDate: '2027-01-30T10:14:58.000Z', cause: 'evt_2' } }

const gutters = {
  title: 'Gutter clearing',
  siteId: idOf('f', 801),
  rule: { repeats: 'weekly', every: 2, on: ['TU'], first: '2026-12-01' },
  holidays: 'next working day',
  leadDays: 14,
  tasks: [{ description: 'Clear gutters' }],
  called: 'Ashdown House',
} satisfies Extract<Given, { type: 'RecurringWorkSetUp' }>['data']
const next = { date: '2026-12-15', on: '2026-12-15', makeAt: '2026-12-01T00:00:00.000Z' }
const recurring: Given[] = [
  { type: 'RecurringWorkSetUp', data: { ...gutters, next } },
  { type: 'RecurringWorkChanged', data: { ...gutters, title: 'Gutters', called: 'Ashdown Yard', leadDays: 7, next } },
  { type: 'RecurringJobMade', data: { date: '2026-12-01', on: '2026-12-01', jobId: idOf('b', 1), template: 2, next } },
]
const papersSet: Given = {
  type: 'PapersSet',
  data: {
    tradingName: 'Harrow Repairs',
    address: '1 Mill Lane',
    telephone: '0113 496 0018',
    email: 'office@example.com',
  },
}

const invoicingSet: Given = {
  type: 'InvoicingSet',
  data: {
    vatNumber: 'GB123456782',
    vatRate: 2000,
    vatIncluded: true,
    termsDays: 14,
    bankDetails: 'Sort code 12-34-56',
  },
}

const evidenceSent: Given = {
  type: 'EvidenceSent',
  data: {
    ...{ mailId: idOf('f', 625), sentTo: 'lettings@example.com', message: 'As we discussed', upTo: 3 },
    ...{ copy: 'office', from: '2026-11-01', to: '2026-11-20', prices: true, notes: false },
  },
}

/** They are rare among random commands. */
const rare: Given[] = [
  { type: 'OnTheWaySaid', data: { onWayId: idOf('f', 3), jobBookingId: idOf('f', 4), minutes: 30 } },
  { type: 'InvoiceSent', data: { mailId: idOf('f', 622), sentTo: 'accounts@example.com' } },
  evidenceSent,
  { type: 'EmailFailed', data: { mailId: idOf('f', 625), what: 'evidence', why: 'refused' } },
  { type: 'JobCreated', data: { apartmentName: 'Ashdown House', createdAt: '2026-11-19', jobPriority: 1, tasks: [] } },
  { type: 'AttachmentShared', data: { fileId: idOf('f', 1), src: '/1.file', name: 'Plan.pdf', size: 1, kind: 'pdf' } },
  {
    type: 'ArrivalWithdrawn',
    data: { arrivalId: idOf('f', 2), arrivedAt: '2026-11-19T08:00:00.000Z', leftAt: '2026-11-19T09:00:00.000Z' },
  },
  {
    type: 'LeavingTimeChanged',
    data: { arrivalId: idOf('f', 2), to: '2026-11-19T09:00:00.000Z', reason: 'Logged late' },
  },
  {
    type: 'NoAccessReported',
    data: {
      ...{ noAccessId: idOf('f', 3), jobBookingId: idOf('f', 4), imageId: idOf('e', 1), why: 'nobody in', note: '' },
      tried: ['called the tenant'],
      tenantCalledAt: '2026-11-19T08:05:00.000Z',
    },
  },
]

test('every field of every event is in its entry, or is known to be shown elsewhere', () => {
  const fields = new Set<string>()
  const shown = new Set<string>()
  const look = (log: readonly StoredEvent[]) => {
    const entries = new Map(historyOf(log).map((one) => [one.seq, JSON.stringify([one.changes, one.sentence])]))
    for (const { type, data, seq } of log)
      for (const [field, value] of Object.entries(data)) {
        fields.add(`${type}.${field}`)
        const parts = Array.isArray(value) ? value : [value]
        const isTold = parts.every((part) => isNamed(part, entries.get(seq)))
        if (parts.length > 0 && isTold) shown.add(`${type}.${field}`)
      }
  }
  fc.assert(
    fc.property(steps, (sample) => {
      const ledger = memoryLedger()
      for (const { command, who } of sample) ledger.handle(command, who)
      look(ledger.log)
    }),
    // A fixed seed, so that the result does not depend on chance.
    { numRuns: 700, seed: 20_261_143 },
  )
  look(recorded(registered, activated, renewed, papersSet, invoicingSet))
  look(recorded(...recurring))
  look(recorded(...rare))
  for (const { type, data } of stored) for (const field of Object.keys(data)) fields.add(`${type}.${field}`)
  expect([...fields].filter((field) => !shown.has(field) && !isName(field) && !isInWords(field)).toSorted()).toEqual(
    [...elsewhere].toSorted(),
  )
})
