import type { Job } from '#core/job/job.ts'
import type { Part } from '#core/part/part.ts'
import type { TodoList } from '#core/todo/todo.ts'
import type { ViewList } from '#core/views/messages.ts'
import { type Confirmed, type LedgerState, sharing, withTodos, withViews } from './ledger-state.ts'
import { withOlderOf, withoutOlder } from './older-notes.ts'

/** Starts a connection. Pushes before it may have been missed, so its own count only after {@link withGapClosed}. */
export const withGap = (state: LedgerState): LedgerState => ({ ...state, ahead: {} })

/** The server has sent everything that was missing, so this connection's pushes now count. */
export function withGapClosed({ ahead = {}, ...state }: LedgerState): LedgerState {
  const reached = Object.entries(ahead).map(([name, seq]) => [name, Math.max(seq, state.seqs[name] ?? 0)])
  return { ...state, seqs: { ...state.seqs, ...Object.fromEntries(reached) } }
}

/** Applies a push: the rows that screens have requested, and the projection's seq. */
export function withPush(
  state: LedgerState,
  projection: string,
  seq: number,
  rows: readonly (Job | Part | TodoList | ViewList)[],
  removed: readonly string[],
): LedgerState {
  const now = withPushed(state, projection, seq)
  if (projection === 'job') {
    const jobs = rows.flatMap((row): [string, Job][] =>
      'jobDescriptions' in row ? [[row.jobId, withOlderOf(state.jobs[row.jobId]?.body, row, state.queue)]] : [],
    )
    return { ...now, jobs: putKnown(state.jobs, jobs, removed, seq) }
  }
  if (projection === 'part-rows') {
    const parts = rows.flatMap((row): [string, Part][] => ('partId' in row ? [[row.partId, row]] : []))
    return { ...now, parts: putKnown(state.parts, parts, removed, seq) }
  }
  if (projection === 'own-views' || projection === 'shared-views') {
    const lists = rows.flatMap((row) => ('listOf' in row ? [row] : []))
    return lists.reduce((done, list) => withViews(done, list, seq), now)
  }
  if (projection === 'todo') {
    const list = rows.find((row): row is TodoList => 'todos' in row)
    return list ? withTodos(now, list, seq) : now
  }
  return now
}

/** Records how far a projection was pushed. */
function withPushed(state: LedgerState, projection: string, seq: number): LedgerState {
  const further = (seqs: LedgerState['seqs']) => ({ ...seqs, [projection]: Math.max(seq, seqs[projection] ?? 0) })
  return state.ahead ? { ...state, ahead: further(state.ahead) } : { ...state, seqs: further(state.seqs) }
}

/** Updates the documents that screens have requested. */
function putKnown<Body>(
  all: Readonly<Record<string, Confirmed<Body>>>,
  bodies: readonly (readonly [string, Body])[],
  removed: readonly string[],
  seq: number,
) {
  const changed = { ...all }
  const put = (key: string, body: Body | undefined) => {
    const known = changed[key]
    if (known && known.seq <= seq) changed[key] = sharing(known, { body, seq })
  }
  for (const [key, body] of bodies) put(key, body)
  for (const key of removed) put(key, undefined)
  return changed
}

/** Applies a notice that a projection changed too much to be pushed. */
export const withStale = (state: LedgerState, projection: string, seq: number): LedgerState => ({
  ...withPush(state, projection, seq, [], []),
  ...(projection === 'job' && { jobs: withoutOlder(state.jobs) }),
  unpushed: { ...state.unpushed, [projection]: Math.max(seq, state.unpushed[projection] ?? 0) },
})

/** Drops the jobs that are out of date and not read again by themselves. */
export const withoutJobs = (state: LedgerState, isReadAgain: (jobId: string) => boolean): LedgerState => ({
  ...state,
  jobs: Object.fromEntries(Object.entries(state.jobs).filter(([jobId]) => isReadAgain(jobId))),
})
