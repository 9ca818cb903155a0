import * as z from 'zod/mini'
import { type Company, evolve as evolveCompany } from '#core/company/company.ts'
import type { CompanyEvent } from '#core/company/messages.ts'
import { openJobFold } from '#core/job/fold/job-fold.ts'
import { unreadJob } from '#core/job/fold/unread-job.ts'
import type { JobEvent } from '#core/job/messages.ts'
import {
  type EventType,
  isJobEvent,
  isMemberEvent,
  isPartEvent,
  isRecurringEvent,
  isReportEvent,
  isSiteEvent,
  isTodoEvent,
  isViewEvent,
  type StoredEvent,
} from '#core/ledger/ledger.ts'
import { whyUnreadable } from '#core/ledger/shapes.ts'
import { unreadableSentence, unreadableWords } from '#core/ledger/unreadable.ts'
import { evolve as evolveMember, type Member, type MemberEvent } from '#core/member/member.ts'
import { actorRoles, type Recorded } from '#core/model/messages.ts'
import { id, instant } from '#core/model/values.ts'
import { evolve as evolvePart, type Part, type PartEvent } from '#core/part/part.ts'
import type { RecurringEvent } from '#core/recurring/messages.ts'
import { evolve as evolveRecurring, type RecurringWork } from '#core/recurring/recurring-work.ts'
import type { SiteEvent } from '#core/site/messages.ts'
import { evolve as evolveSite, type Site } from '#core/site/site.ts'
import { evolve as evolveTodos, type TodoEvent, type TodoList } from '#core/todo/todo.ts'
import type { ViewEvent, ViewList } from '#core/views/messages.ts'
import { evolve as evolveViews } from '#core/views/views.ts'
import { changeTracker } from './change-tracker.ts'
import { type Change, change, jobChanges, memberChanges, partChanges, todoChanges } from './changes.ts'
import { companySentences } from './company/company-sentences.ts'
import { allCompanyChanges } from './company/notice-changes.ts'
import { type Corrected, correctionsIn, placeOf } from './corrected/corrections.ts'
import { deadlineChanges, deadlineSentences } from './deadline-changes.ts'
import { failedMails } from './failed-mail/failed-mail-changes.ts'
import {
  madeFrom,
  recurringChanges,
  recurringSentences,
  statedOfMaking,
  statedOfRecurring,
} from './recurring/recurring-changes.ts'
import { reportChanges, reportSentences } from './reports/report-changes.ts'
import { detailsSentence, setFields } from './set-fields.ts'
import { siteChanges, statedOfSites } from './sites/site-changes.ts'
import { siteSentences } from './sites/site-sentences.ts'
import { tenantSentences } from './tenant-changes.ts'
import { viewChanges } from './views/view-changes.ts'
import { signedBy, visitChanges } from './visit-changes.ts'

/** An event as people read it: who, when (by both clocks), a sentence without the person's name, and what changed. */
export const historyEntry = z.object({
  seq: z.int(),
  version: z.int(),
  type: z.string(),
  actorId: z.optional(z.string()),
  actorRole: z.enum(actorRoles),
  happenedAt: instant,
  recordedAt: instant,
  clock: z.enum(['device', 'server']),
  commandId: id,
  ordinal: z.int(),
  sentence: z.string(),
  changes: z.array(change),
  /** The latest correction of when it happened; the entry's own times stay as recorded. */
  corrected: z.optional(z.object({ happenedAt: instant, reason: z.string(), version: z.int() })),
  /** Why it cannot be read: this release does not know its type, or its data are damaged. It then has no changes. */
  unreadable: z.optional(z.string()),
  /** The latest erasure of one of its texts or photos: when, by whom and why. For the office only. */
  erased: z.optional(z.object({ at: instant, by: z.string(), reason: z.string() })),
})
export type HistoryEntry = z.infer<typeof historyEntry>

/** The history of streams, newest first, from all of their events that the reader may see, and their erasures by seq. Only `wanted` events become entries. */
export function historyOf(
  events: readonly StoredEvent[],
  erasures?: ReadonlyMap<number, Erased>,
  wanted?: (event: StoredEvent) => boolean,
): HistoryEntry[] {
  return [...historySteps(events, erasures, wanted)].filter((entry) => entry !== undefined).reverse()
}

/**
 * {@link historyOf} one event after the other, oldest first, for a caller that lets others work in between. `whyNot` is why an event
 * cannot be read, for a caller that knows already.
 */
export function* historySteps(
  events: readonly StoredEvent[],
  erasures?: ReadonlyMap<number, Erased>,
  wanted: (event: StoredEvent) => boolean = () => true,
  whyNot: (event: StoredEvent) => string | undefined = unreadableWords,
): Generator<HistoryEntry | undefined> {
  const jobs = new Map<string, ReturnType<typeof openJobFold>>()
  const mails = failedMails()
  const ofJob = (event: Recorded<JobEvent>) => {
    const job = jobs.get(event.streamId) ?? openJobFold(event.type === 'JobCreated' ? undefined : unreadJob(event))
    jobs.set(event.streamId, job)
    const { before, after } = job.add(event)
    const failed = mails(event)
    return wanted(event) ? (failed ?? statedChange(event) ?? jobChanges(before, after)) : undefined
  }
  const ofPart = changeTracker<Part, Recorded<PartEvent>>(evolvePart, partChanges, wanted)
  const ofSite = changeTracker<Site, Recorded<SiteEvent>>(evolveSite, siteChanges, wanted)
  const ofRecurring = changeTracker<RecurringWork, Recorded<RecurringEvent>>(evolveRecurring, recurringChanges, wanted)
  const ofTodos = changeTracker<TodoList, Recorded<TodoEvent>>(evolveTodos, todoChanges, wanted)
  const ofViews = changeTracker<ViewList, Recorded<ViewEvent>>(evolveViews, viewChanges, wanted)
  const ofMember = changeTracker<Member, Recorded<MemberEvent>>(evolveMember, memberChanges, wanted)
  const ofCompany = changeTracker<Company, Recorded<CompanyEvent>>(evolveCompany, allCompanyChanges, wanted)
  const changesOf = (event: StoredEvent) => {
    if (isJobEvent(event)) return ofJob(event)
    if (isPartEvent(event)) return ofPart(event)
    if (isSiteEvent(event)) return statedOfSites(event, ofSite(event))
    if (isRecurringEvent(event)) return statedOfRecurring(event, ofRecurring(event))
    if (isReportEvent(event)) return wanted(event) ? reportChanges(event) : undefined
    if (isTodoEvent(event)) return ofTodos(event)
    if (isViewEvent(event)) return ofViews(event)
    return isMemberEvent(event) ? ofMember(event) : ofCompany(event)
  }
  const corrections = correctionsIn(events)
  for (const event of events) {
    const unreadable = whyNot(event)
    const changes = unreadable === undefined ? changesOf(event) : wanted(event) ? [] : undefined
    const { seq, streamId, version } = event
    const corrected = corrections.get(placeOf(streamId, version))
    yield changes && entryOf(event, changes, { corrected, erased: erasures?.get(seq), unreadable })
  }
}

export type Erased = NonNullable<HistoryEntry['erased']>

/** The latest erasure of each erased event, by seq, from the erasures among these events. */
export const erasuresIn = (events: readonly StoredEvent[]) =>
  new Map(
    events.flatMap((event) =>
      event.type !== 'EventErased' || whyUnreadable(event)
        ? []
        : event.data.events.map(({ seq }): [number, Erased] => [
            seq,
            { at: event.recordedAt, by: event.actorId ?? '', reason: event.data.reason },
          ]),
    ),
  )

/** The change that an event itself states, with the value before and after. */
function statedChange(event: StoredEvent): Change[] | undefined {
  if (event.type !== 'JobStatusChanged' && event.type !== 'WarningChanged')
    return visitChanges(event) ?? deadlineChanges(event) ?? statedOfMaking(event)
  const { from, to } = event.data
  return [{ field: event.type === 'WarningChanged' ? 'warning' : 'jobStatus', from, to }]
}

type About = { corrected: Corrected | undefined; erased: Erased | undefined; unreadable: string | undefined }

const entryOf = (event: StoredEvent, changes: Change[], about: About): HistoryEntry => {
  const { corrected, erased, unreadable } = about
  const { seq, version, type, actorId, actorRole, happenedAt, recordedAt, clock, commandId, ordinal } = event
  return {
    seq,
    version,
    type,
    ...(actorId === undefined ? {} : { actorId }),
    actorRole,
    happenedAt,
    recordedAt,
    clock,
    commandId,
    ordinal,
    sentence: unreadable === undefined ? sentenceOf(event, changes) : unreadableSentence,
    changes,
    ...(corrected === undefined ? {} : { corrected }),
    ...(unreadable === undefined ? {} : { unreadable }),
    ...(erased === undefined ? {} : { erased }),
  }
}

function sentenceOf(event: StoredEvent, changes: readonly Change[]): string {
  if (event.type === 'MemberRemoved' && event.data.closed) return 'closed their account'
  if (event.type === 'MemberDetailsSet') return detailsSentence(event, changes)
  const sentence = sentences[event.type]
  return `${typeof sentence === 'string' ? sentence : sentence(changes)}${clash(event)}`
}

/** A visit can be booked despite a clash: the person who booked it was warned and confirmed. */
const clash = (event: StoredEvent) =>
  event.type === 'JobScheduled' && event.data.overlaps?.length ? ' despite a clash with another booking' : ''

type Sentence = string | ((changes: readonly Change[]) => string)

/** Ends with the name of the task, part or to-do: 'completed the task: Fit new tap'. */
const withSubject =
  (words: string): Sentence =>
  ([first]) =>
    first?.of ? `${words}: ${first.of}` : words
/** Has the subject in the middle: "marked 'Fit new tap' as ready". */
const marked =
  (as: string): Sentence =>
  ([first]) =>
    first?.of ? `marked '${first.of}' ${as}` : `marked ${as}`
/** One sentence if the field had no value before, another if it had. */
const firstOrAgain =
  (field: Change['field'], first: Sentence, again: Sentence): Sentence =>
  (changes) => {
    const sentence = changes.some((one) => one.field === field && one.from === undefined) ? first : again
    return typeof sentence === 'string' ? sentence : sentence(changes)
  }
const paired: Sentence = (changes) => {
  const side = changes.find((one) => one.field === 'side' && one.to)?.to
  return side ? `marked an image as ${side}` : 'moved an image to another pair'
}

/** The sentence of each event type; a type without one does not compile. */
const sentences: Record<EventType, Sentence> = {
  JobCreated: 'created the job',
  JobOfRecurringWork: madeFrom,
  JobReferred: (changes) => setFields(changes, 'the', 'office details'),
  JobSiteChanged: 'changed the site name',
  JobDateChanged: 'changed the date of the job',
  TaskAdded: withSubject('added a task'),
  TaskDeleted: withSubject('deleted a task'),
  TaskDescribed: withSubject('changed a task'),
  TaskPriced: firstOrAgain('price', withSubject('set a price'), withSubject('changed a price')),
  TaskCompleted: withSubject('completed the task'),
  TaskToEstimate: marked('to estimate'),
  TaskReopened: withSubject('reopened the task'),
  TaskReady: marked('as ready'),
  TaskNotReady: marked('as not ready'),
  JobStatusChanged: 'changed the job status',
  WarningChanged: 'changed the warning',
  JobInvoiced: (changes) =>
    changes.some((one) => one.field === 'invoice') ? 'set the invoice number' : 'changed the VAT on the invoice',
  InvoiceCleared: 'cleared the invoice number',
  JobScheduled: firstOrAgain('jobStart', 'booked the visit', 'changed the visit'),
  BookingDeleted: 'deleted the booking',
  NoteAdded: 'added a comment',
  NoteDeleted: 'deleted a comment',
  ImageAdded: 'added an image',
  ImageDescribed: 'described an image',
  ImageDeleted: 'deleted an image',
  NextVisitSet: 'set the next visit',
  ArrivedOnSite: 'arrived on site',
  ArrivalTimeChanged: 'changed the time of an arrival',
  ArrivalWithdrawn: 'withdrew an arrival',
  LeftSite: 'left the site',
  LeavingTimeChanged: 'changed the time of leaving',
  LeavingWithdrawn: 'withdrew having left',
  OnTheWaySaid: 'set off for the visit',
  OnTheWayWithdrawn: 'withdrew being on the way',
  NoAccessReported: ([first]) => `found no access: ${first?.to}`,
  ImagePaired: paired,
  ImageUnpaired: 'took an image out of its pair',
  AttachmentAdded: withSubject('attached a file'),
  AttachmentDeleted: withSubject('deleted a file'),
  AttachmentShared: withSubject('gave the team a file'),
  AttachmentTakenBack: withSubject('took back a file from the team'),
  OfficeAttachmentAdded: withSubject('attached a file for the office'),
  OfficeAttachmentDeleted: withSubject('deleted a file of the office'),
  PhotosLeftOut: 'left out the photos needed',
  ...companySentences,
  SignatureGiven: signedBy,
  SignatureNotGiven: 'recorded that nobody signed',
  TimeCorrected: 'corrected the time of a change',
  ...deadlineSentences,
  PartAdded: withSubject('added the part'),
  PartChanged: withSubject('changed the part'),
  PartReceived: withSubject('received the part'),
  PartAwaited: marked('as not received'),
  PartDeleted: withSubject('deleted the part'),
  ...siteSentences,
  ...recurringSentences,
  ...tenantSentences,
  ...reportSentences,
  TodoAdded: withSubject('added a to-do'),
  TodoCompleted: withSubject('ticked off a to-do'),
  TodoReopened: withSubject('reopened a to-do'),
  TodoDeleted: withSubject('deleted a to-do'),
  ViewSaved: withSubject('saved a view'),
  ViewDeleted: withSubject('deleted a view'),
  SharedViewSaved: withSubject('saved a shared view'),
  SharedViewDeleted: withSubject('deleted a shared view'),
  MemberInvited: 'invited a person',
  MemberJoined: 'joined the company',
  RoleChanged: 'changed a role',
  MemberRemoved: 'removed a person',
  MemberRestored: 'restored a person',
  MemberDetailsSet: 'changed the details of a person',
  MemberErased: 'erased the name and email of a former member',
  CompanyRegistered: 'registered the company',
  SecondFactorRuleSet: 'changed who needs two-factor sign-in',
  PlanActivated: 'started a plan',
  PlanRenewed: 'renewed the plan',
  PlanPaymentFailed: 'could not take the payment for the plan',
  PlanCancelled: 'cancelled renewal of the plan',
  PlanResumed: 'resumed the plan',
  CompanyClosed: 'closed the company',
  CompanyReopened: 'reopened the company',
  EventErased: 'erased text or photos as required by law',
}
