import fc from 'fast-check'
import { secondFactorRules } from '#core/company/second-factor-rule.ts'
import { type TenantWay, tenantNews } from '#core/company/tenant-rule.ts'
import { vatTreatments } from '#core/company/vat-treatments.ts'
import { nextVisitHours, nextVisitPeople, taskStatuses, warnings } from '#core/job/values.ts'
import type { Command, CommandType } from '#core/ledger/ledger.ts'
import { mostUsers } from '#core/member/member.ts'
import { canary } from './canary.ts'
import { giverOf } from './company/by-system.ts'
import { plan } from './company/random-plan.ts'
import { reopened } from './company/reopened.ts'
import { commandOf as of } from './duties/random-command.ts'
import { apartFromDuties, dutyCommands } from './duties/random-duties.ts'
import { companyId, dana, idOf, maya, type Person, priya, tom } from './given-when-then.ts'
import { details } from './random-details.ts'
import { fileCommands } from './random-files.ts'
import { partCommands } from './random-parts.ts'
import { noSignature, pairing, signature } from './random-signatures.ts'
import { day, paperCommands, words } from './random-texts.ts'
import { byRecurringType, onRecurring, recurringJob } from './recurring/random-recurring.ts'
import { byOutsiderType, onOutsiders } from './reports/random-reports.ts'
import { saidSeen, sayingWhatWasSeen } from './seen/said-values.ts'
import { bySiteType, firstSite, onSites } from './sites/random-sites.ts'
import { randomStories } from './stories/random-stories.ts'
import { byViewType } from './views/random-views.ts'
import { visitCommands } from './visits/random-visits.ts'

/** The first digits of every price, for the same search. */
export const canaryPrice = '98765'
/** Creates every job and does nothing else, so that her id is always an office fact. */
export const creator = priya

export const olive: Person = { userId: idOf('a', 5), role: 'admin' }
const people = fc.constantFrom(dana, dana, olive, olive, tom, maya)
const some = (kind: 'b' | 'c' | 'd' | 'e' | 'f', count: number) =>
  fc.constantFrom(...Array.from({ length: count }, (_, index) => idOf(kind, index + 1)))

/** Mostly the first of its kind, so that commands act on the same thing. */
const mostly = (kind: 'b' | 'c', count: number) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(idOf(kind, 1)) }, { weight: 1, arbitrary: some(kind, count) })
const here = fc.constant(companyId)
const rule = fc.constantFrom(...secondFactorRules)
const jobId = mostly('b', 2)
const taskId = mostly('c', 3)
const noteId = some('d', 2)
const imageId = some('e', 2)
const crowd = Array.from({ length: mostUsers + 2 }, (_, index) => idOf('a', index + 3))
const userId = fc.oneof(fc.constantFrom(tom.userId, maya.userId), fc.constantFrom(...crowd))
const price = fc.integer({ min: 0, max: 99 }).map((tail) => Number(`${canaryPrice}${String(tail).padStart(4, '0')}`))
const hidden = fc.constantFrom('', ' ', ...['WO-1', ' Agency', 'Dana'].map((name) => `${canary} ${name}`))
const status = fc.constantFrom(...taskStatuses)
const warning = fc.oneof(fc.constantFrom(...warnings), fc.constantFrom('invoiced' as const, 'free of charge' as const))
const vat = fc.constantFrom(...vatTreatments, '' as const)
const jobStart = fc.constantFrom('2026-11-20T09:00:00.000Z', '2026-11-20T10:00:00.000Z')
const jobEnd = fc.constantFrom('2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z')
const assignedTo = fc.subarray([tom.userId, maya.userId])
const userRole = fc.constantFrom('admin' as const, 'team' as const)
const task = { description: words, price, status }
const referral = { workOrder: hidden, agency: hidden, receivedBy: hidden }
const edited = { ...referral, apartmentName: words, createdAt: day }

const withoutPhotos = fc.constantFrom('', 'The tenant asked for none')

/** Mostly a person's own list: the person and the list's owner are both random. */
const ofTodo = { userId: fc.constantFrom(dana.userId, dana.userId, tom.userId), todoId: some('f', 2) }

const duty = dutyCommands(jobId, hidden)
const visits = visitCommands(jobId)

/** One source of random data for each command type: forgetting one does not compile. */
const byType = {
  CreateJob: of(
    'CreateJob',
    fc.record(
      {
        jobId,
        ...edited,
        apartmentId: some('f', 1),
        tasks: fc.array(fc.record({ taskId, ...task }, { requiredKeys: ['taskId', 'description'] }), { maxLength: 3 }),
      },
      { requiredKeys: ['jobId', 'apartmentName', 'createdAt', 'tasks'] },
    ),
  ),
  EditJob: of(
    'EditJob',
    fc.oneof(
      fc.record({ jobId, ...edited }, { requiredKeys: ['jobId'] }),
      fc.record({ jobId, ...edited, from: fc.record(edited, { requiredKeys: [] }) }, { requiredKeys: ['jobId'] }),
    ),
  ),
  AddTask: of('AddTask', fc.record({ jobId, taskId, ...task }, { requiredKeys: ['jobId', 'taskId', 'description'] })),
  DeleteTask: of('DeleteTask', fc.record({ jobId, taskId })),
  DescribeTask: of(
    'DescribeTask',
    fc.record({ jobId, taskId, description: words, from: words }, { requiredKeys: ['jobId', 'taskId', 'description'] }),
  ),
  PriceTask: of('PriceTask', fc.record({ jobId, taskId, price })),
  CycleTask: of(
    'CycleTask',
    fc.record({ jobId, taskId, from: status, withoutPhotos }, { requiredKeys: ['jobId', 'taskId', 'from'] }),
  ),
  SetTaskReady: of('SetTaskReady', fc.record({ jobId, taskId, ready: fc.boolean() })),
  SetTaskStatus: of(
    'SetTaskStatus',
    fc.record(
      { jobId, taskId, status, ready: fc.boolean(), from: status, withoutPhotos },
      { requiredKeys: ['jobId', 'taskId', 'status', 'from'] },
    ),
  ),
  ChangeWarning: of(
    'ChangeWarning',
    fc.record({ jobId, warning, invoice: hidden, vat }, { requiredKeys: ['jobId', 'warning'] }),
  ),
  ScheduleJob: of(
    'ScheduleJob',
    fc.record({ jobId, jobBookingId: some('f', 2), jobStart, jobEnd, access: words, assignedTo }),
  ),
  DeleteBooking: of('DeleteBooking', fc.record({ jobId })),
  AddNote: of('AddNote', fc.record({ jobId, noteId, note: words, mentions: assignedTo })),
  DeleteNote: of('DeleteNote', fc.record({ jobId, noteId })),
  AddImage: of('AddImage', fc.record({ jobId, imageId, src: fc.constant('/tap.webp'), description: words })),
  DescribeImage: of(
    'DescribeImage',
    fc.record({ jobId, imageId, description: fc.constantFrom('', 'Before', 'After') }),
  ),
  DeleteImage: of('DeleteImage', fc.record({ jobId, imageId })),
  ...fileCommands(jobId),
  SetNextVisit: of(
    'SetNextVisit',
    fc.record({
      jobId,
      nextVisitHours: fc.constantFrom(...nextVisitHours),
      nextVisitPeople: fc.constantFrom(...nextVisitPeople),
    }),
  ),
  ...visits,
  PairImage: of('PairImage', pairing(jobId, imageId)),
  UnpairImage: of('UnpairImage', fc.record({ jobId, imageId })),
  ...duty,
  SetSecondFactorRule: of('SetSecondFactorRule', fc.record({ companyId: here, secondFactorFor: rule, from: rule })),
  ...paperCommands(here, imageId),
  SetTenantRule: of(
    'SetTenantRule',
    fc.record({
      companyId: here,
      news: fc.constantFrom(...tenantNews),
      ways: fc.constantFrom<TenantWay[][]>([], ['email'], ['text'], ['email', 'text']),
    }),
  ),
  SetPhotoRule: of('SetPhotoRule', fc.record({ companyId: here, photosNeeded: fc.boolean() })),
  AddSignature: of('AddSignature', signature(jobId)),
  RecordNoSignature: of('RecordNoSignature', noSignature(jobId)),
  CorrectTime: of(
    'CorrectTime',
    fc.record({
      jobId,
      version: fc.integer({ min: 1, max: 12 }),
      happenedAt: fc.constantFrom('2026-11-19T08:00:00.000Z', '2126-11-19T08:00:00.000Z'),
      reason: fc.constantFrom(' ', 'Logged late', 'Told by phone'),
    }),
  ),
  ...partCommands,
  ...bySiteType,
  ...byRecurringType,
  CreateRecurringJob: recurringJob,
  ...byOutsiderType,
  AddTodo: of('AddTodo', fc.record({ ...ofTodo, text: words })),
  ToggleTodo: of('ToggleTodo', fc.record({ ...ofTodo, completed: fc.boolean() })),
  DeleteTodo: of('DeleteTodo', fc.record(ofTodo)),
  ...byViewType,
  RegisterOwner: of('RegisterOwner', fc.record({ userId: fc.constant(dana.userId) })),
  InviteMember: of('InviteMember', fc.record({ userId, userRole })),
  AcceptInvitation: of('AcceptInvitation', fc.record({ userId })),
  ChangeRole: of('ChangeRole', fc.record({ userId, userRole })),
  RemoveMember: of('RemoveMember', fc.record({ userId })),
  RestoreMember: of('RestoreMember', fc.record({ userId: fc.constantFrom(tom.userId, maya.userId) })),
  SetMemberDetails: of('SetMemberDetails', details(userId)),
  CloseAccount: of('CloseAccount', fc.record({ userId })),
  EraseMember: of('EraseMember', fc.record({ userId, reason: words })),
  CloseCompany: of('CloseCompany', fc.constant({ companyId, name: 'Harrow & Pike' })),
  ReopenCompany: of('ReopenCompany', fc.constant({ companyId })),
  EraseEvents: of(
    'EraseEvents',
    fc.record({
      companyId: here,
      events: fc.tuple(
        fc.record({
          seq: fc.integer({ min: 5, max: 7 }),
          texts: fc.constantFrom(['apartmentName'], ['tasks.0.description']),
          remains: fc.constant('0'.repeat(64)),
        }),
      ),
      reason: fc.constant('They asked for it'),
    }),
  ),
  RegisterCompany: of('RegisterCompany', fc.record({ companyId: here, name: fc.constant('Harrow & Pike') })),
  RecordPlan: of('RecordPlan', plan(here)),
} satisfies { [T in CommandType]: fc.Arbitrary<Extract<Command, { type: T }>> }

export type Step = { command: Command; who: Person }

/** Whether a step is an act of the creator's. */
const isOfCreator = ({ type, data }: Command, { role }: Person) =>
  (type === 'CreateJob' && role !== 'team') || (type === 'AddAttachment' && data.name.startsWith(canary))

const asStep = (command: Command, who: Person): Step => ({
  command,
  who: giverOf(command.type) ?? (isOfCreator(command, who) ? creator : who),
})

const onTasks = fc.oneof(byType.AddTask, byType.CycleTask, byType.SetTaskReady, byType.CycleTask)
const onWarnings = fc.oneof(
  byType.ChangeWarning,
  byType.ScheduleJob,
  byType.DeleteBooking,
  byType.RecordInvoiceSent,
  byType.RecordEvidenceSent,
  byType.RecordEmailFailed,
)
const { SetNextVisit, PriceTask, AddImage, DescribeImage, WriteSummary, RegradeHazard } = byType
const onValues = fc.oneof(SetNextVisit, PriceTask, AddImage, DescribeImage, WriteSummary, RegradeHazard)
const onPeople = fc.oneof(byType.RemoveMember, byType.RestoreMember)
const onParts = fc.oneof(byType.AddPart, byType.SetPartStatus, byType.EditPart)
const { CloseCompany: close, ...all } = byType
const { others, onDuties } = apartFromDuties(all)
const elsewhere = [bySiteType, byRecurringType, byOutsiderType].flatMap(Object.keys).concat('CreateRecurringJob')
const ofOthers = Object.entries(others).flatMap(([type, one]) => (elsewhere.includes(type) ? [] : [one]))
// Rare: what follows it is refused until the company is reopened.
const any = fc.oneof({ weight: 200, arbitrary: fc.oneof(...ofOthers) }, { weight: 1, arbitrary: close })

const reopen: Step = { command: { type: 'ReopenCompany', data: { companyId } }, who: dana }

/** What follows from nothing, so that the most important commands are also given where they are refused. */
const alone = fc
  .record({
    command: fc.oneof(
      {
        weight: 21,
        arbitrary: fc.oneof(
          { weight: 3, arbitrary: any },
          onTasks,
          onWarnings,
          onValues,
          { weight: 3, arbitrary: onDuties },
          onPeople,
          { weight: 2, arbitrary: onOutsiders },
          onParts,
        ),
      },
      { weight: 3, arbitrary: onSites },
      { weight: 2, arbitrary: fc.oneof({ weight: 9, arbitrary: onRecurring }, recurringJob) },
    ),
    who: people,
  })
  .map((one) => [one])

/**
 * A company's first commands, then commands of every type by people of every role: stories, whose commands are about one thing, and
 * single commands between them, the most important ones more often.
 */
export const steps = fc
  .array(
    fc.tuple(
      fc.oneof({ weight: 5, arbitrary: alone }, { weight: 1, arbitrary: randomStories(byType) }),
      fc.array(saidSeen, { minLength: 20, maxLength: 20 }),
    ),
    { minLength: 20, maxLength: 90, size: 'max' },
  )
  .map((random) => {
    const saying = sayingWhatWasSeen()
    return random.flatMap(([run, seen]) =>
      run.map(({ command, who }, nth) => asStep(saying(command, seen[nth] ?? 'nothing', who), who)),
    )
  })
  .map((random): Step[] => [
    { command: { type: 'RegisterCompany', data: { companyId, name: 'Harrow & Pike' } }, who: dana },
    { command: { type: 'RegisterOwner', data: { userId: dana.userId } }, who: dana },
    ...[tom, maya].map(
      ({ userId }): Step => ({ command: { type: 'InviteMember', data: { userId, userRole: 'team' } }, who: dana }),
    ),
    {
      command: {
        type: 'CreateJob',
        data: {
          jobId: idOf('b', 1),
          apartmentName: 'x',
          createdAt: '2026-11-19',
          tasks: [{ taskId: idOf('c', 1), description: 'Tap' }],
        },
      },
      who: creator,
    },
    { command: firstSite, who: dana },
    ...reopened(random, reopen),
  ])
