import type { Job } from '#core/job.ts'
import type { Role } from '#core/model.ts'
import { predict, predictRow } from '#core/prediction.ts'
import { type JobRow, jobRows } from '#core/projections/job-rows.ts'
import { isRefusal } from '#core/refusals.ts'
import type { Entry, Queue } from './outbox.ts'

/** Who gives commands on this device. */
export type Asker = { userId: string; userRole: Role; companyId: string }

/** A document as the server last gave it; `body` is undefined where there is none. `seq` is the company's at that time. */
export type Confirmed = { body: Job | undefined; seq: number }

export type LedgerState = {
  asker: Asker | undefined
  /** How far each projection has been pushed. */
  seqs: Readonly<Record<string, number>>
  /** The seq of the newest page of jobs that was read. */
  listSeq: number
  /** Job documents that a screen asked for, by job id. */
  jobs: Readonly<Record<string, Confirmed>>
  queue: Queue
  /** Whether commands wait because they do not get through. */
  held: boolean
}

export const emptyLedger: LedgerState = { asker: undefined, seqs: {}, listSeq: -1, jobs: {}, queue: [], held: false }

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
  rows: readonly Job[],
  removed: readonly string[],
): LedgerState {
  const seqs = { ...state.seqs, [projection]: Math.max(seq, state.seqs[projection] ?? 0) }
  if (projection !== 'job') return { ...state, seqs }
  const jobs = { ...state.jobs }
  const put = (jobId: string, body: Job | undefined) => {
    const known = jobs[jobId]
    if (known && known.seq <= seq) jobs[jobId] = { body, seq }
  }
  for (const row of rows) put(row.jobId, row)
  for (const jobId of removed) put(jobId, undefined)
  return { ...state, seqs, jobs }
}

/** Nothing confirmed is to be trusted any more; what was given on this device stays. */
export const withoutConfirmed = (state: LedgerState): LedgerState => ({
  ...state,
  seqs: {},
  listSeq: -1,
  jobs: {},
})

/** The seq up to which a job's document is known to be current. */
export const documentSeq = (state: LedgerState, jobId: string) =>
  Math.max(state.jobs[jobId]?.seq ?? -1, state.seqs.job ?? -1)

/** The commands of a job whose effect a reader at this seq does not have yet. */
const unseen = (queue: Queue, jobId: string, seq: number) =>
  queue.filter(
    (one) =>
      one.command.data.jobId === jobId &&
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
    const outcome = predict(job, entry.command, asked(asker, entry), { ...entry, seq })
    // It no longer fits what is confirmed: the server will say so, until then it shows nothing.
    return isRefusal(outcome) ? job : outcome.document
  }, body)
}

/** A line of the jobs list as the screen shows it; `seq` is that of the page it stands on. */
export const shownRow = (state: LedgerState, row: JobRow, seq: number): JobRow =>
  foldedRow(state, row.jobId, row, Math.max(seq, state.seqs['job-rows'] ?? -1)) ?? row

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
    const { jobId } = command.data
    const inDocument = !state.jobs[jobId] || documentSeq(state, jobId) >= seq
    return !inDocument || Math.max(state.seqs['job-rows'] ?? -1, state.listSeq) < seq
  })

/** Who asks and when, for a decision about a command of this device. */
export const asked = (asker: Asker, { happenedAt }: Pick<Entry, 'happenedAt'>) => ({
  actorId: asker.userId,
  actorRole: asker.userRole,
  companyId: asker.companyId,
  at: happenedAt,
  facts: {},
})
