import { replaceEqualDeep } from '@tanstack/react-query'
import type { Job } from '#core/job/job.ts'
import type { Role } from '#core/model/messages.ts'
import type { Part } from '#core/part/part.ts'
import { predictRow } from '#core/prediction/predict-row.ts'
import { isOfPart, isOfTodos, isOfViews, subjectsOf } from '#core/prediction/subjects.ts'
import type { JobRow } from '#core/projections/job-row.ts'
import { jobRowFolds } from '#core/projections/job-row-folds.ts'
import type { TodoList } from '#core/todo/todo.ts'
import type { ViewList } from '#core/views/messages.ts'
import type { JobNotesAnswer } from '#core/wire/jobs/jobs.ts'
import type { Entry, Queue } from '#web/sync/outbox/outbox.ts'
import { withOlder, withOlderOf } from './older-notes.ts'

/** The user who makes commands on this device. */
export type Asker = { userId: string; userRole: Role; companyId: string }

/** A document as last received from the server, at the company's `seq` then; `body` is undefined if it does not exist. */
export type Confirmed<Body = Job> = { body: Body | undefined; seq: number }

export type LedgerState = {
  asker: Asker | undefined
  /** The seq up to which each projection has been pushed without a gap. */
  seqs: Readonly<Record<string, number>>
  /** How far each projection has been pushed on this connection while its gap is open. Undefined when no gap is open. */
  ahead?: Readonly<Record<string, number>>
  /** The seq up to which a projection changed too much to be pushed: earlier reads are out of date. */
  unpushed: Readonly<Record<string, number>>
  /** The seq of the newest page of jobs read. */
  listSeq: number
  /** Job documents that a screen has requested, by job id. */
  jobs: Readonly<Record<string, Confirmed>>
  /** Parts that a screen has read, by part id. */
  parts: Readonly<Record<string, Confirmed<Part>>>
  /** The seq of the newest page of parts read. */
  partsSeq: number
  /** The user's own list. */
  todos: Confirmed<TodoList>
  /** The user's own views of the jobs list and those that the office shares, by the id of the person or company. */
  views: Readonly<Record<string, Confirmed<ViewList>>>
  queue: Queue
  /** Whether the stored queue has been read: until then the number of unsent changes is unknown. */
  queueRead: boolean
  /** The ids of commands that this device has not stored yet. */
  keeping: readonly string[]
  /** Whether the last attempt to send failed to reach the server. */
  unreachable: boolean
  /** The jobs, parts and lists on whose next command the server has failed often. */
  failing: readonly string[]
}

export const emptyLedger: LedgerState = {
  asker: undefined,
  seqs: {},
  unpushed: {},
  listSeq: -1,
  jobs: {},
  parts: {},
  partsSeq: -1,
  todos: { body: undefined, seq: -1 },
  views: {},
  queue: [],
  queueRead: false,
  keeping: [],
  unreachable: false,
  failing: [],
}

/** Adds a document that was read, unless a newer one is known. */
export function withRead(state: LedgerState, jobId: string, read: Confirmed): LedgerState {
  const known = state.jobs[jobId]
  if (known && known.seq > read.seq) return state
  const body = read.body && withOlderOf(known?.body, read.body, state.queue)
  return { ...state, jobs: { ...state.jobs, [jobId]: sharing(known, { ...read, body }) } }
}

/** Starts keeping pushes of this document, so that none is lost while it is being read. */
export const withWanted = (state: LedgerState, jobId: string): LedgerState =>
  state.jobs[jobId] ? state : { ...state, jobs: { ...state.jobs, [jobId]: { body: undefined, seq: -1 } } }

/** What the server has now, with the identity that its parts had before wherever they are equal: screens render only the rest. */
export const sharing = <Body>(known: Confirmed<Body> | undefined, now: Confirmed<Body>): Confirmed<Body> => ({
  ...now,
  body: replaceEqualDeep(known?.body, now.body),
})

/** Adds a list of views that was read or pushed, unless a newer one is known. */
export function withViews(state: LedgerState, list: ViewList, seq: number): LedgerState {
  const known = state.views[list.listOf]
  if (known && known.seq > seq) return state
  return { ...state, views: { ...state.views, [list.listOf]: sharing(known, { body: list, seq }) } }
}

/** Adds parts that were read, unless newer ones are known. */
export function withParts(state: LedgerState, rows: readonly Part[], seq: number): LedgerState {
  const parts = { ...state.parts }
  for (const body of rows) {
    const known = parts[body.partId]
    if ((known?.seq ?? -1) <= seq) parts[body.partId] = sharing(known, { body, seq })
  }
  return { ...state, parts, partsSeq: Math.max(seq, state.partsSeq) }
}

/** Adds the user's own list from a read or a push, unless a newer one is known. */
export const withTodos = (state: LedgerState, body: TodoList, seq: number): LedgerState =>
  state.todos.seq > seq ? state : { ...state, todos: sharing(state.todos, { body, seq }) }

/** Starts keeping pushes of a part that was added here. */
export const withWantedPart = (state: LedgerState, partId: string): LedgerState =>
  state.parts[partId] ? state : { ...state, parts: { ...state.parts, [partId]: { body: undefined, seq: -1 } } }

/** Adds older comments of a job that were read. */
export const withOlderNotes = (
  state: LedgerState,
  jobId: string,
  before: string,
  read: JobNotesAnswer,
): LedgerState => ({
  ...state,
  jobs: withOlder(state.jobs, jobId, before, read),
})

/** Drops everything confirmed; commands made on this device stay. */
export const withoutConfirmed = (state: LedgerState): LedgerState => ({
  ...state,
  seqs: {},
  ...(state.ahead && { ahead: {} }),
  unpushed: {},
  listSeq: -1,
  jobs: {},
  parts: {},
  partsSeq: -1,
  todos: emptyLedger.todos,
  views: {},
})

/** The latest seq that this device has seen. */
export const latestSeq = (state: LedgerState) =>
  Math.max(0, state.listSeq, ...Object.values(state.seqs), ...Object.values(state.ahead ?? {}))

/** The seq of the oldest read; undefined if nothing was read. */
export function oldestReadOf({ listSeq, jobs, parts, todos, views }: LedgerState): number | undefined {
  const documents = [...Object.values(jobs), ...Object.values(parts), ...Object.values(views)]
  const read = [listSeq, todos.seq, ...documents.map(({ seq }) => seq)].filter((seq) => seq >= 0)
  return read.length === 0 ? undefined : Math.min(...read)
}

/** The seq up to which a job's document is current. */
export const documentSeq = (state: LedgerState, jobId: string) => currentTo(state, 'job', state.jobs[jobId]?.seq ?? -1)

/** A part that no page has contained is as current as the newest one, which shows it if it exists. */
export function partSeq(state: LedgerState, partId: string) {
  const known = state.parts[partId]
  const seq = known?.body ? known.seq : Math.max(known?.seq ?? -1, state.partsSeq)
  return currentTo(state, 'part-rows', seq)
}

export const todosSeq = (state: LedgerState) => currentTo(state, 'todo', state.todos.seq)

/** The seq up to which a list of views is current. */
export const viewsSeq = (state: LedgerState, listOf: string) =>
  currentTo(state, projectionOfViews(state, listOf), state.views[listOf]?.seq ?? -1)

/** The projection that has a list of views: the company's is shared. */
export const projectionOfViews = ({ asker }: LedgerState, listOf: string) =>
  listOf === asker?.companyId ? 'shared-views' : 'own-views'

/** Pushes keep a read current, but not across changes that were not pushed. */
const currentTo = ({ seqs, unpushed }: LedgerState, projection: string, seq: number) =>
  seq < (unpushed[projection] ?? -1) ? seq : Math.max(seq, seqs[projection] ?? -1)

/** The commands for a job, part or list whose effect is not yet visible at this seq. */
export const unseen = (queue: Queue, subject: string, seq: number) =>
  queue.filter((one) => subjectsOf(one.command).includes(subject) && isUnseenAt(one, seq))

/** Whether a command shows on what was read at a seq: it was not refused, and that does not include it yet. */
export const isUnseenAt = ({ state, seq = 0 }: Entry, read: number) =>
  state !== 'refused' && (state !== 'accepted' || seq > read)

export const isUnseen = (queue: Queue, jobId: string, seq: number) => unseen(queue, jobId, seq).length > 0

/** The commands made here that a job's confirmed document does not include yet. */
export const unseenOf = (state: LedgerState, jobId: string) => unseen(state.queue, jobId, documentSeq(state, jobId))

/** A row of a page of jobs as shown. */
export const shownRow = (state: LedgerState, row: JobRow, page: RowSeqs): JobRow =>
  foldedRow(state, row.jobId, row, currentTo(state, 'job-rows', page.pushedAt?.[row.jobId] ?? page.seq)) ?? row

/** The seq of a page of jobs, and of those of its rows that were pushed since, by job id: these may be newer while a gap is open. */
export type RowSeqs = { seq: number; pushedAt?: Readonly<Record<string, number>> }

/** Rows of jobs created here that a page at this seq cannot contain yet, newest first. */
export const createdRows = (state: LedgerState, seq: number): JobRow[] =>
  state.queue
    .flatMap(({ command }) => (command.type === 'CreateJob' ? [command.data.jobId] : []))
    .flatMap((jobId) => foldedRow(state, jobId, undefined, seq) ?? [])
    .reverse()

const foldedRow = (state: LedgerState, jobId: string, row: JobRow | undefined, seq: number) =>
  predictRow(
    jobRowFolds,
    jobId,
    row,
    unseen(state.queue, jobId, seq).flatMap((one) => one.events),
  )

/** The queue without accepted commands whose effect every screen already shows. */
export const withoutSettled = (state: LedgerState, queue: Queue): Queue =>
  queue.filter(({ state: entryState, seq = 0, command }) => {
    if (entryState !== 'accepted') return true
    if (isOfPart(command)) return partSeq(state, command.data.partId) < seq
    if (isOfTodos(command)) return todosSeq(state) < seq
    if (isOfViews(command)) {
      const left = command.type === 'SaveView' ? command.data.movedFrom : undefined
      return [command.data.listOf, ...(left ? [left] : [])].some((listOf) => viewsSeq(state, listOf) < seq)
    }
    const { jobId } = command.data
    const inDocument = !state.jobs[jobId] || documentSeq(state, jobId) >= seq
    return !inDocument || currentTo(state, 'job-rows', state.listSeq) < seq
  })
