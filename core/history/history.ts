import * as z from 'zod/mini'
import { type Company, type CompanyEvent, evolve as evolveCompany } from '#core/company/company.ts'
import { evolve as evolveJob, type Job } from '#core/job/job.ts'
import type { JobEvent } from '#core/job/messages.ts'
import {
  type EventType,
  isJobEvent,
  isMemberEvent,
  isPartEvent,
  isTodoEvent,
  type StoredEvent,
} from '#core/ledger/ledger.ts'
import { evolve as evolveMember, type Member, type MemberEvent } from '#core/member/member.ts'
import { type Recorded, roles } from '#core/model/messages.ts'
import { id, instant } from '#core/model/values.ts'
import { evolve as evolvePart, type Part, type PartEvent } from '#core/part/part.ts'
import { evolve as evolveTodos, type TodoEvent, type TodoList } from '#core/todo/todo.ts'
import { type Change, change, companyChanges, jobChanges, memberChanges, partChanges, todoChanges } from './changes.ts'

/** An event as people read it: who, when on both clocks, a sentence without the person's name, and what changed. */
export const historyEntry = z.object({
  seq: z.int(),
  version: z.int(),
  type: z.string(),
  actorId: z.optional(z.string()),
  actorRole: z.enum([...roles, 'system']),
  happenedAt: instant,
  recordedAt: instant,
  clock: z.enum(['device', 'server']),
  commandId: id,
  ordinal: z.int(),
  sentence: z.string(),
  changes: z.array(change),
  /** The last correction of when it happened; the entry's own times stay as they were recorded. */
  corrected: z.optional(z.object({ happenedAt: instant, reason: z.string(), version: z.int() })),
  /** The last erasure of a text or photo of it: when, by whom and why. The office's to know. */
  erased: z.optional(z.object({ at: instant, by: z.string(), reason: z.string() })),
})
export type HistoryEntry = z.infer<typeof historyEntry>

/**
 * The history of one or more streams, newest first. It is given their events from the first one on, in order; the team's
 * history is that of the events that the team may have. `erasures` are what was erased of them since, by seq; entries are made
 * of the events that are `wanted`, where not of all.
 */
export function historyOf(
  events: readonly StoredEvent[],
  erasures?: ReadonlyMap<number, Erased>,
  wanted: (event: StoredEvent) => boolean = () => true,
): HistoryEntry[] {
  const ofJob = follow<Job, Recorded<JobEvent>>(
    evolveJob,
    (before, after, event) => saidIn(event) ?? jobChanges(before, after),
    wanted,
  )
  const ofPart = follow<Part, Recorded<PartEvent>>(evolvePart, partChanges, wanted)
  const ofTodos = follow<TodoList, Recorded<TodoEvent>>(evolveTodos, todoChanges, wanted)
  const ofMember = follow<Member, Recorded<MemberEvent>>(evolveMember, memberChanges, wanted)
  const ofCompany = follow<Company, Recorded<CompanyEvent>>(evolveCompany, companyChanges, wanted)
  const changesOf = (event: StoredEvent) => {
    if (isJobEvent(event)) return ofJob(event)
    if (isPartEvent(event)) return ofPart(event)
    if (isTodoEvent(event)) return ofTodos(event)
    return isMemberEvent(event) ? ofMember(event) : ofCompany(event)
  }
  const corrections = correctionsIn(events)
  const entries: HistoryEntry[] = []
  for (const event of events) {
    const changes = changesOf(event)
    if (!changes) continue
    const { seq, streamId, version } = event
    entries.push(entryOf(event, changes, corrections.get(placeOf(streamId, version)), erasures?.get(seq)))
  }
  return entries.reverse()
}

export type Erased = NonNullable<HistoryEntry['erased']>

/** The last erasure of each event that these tell of. */
export const erasuresIn = (events: readonly StoredEvent[]) =>
  new Map(
    events.flatMap((event) =>
      event.type !== 'EventErased'
        ? []
        : event.data.events.map(({ seq }): [number, Erased] => [
            seq,
            { at: event.recordedAt, by: event.actorId ?? '', reason: event.data.reason },
          ]),
    ),
  )

type Corrected = NonNullable<HistoryEntry['corrected']>

const placeOf = (streamId: string, version: number) => `${streamId} ${version}`

/** The last correction of each event's time, by stream and version. */
function correctionsIn(events: readonly StoredEvent[]) {
  const corrections = new Map<string, Corrected>()
  for (const { type, data, streamId, version } of events) {
    if (type !== 'TimeCorrected') continue
    const { happenedAt, reason } = data
    corrections.set(placeOf(streamId, data.version), { happenedAt, reason, version })
  }
  return corrections
}

/** Folds event after event, stream by stream, and tells what each one changed; nothing of one that is not wanted. */
function follow<S, E extends StoredEvent>(
  evolve: (state: S | undefined, event: E) => S | undefined,
  changesOf: (before: S | undefined, after: S | undefined, event: E) => Change[],
  wanted: (event: StoredEvent) => boolean,
) {
  const states = new Map<string, S | undefined>()
  return (event: E) => {
    const before = states.get(event.streamId)
    const after = evolve(before, event)
    states.set(event.streamId, after)
    return wanted(event) ? changesOf(before, after, event) : undefined
  }
}

/** What an event says of before and after by itself. */
function saidIn(event: StoredEvent): Change[] | undefined {
  if (event.type !== 'JobStatusChanged' && event.type !== 'WarningChanged') return undefined
  const { from, to } = event.data
  return [{ field: event.type === 'WarningChanged' ? 'warning' : 'jobStatus', from, to }]
}

const entryOf = (event: StoredEvent, changes: Change[], corrected?: Corrected, erased?: Erased): HistoryEntry => {
  const { seq, version, type, actorId, actorRole, happenedAt, recordedAt, clock, commandId, ordinal } = event
  const sentence = sentences[type]
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
    sentence: `${typeof sentence === 'string' ? sentence : sentence(changes)}${anyway(event)}`,
    changes,
    ...(corrected === undefined ? {} : { corrected }),
    ...(erased === undefined ? {} : { erased }),
  }
}

/** A visit that was booked although somebody is elsewhere at that time: whoever booked it was told, and said so. */
const anyway = (event: StoredEvent) =>
  event.type === 'JobScheduled' && event.data.overlaps?.length ? ', although somebody is booked elsewhere then' : ''

type Sentence = string | ((changes: readonly Change[]) => string)

/** Says which task, part or to-do it was. */
const ofNamed =
  (words: string): Sentence =>
  ([first]) =>
    first?.of ? `${words}: ${first.of}` : words
/** One way to say it when the field held nothing before, and another when it did. */
const firstOrAgain =
  (field: Change['field'], first: Sentence, again: Sentence): Sentence =>
  (changes) => {
    const said = changes.some((one) => one.field === field && one.from === undefined) ? first : again
    return typeof said === 'string' ? said : said(changes)
  }
const named: Partial<Record<Change['field'], string>> = { workOrder: 'work order', receivedBy: 'received by' }
const list = new Intl.ListFormat('en-GB')
const fieldNames = (changes: readonly Change[]) => list.format(changes.map(({ field }) => named[field] ?? field))

/** What each event says; an event without a sentence does not compile. */
const sentences: Record<EventType, Sentence> = {
  JobCreated: 'created the job',
  JobReferred: (changes) => `changed the ${fieldNames(changes) || 'office details'}`,
  JobSiteChanged: 'changed the site name',
  JobDateChanged: 'changed the date of the job',
  TaskAdded: ofNamed('added a task'),
  TaskDeleted: ofNamed('deleted a task'),
  TaskDescribed: ofNamed('changed a task'),
  TaskPriced: firstOrAgain('price', ofNamed('set a price'), ofNamed('changed a price')),
  TaskCompleted: ofNamed('completed the task'),
  TaskToEstimate: ofNamed('marked to estimate'),
  TaskReopened: ofNamed('reopened the task'),
  TaskReady: ofNamed('marked ready'),
  TaskNotReady: ofNamed('marked not ready'),
  JobStatusChanged: 'changed the job status',
  WarningChanged: 'changed the warning',
  JobInvoiced: 'set the invoice number',
  InvoiceCleared: 'cleared the invoice number',
  JobScheduled: firstOrAgain('jobStart', 'booked the visit', 'changed the visit'),
  BookingDeleted: 'deleted the booking',
  NoteAdded: 'added a note',
  NoteDeleted: 'deleted a note',
  ImageAdded: 'added an image',
  ImageDescribed: 'described an image',
  ImageDeleted: 'deleted an image',
  NextVisitSet: 'set the next visit',
  TimeCorrected: 'corrected the time of a change',
  PartAdded: ofNamed('added the part'),
  PartChanged: ofNamed('changed the part'),
  PartReceived: ofNamed('received the part'),
  PartAwaited: ofNamed('marked as not received'),
  PartDeleted: ofNamed('deleted the part'),
  TodoAdded: ofNamed('added a to-do'),
  TodoCompleted: ofNamed('ticked off a to-do'),
  TodoReopened: ofNamed('took up a to-do again'),
  TodoDeleted: ofNamed('deleted a to-do'),
  MemberInvited: 'invited a person',
  MemberJoined: 'joined the company',
  RoleChanged: 'changed a role',
  MemberRemoved: 'removed a person',
  MemberRestored: 'took back the removal of a person',
  MemberErased: 'erased the name and email of a former member',
  CompanyRegistered: 'registered the company',
  PlanActivated: 'started a plan',
  PlanRenewed: 'renewed the plan',
  PlanPaymentFailed: 'could not take the payment for the plan',
  PlanCancelled: 'ended the renewal of the plan',
  PlanResumed: 'took up the plan again',
  EventErased: 'erased texts or photos by law',
}
