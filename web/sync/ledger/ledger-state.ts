import type { JobFacts } from '#core/job/decisions.ts'
import type { Job } from '#core/job/job.ts'
import type { DecisionContext, Role } from '#core/model/messages.ts'
import { isRefusal } from '#core/model/refusals.ts'
import type { Part } from '#core/part/part.ts'
import {
  type CommandStamp,
  type DeviceCommand,
  isOfJob,
  isOfPart,
  isOfTodos,
  predict,
  predictPart,
  predictRow,
  predictTodos,
  subjectOf,
} from '#core/prediction/prediction.ts'
import { type JobRow, jobRows } from '#core/projections/job-rows.ts'
import type { TodoList } from '#core/todo/todo.ts'
import type { Entry, Queue } from '#web/sync/outbox/outbox.ts'

/** Who gives commands on this device. */
export type Asker = { userId: string; userRole: Role; companyId: string }

/** A document as the server last gave it; `body` is undefined where there is none. `seq` is the company's at that time. */
export type Confirmed<Body = Job> = { body: Body | undefined; seq: number }

export type LedgerState = {
  asker: Asker | undefined
  /** How far each projection has been pushed. */
  seqs: Readonly<Record<string, number>>
  /** Up to where so much of a projection changed that it was not pushed: what was read before that has to be read again. */
  unpushed: Readonly<Record<string, number>>
  /** The seq of the newest page of jobs that was read. */
  listSeq: number
  /** Job documents that a screen asked for, by job id. */
  jobs: Readonly<Record<string, Confirmed>>
  /** Parts that a screen has read, by part id. */
  parts: Readonly<Record<string, Confirmed<Part>>>
  /** The person's own list. */
  todos: Confirmed<TodoList>
  queue: Queue
  /** Whether the last attempt to send failed to reach the server. */
  unreachable: boolean
}

export const emptyLedger: LedgerState = {
  asker: undefined,
  seqs: {},
  unpushed: {},
  listSeq: -1,
  jobs: {},
  parts: {},
  todos: { body: undefined, seq: -1 },
  queue: [],
  unreachable: false,
}

/** A document that a read brought; one that is older than what is known is left aside. */
export function withRead(state: LedgerState, jobId: string, read: Confirmed): LedgerState {
  const known = state.jobs[jobId]
  if (known && known.seq > read.seq) return state
  return { ...state, jobs: { ...state.jobs, [jobId]: read } }
}

/** From here on pushes of this document are kept, so that none is lost while it is being read. */
export const withWanted = (state: LedgerState, jobId: string): LedgerState =>
  state.jobs[jobId] ? state : { ...state, jobs: { ...state.jobs, [jobId]: { body: undefined, seq: -1 } } }

/** After a push: rows that a screen asked for, and how far the projection is. */
export function withPush(
  state: LedgerState,
  projection: string,
  seq: number,
  rows: readonly (Job | Part | TodoList)[],
  removed: readonly string[],
): LedgerState {
  const seqs = { ...state.seqs, [projection]: Math.max(seq, state.seqs[projection] ?? 0) }
  if (projection === 'job') {
    const jobs = rows.flatMap((row): [string, Job][] => ('jobDescriptions' in row ? [[row.jobId, row]] : []))
    return { ...state, seqs, jobs: putKnown(state.jobs, jobs, removed, seq) }
  }
  if (projection === 'part-rows') {
    const parts = rows.flatMap((row): [string, Part][] => ('partId' in row ? [[row.partId, row]] : []))
    return { ...state, seqs, parts: putKnown(state.parts, parts, removed, seq) }
  }
  if (projection === 'todo') {
    const list = rows.find((row): row is TodoList => 'todos' in row)
    return list ? withTodos({ ...state, seqs }, list, seq) : { ...state, seqs }
  }
  return { ...state, seqs }
}

/** Bodies that a screen asked for, as they were pushed. */
function putKnown<Body>(
  all: Readonly<Record<string, Confirmed<Body>>>,
  bodies: readonly (readonly [string, Body])[],
  removed: readonly string[],
  seq: number,
) {
  const changed = { ...all }
  const put = (key: string, body: Body | undefined) => {
    const known = changed[key]
    if (known && known.seq <= seq) changed[key] = { body, seq }
  }
  for (const [key, body] of bodies) put(key, body)
  for (const key of removed) put(key, undefined)
  return changed
}

/** Parts that a read brought; those that are older than what is known are left aside. */
export function withParts(state: LedgerState, rows: readonly Part[], seq: number): LedgerState {
  const parts = { ...state.parts }
  for (const body of rows) if ((parts[body.partId]?.seq ?? -1) <= seq) parts[body.partId] = { body, seq }
  return { ...state, parts }
}

/** The person's own list as a read or a push brought it, unless a newer one is known. */
export const withTodos = (state: LedgerState, body: TodoList, seq: number): LedgerState =>
  state.todos.seq > seq ? state : { ...state, todos: { body, seq } }

/** From here on pushes of a part that is added here are kept. */
export const withWantedPart = (state: LedgerState, partId: string): LedgerState =>
  state.parts[partId] ? state : { ...state, parts: { ...state.parts, [partId]: { body: undefined, seq: -1 } } }

/** After word that a projection has changed too much to be pushed. */
export const withStale = (state: LedgerState, projection: string, seq: number): LedgerState => ({
  ...withPush(state, projection, seq, [], []),
  unpushed: { ...state.unpushed, [projection]: Math.max(seq, state.unpushed[projection] ?? 0) },
})

/** Nothing confirmed is to be trusted any more; what was given on this device stays. */
export const withoutConfirmed = (state: LedgerState): LedgerState => ({
  ...state,
  seqs: {},
  unpushed: {},
  listSeq: -1,
  jobs: {},
  parts: {},
  todos: emptyLedger.todos,
})

/** The seq up to which a job's document is known to be current. */
export const documentSeq = (state: LedgerState, jobId: string) => currentTo(state, 'job', state.jobs[jobId]?.seq ?? -1)

const partSeq = (state: LedgerState, partId: string) => currentTo(state, 'part-rows', state.parts[partId]?.seq ?? -1)

export const todosSeq = (state: LedgerState) => currentTo(state, 'todo', state.todos.seq)

/** Pushes keep current what was read at a seq, but not over changes that were not pushed. */
const currentTo = ({ seqs, unpushed }: LedgerState, projection: string, seq: number) =>
  seq < (unpushed[projection] ?? -1) ? seq : Math.max(seq, seqs[projection] ?? -1)

/** The commands of a job, a part or a list whose effect a reader at this seq does not have yet. */
const unseen = (queue: Queue, subject: string, seq: number) =>
  queue.filter(
    (one) =>
      subjectOf(one.command) === subject &&
      (one.state === 'waiting' || (one.state === 'accepted' && (one.seq ?? 0) > seq)),
  )

export const isUnseen = (queue: Queue, jobId: string, seq: number) => unseen(queue, jobId, seq).length > 0

/** A job as the screen shows it: what is confirmed with what was given here since. */
export function shownJob(state: LedgerState, jobId: string): Job | undefined {
  const { asker } = state
  const body = state.jobs[jobId]?.body
  if (!asker) return body
  const seq = documentSeq(state, jobId)
  return unseen(state.queue, jobId, seq).reduce((job, entry) => {
    if (!isOfJob(entry.command)) return job
    const outcome = predict(job, entry.command, asked(asker, entry), { ...entry, seq })
    // It no longer fits what is confirmed: the server will say so, until then it shows nothing.
    return isRefusal(outcome) ? job : outcome.document
  }, body)
}

/** A part as the screen shows it; `read` is what a screen knows of one that is not confirmed any more. */
export function shownPart(state: LedgerState, partId: string, read?: Part): Part | undefined {
  const { asker } = state
  const known = state.parts[partId]
  const body = known ? known.body : read
  if (!asker) return body
  const seq = partSeq(state, partId)
  return unseen(state.queue, partId, seq).reduce((part, entry) => {
    if (!isOfPart(entry.command)) return part
    const outcome = predictPart(part, entry.command, asked(asker, entry), { ...entry, seq })
    return isRefusal(outcome) ? part : outcome.document
  }, body)
}

/** The person's own list as the screen shows it; undefined while it is not known. */
export function shownTodos(state: LedgerState): TodoList | undefined {
  const { asker } = state
  const { body } = state.todos
  if (!asker || !body) return body
  const seq = todosSeq(state)
  return unseen(state.queue, asker.userId, seq).reduce((list, entry) => {
    if (!isOfTodos(entry.command)) return list
    const outcome = predictTodos(list, entry.command, asked(asker, entry), { ...entry, seq })
    return isRefusal(outcome) ? list : (outcome.document ?? list)
  }, body)
}

/** Parts that were added here, as far as they are still on their way. */
export const addedParts = (state: LedgerState): Part[] =>
  state.queue.flatMap(({ command, state: stands }) =>
    command.type === 'AddPart' && stands !== 'refused' ? (shownPart(state, command.data.partId) ?? []) : [],
  )

/** What should follow from a command on what is shown. */
export function outcomeOf(
  state: LedgerState,
  command: DeviceCommand,
  ask: DecisionContext<JobFacts>,
  stamp: CommandStamp,
) {
  if (isOfPart(command)) return predictPart(shownPart(state, command.data.partId), command, ask, stamp)
  if (isOfTodos(command)) return predictTodos(shownTodos(state), command, ask, stamp)
  return predict(shownJob(state, command.data.jobId), command, ask, stamp)
}

/** A line of the jobs list as the screen shows it; `seq` is that of the page it stands on. */
export const shownRow = (state: LedgerState, row: JobRow, seq: number): JobRow =>
  foldedRow(state, row.jobId, row, currentTo(state, 'job-rows', seq)) ?? row

/** Lines of jobs that were created here and that a page of this seq cannot hold yet, newest first. */
export const createdRows = (state: LedgerState, seq: number): JobRow[] =>
  state.queue
    .flatMap(({ command }) => (command.type === 'CreateJob' ? [command.data.jobId] : []))
    .flatMap((jobId) => foldedRow(state, jobId, undefined, seq) ?? [])
    .reverse()

const foldedRow = (state: LedgerState, jobId: string, row: JobRow | undefined, seq: number) =>
  predictRow(
    jobRows,
    jobId,
    row,
    unseen(state.queue, jobId, seq).flatMap((one) => one.events),
  )

/** Without the accepted commands whose effect every screen has. */
export const withoutSettled = (state: LedgerState, queue: Queue): Queue =>
  queue.filter(({ state: stands, seq = 0, command }) => {
    if (stands !== 'accepted') return true
    if (isOfPart(command)) return partSeq(state, command.data.partId) < seq
    if (isOfTodos(command)) return todosSeq(state) < seq
    const { jobId } = command.data
    const inDocument = !state.jobs[jobId] || documentSeq(state, jobId) >= seq
    return !inDocument || currentTo(state, 'job-rows', state.listSeq) < seq
  })

/** Who asks and when, for a decision about a command of this device. */
export const asked = (asker: Asker, { happenedAt }: Pick<Entry, 'happenedAt'>) => ({
  actorId: asker.userId,
  actorRole: asker.userRole,
  companyId: asker.companyId,
  at: happenedAt,
  facts: {},
})
