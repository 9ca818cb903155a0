import fc from 'fast-check'
import type { CommandType } from '#core/ledger/ledger.ts'
import { canary } from '#test/core/canary.ts'
import { companyId, dana, idOf, maya, type Person, tom } from '#test/core/given-when-then.ts'
import type { Aim } from './aimed.ts'

/** A command of a story, some with what it alone is about. */
type Part = CommandType | readonly [CommandType, Aim]
/** What somebody does one thing after another. All commands are about the same. */
export type Story = { parts: readonly Part[]; by: readonly Person[]; about: fc.Arbitrary<Aim> }

const jobId = fc.constant(idOf('b', 1))
const otherJob = fc.constant(idOf('b', 2))
const some = (kind: 'a' | 'c' | 'd' | 'e' | 'f', ...numbers: number[]) =>
  fc.constantFrom(...numbers.map((nth) => idOf(kind, nth)))
const workers = [tom, maya, dana]
const office = [dana]
const [safe, further] = [{ step: 'make safe' }, { step: 'further work', due: '2026-12-09T23:59:59.999Z' }]
const seenOpen = { from: 'not completed' }
const found = { found: 'significant', metAt: '2026-11-19T08:00:00.000Z' }
const words = { words: `${canary} mould`, place: `${canary} House`, email: '' }

const onTasks: Story[] = [
  {
    parts: ['AddTask', 'DescribeTask', 'PriceTask', ['CycleTask', seenOpen], 'CycleTask', 'DescribeTask', 'DeleteTask'],
    by: office,
    about: fc.record({ jobId, taskId: some('c', 2, 3) }),
  },
  {
    parts: [
      ['CreateJob', { tasks: [] }],
      ['ChangeWarning', { warning: 'invoiced', invoice: `${canary} WO-1` }],
      ...(['RecordInvoiceSent', 'RecordEmailFailed', 'ChangeWarning', 'ChangeWarning', 'RecordInvoiceSent'] as const),
    ],
    by: office,
    about: fc.record({ jobId: otherJob, mailId: some('f', 622, 623), what: fc.constant('invoice') }),
  },
  {
    parts: ['EditJob', 'EditJob', 'EditJob', 'CorrectTime'],
    by: office,
    about: fc.record({ jobId, version: fc.constantFrom(1, 2) }),
  },
]

const onVisits: Story[] = [
  {
    parts: ['ScheduleJob', 'SayOnTheWay', 'WithdrawOnTheWay', 'SayOnTheWay', 'ArriveOnSite', 'ReportNoAccess'],
    by: office,
    about: fc.record({ jobId, jobBookingId: some('f', 1, 2), onWayId: some('e', 1, 2) }),
  },
  {
    parts: [
      ...(['ScheduleJob', 'ArriveOnSite', 'LeaveSite', 'WithdrawLeaving', 'ChangeTimeOnSite', 'LeaveSite'] as const),
      ...(['ChangeTimeOnSite', 'ChangeTimeOnSite', 'WithdrawArrival'] as const),
    ],
    by: office,
    about: fc.record({
      ...{ jobId, jobBookingId: some('f', 1, 2), arrivalId: some('e', 1, 2, 3) },
      reason: fc.constant('Tapped late'),
    }),
  },
]

const onPapers: Story[] = [
  { parts: ['AddNote', 'DeleteNote'], by: workers, about: fc.record({ jobId, noteId: some('d', 1, 2, 3) }) },
  {
    parts: ['AddImage', 'DescribeImage', 'DescribeImage', 'PairImage', 'UnpairImage', 'DeleteImage'],
    by: workers,
    about: fc.record({ jobId, imageId: some('e', 3, 4, 5) }),
  },
  {
    parts: ['AddAttachment', 'ShareAttachment', 'TakeBackAttachment', 'ShareAttachment', 'DeleteAttachment'],
    by: office,
    about: fc.record({ jobId }),
  },
]

const onDuties: Story[] = [
  {
    parts: [
      ['RecordHazard', { severity: 'significant', hazard: 'damp and mould', law: 'england-social' }],
      ['ConcludeInvestigation', found],
      'ReopenInvestigation',
      ['ConcludeInvestigation', found],
      ...([['MeetDeadline', safe], ['ReopenDeadline', safe], ['PutOffDeadline', further], 'RecordMissed'] as const),
      ...(['WriteSummary', 'SendSummary', 'WriteSummary', 'ExplainDuty', 'OfferStay', 'RegradeHazard'] as const),
      ...(['RegradeHazard', 'EndDuty'] as const),
    ],
    by: office,
    about: fc.record({ jobId, dutyId: some('f', 1, 2, 3) }),
  },
  {
    parts: [
      ['RecordHazard', { severity: 'emergency', awareAt: '2026-11-18T08:00:00.000Z', law: 'england-social' }],
      ['RecordMissed', { ...safe, due: '2026-11-19T08:00:00.000Z' }],
      'ExplainDuty',
    ],
    by: office,
    about: fc.record({ jobId, dutyId: some('f', 7, 8), hazard: fc.constant('damp and mould') }),
  },
  {
    parts: [
      ...(['SetDeadlineRules', 'StartServiceLevel'] as const),
      ...([['MeetDeadline', { step: 'finish' }], ['ReopenDeadline', { step: 'finish' }], 'EndDuty'] as const),
    ],
    by: office,
    about: fc.record({ jobId, dutyId: some('f', 4, 5, 6) }),
  },
]

const onOutsiders: Story[] = [
  {
    parts: [
      ...(['ScheduleJob', 'MakeTenantLink', 'RecordTenantLinkSent', 'RecordEmailFailed', 'ConfirmVisit'] as const),
      ...(['AskForOtherTimes', 'WriteAsTenant', 'AddTenantPhoto', 'RevokeTenantLink'] as const),
    ],
    by: office,
    about: fc.record({
      ...{ jobId, linkId: some('f', 600, 601), jobBookingId: some('f', 1, 2) },
      ...{ jobStart: fc.constant('2026-11-20T09:00:00.000Z'), jobEnd: fc.constant('2026-11-20T10:00:00.000Z') },
      ...{ what: fc.constant('tenant-link'), noteId: some('d', 9, 10), imageId: some('e', 9, 10) },
    }),
  },
  {
    parts: [
      ...(['OpenReportPage', ['ReceiveReport', words], 'AddReportPhoto', 'CloseReport', 'ReopenReport'] as const),
      ...(['JoinReport', 'CloseReportPage'] as const),
    ],
    by: office,
    about: fc.record({ reportId: some('f', 960, 961, 962), jobId }),
  },
  {
    parts: [['ReceiveReport', words], 'MakeJobOfReport'],
    by: office,
    about: fc.record({ reportId: some('f', 963, 964), jobId: otherJob }),
  },
]

const onRecurring: Story[] = [
  {
    parts: ['SetUpRecurringWork', 'PassRecurringDate', 'StopRecurringWork'],
    by: office,
    about: fc.record({ recurringId: some('f', 953, 954), date: fc.constant('2026-12-01') }),
  },
  {
    parts: [
      ...(['SetUpRecurringWork', 'SkipRecurringDate', 'RestoreRecurringDate', 'MoveRecurringDate'] as const),
      ...(['RestoreRecurringDate', 'ChangeRecurringWork', 'PauseRecurringWork', 'ResumeRecurringWork'] as const),
      ...(['RecordRecurringJob', 'RecordCheckDone', 'SkipRecurringDate', 'PassRecurringDate'] as const),
      'StopRecurringWork',
    ],
    by: office,
    about: fc.record({ recurringId: some('f', 951, 952), date: fc.constantFrom('2026-12-01', '2026-12-08') }),
  },
]

const onSites: Story[] = [
  {
    parts: ['SetSiteContact', 'SetSiteContact', 'RemoveSiteContact', 'MergeSite', 'UndoSiteMerge'],
    by: office,
    about: fc.record({ contactId: some('e', 1, 2) }),
  },
  {
    parts: ['LocateSite', 'LocateSite', 'RemoveSiteLocation'],
    by: workers,
    about: fc.constant({ siteId: idOf('f', 801) }),
  },
  {
    parts: ['AddSiteFile', 'ShareSiteFile', 'TakeBackSiteFile', 'ShareSiteFile', 'DeleteSiteFile'],
    by: office,
    about: fc.constant({ siteId: idOf('f', 801) }),
  },
]

const onCompany: Story[] = [
  ...[companyId, dana.userId].map(
    (listOf): Story => ({
      parts: ['SaveView', 'SaveView', 'DeleteView'],
      by: office,
      about: fc.constant({ listOf, viewId: idOf('f', 700) }),
    }),
  ),
  { parts: ['SetPapers', 'SetPapers', 'SetInvoicing', 'SetInvoicing'], by: office, about: fc.constant({}) },
  { parts: ['SetLogo', 'RemoveLogo'], by: office, about: fc.record({ imageId: some('e', 1, 2) }) },
  { parts: ['SetSecondFactorRule', 'SetSecondFactorRule'], by: office, about: fc.constant({}) },
  { parts: ['RecordPlan', 'RecordPlan', 'RecordPlan', 'RecordPlan'], by: office, about: fc.constant({}) },
  {
    parts: ['AddPart', 'SetPartStatus', 'EditPart', 'EditPart', 'DeletePart'],
    by: office,
    about: fc.record({ partId: some('f', 1, 2), name: fc.constantFrom('Tap', 'Pump'), link: fc.constant('') }),
  },
  {
    parts: [
      ...(['InviteMember', 'AcceptInvitation', 'SetMemberDetails', 'SetMemberDetails', 'ChangeRole'] as const),
      ...(['RemoveMember', 'RestoreMember', 'RemoveMember', 'EraseMember'] as const),
    ],
    by: office,
    about: fc.record({ userId: some('a', 7, 8, 9) }),
  },
  ...[dana, tom].map(
    (person): Story => ({
      parts: ['AddTodo', 'ToggleTodo', 'ToggleTodo', 'DeleteTodo'],
      by: [person],
      about: fc.record({
        userId: fc.constant(person.userId),
        todoId: some('f', 1, 2),
        text: fc.constant('Ring back'),
      }),
    }),
  ),
]

/** Together they have commands of nearly every type. Given alone, most of those are refused, as what they are about is not there. */
export const stories: readonly Story[] = [
  ...[onTasks, onVisits, onPapers, onDuties, onOutsiders, onRecurring, onSites, onCompany].flat(),
]
