import * as z from 'zod/mini'
import { id, instant } from '#core/model/values.ts'
import { runStates } from './replay/run-states.ts'

/**
 * The kinds of run: `replay` rebuilds the rows alongside the live ones and switches to them; `compare` rebuilds them and reports
 * the differences; `promote` switches to the compared rows, `discard` deletes them; `undo` returns to the rows before the last
 * switch; `retry` makes a parked projection retry its event.
 */
export const runKinds = ['replay', 'compare', 'promote', 'discard', 'undo', 'retry'] as const
export type RunKind = (typeof runKinds)[number]

/** The kinds that write rows beside the live ones. */
export const rebuilding: readonly RunKind[] = ['replay', 'compare']

/** Why a rebuild waits, and why none is begun, while too little of the database's disk is free. */
export const rebuildNeedsSpace =
  'The server\u2019s disk is nearly full, so replays and dry runs wait until there is space.'

/** The live rows compared with rebuilt ones, both folded up to the same event. */
export const rowCounts = z.object({ same: z.int(), changed: z.int(), added: z.int(), removed: z.int() })
export type RowCounts = z.infer<typeof rowCounts>

/** An event that could not be folded. For a job's event `streamId` is the job's id. */
const stuckAt = z.object({
  seq: z.int(),
  type: z.optional(z.string()),
  stream: z.optional(z.string()),
  streamId: z.optional(id),
  error: z.string(),
})
export type StuckAt = z.infer<typeof stuckAt>

/** A run as a company sees it; for a run over many companies, only this company's part. */
export const projectionRun = z.object({
  runId: id,
  kind: z.enum(runKinds),
  state: z.enum(runStates),
  /** Why a run waits although nobody paused it: too little of the database's disk is free. It resumes once there is more. */
  held: z.optional(z.enum(['disk-full'])),
  /** The projections built in one pass over the events, with the versions built. */
  projections: z.array(z.object({ name: z.string(), version: z.int() })),
  events: z.object({ done: z.int(), total: z.int() }),
  companies: z.object({ done: z.int(), total: z.int() }),
  /** Events per second over the last few seconds; 0 if it is not running. */
  rate: z.number(),
  secondsLeft: z.optional(z.number()),
  /** The projections that could not be folded or switched; they keep their former rows. */
  errors: z.array(z.extend(stuckAt, { projection: z.string() })),
  startedAt: instant,
  /** A username; `Fettle` for a run that an upgrade needs, `operator` for one from the command line. */
  startedBy: z.string(),
  endedAt: z.optional(instant),
  /** For a finished comparison: the sum over its projections. */
  counts: z.optional(rowCounts),
})
export type ProjectionRun = z.infer<typeof projectionRun>

/**
 * `parked`: stopped before an event that cannot be folded. `stale`: an undo has made rows live that this release cannot update.
 * `behind`: more than a second behind. `building` and `comparing`: a run is open, and the live rows are updated and read as
 * usual.
 */
export const projectionStates = ['live', 'behind', 'building', 'comparing', 'parked', 'stale'] as const
export type ProjectionState = (typeof projectionStates)[number]

export const projectionOverview = z.object({
  name: z.string(),
  /** The version in this release. */
  version: z.int(),
  /** The next three describe the live rows, and are missing until the company is first folded. */
  liveVersion: z.optional(z.int()),
  generation: z.optional(z.int()),
  seq: z.optional(z.int()),
  /** `seconds` is the age of the first event that is not folded yet. */
  lag: z.object({ events: z.int(), seconds: z.number() }),
  /** Relevant events per second: the mean over the last five seconds, and over the five-second steps before, oldest first. */
  rate: z.number(),
  rates: z.array(z.number()),
  state: z.enum(projectionStates),
  /** For parked or stale rows: when the first event missing from them was recorded. */
  staleSince: z.optional(instant),
  parkedAt: z.optional(stuckAt),
  /** The open run; its progress is in `runs`. */
  runId: z.optional(id),
  /** The last run that ended. */
  lastRunId: z.optional(id),
  /** What Undo would restore, and until when. `stale`: rows of an older version, which this release cannot update. */
  undo: z.optional(z.object({ version: z.int(), seq: z.int(), until: instant, stale: z.boolean() })),
  /** What Promote would switch to and Discard would delete; see the comparison. */
  compared: z.optional(z.object({ version: z.int(), seq: z.int(), until: instant, runId: z.optional(id) })),
})
export type ProjectionOverview = z.infer<typeof projectionOverview>

/** What the API does for each company on its own. */
export const companyTasks = ['sign-heads', 'store-heads', 'erasures'] as const
export type CompanyTask = (typeof companyTasks)[number]

/** A task whose last try for the company failed: how often in a row, and when it is tried again. */
export const failingTask = z.object({ task: z.enum(companyTasks), failures: z.int(), retryAt: instant })
export type FailingTask = z.infer<typeof failingTask>

/** GET /api/projections: every projection, in the order of screens, with the open runs and the latest finished ones. */
export const projectionsAnswer = z.object({
  /** The company's ledger: its number of events, and the recent rate in events per second. */
  ledger: z.object({ epoch: z.int(), events: z.int(), rate: z.number() }),
  projections: z.array(projectionOverview),
  /** Open ones first, then newest first; at most 20. */
  runs: z.array(projectionRun),
  /** As far as the process that answers has tried them. */
  failing: z.array(failingTask),
})
export type ProjectionsAnswer = z.infer<typeof projectionsAnswer>

/** A field of a row by its dotted name, with its live and its rebuilt value as text; missing if there is none. */
export const fieldDifference = z.object({
  field: z.string(),
  before: z.optional(z.string()),
  after: z.optional(z.string()),
})
export type FieldDifference = z.infer<typeof fieldDifference>

/** A row that differs. `label` is its name for people, such as a job number. */
export const rowDifference = z.object({
  key: z.string(),
  label: z.string(),
  jobId: z.optional(id),
  change: z.enum(['changed', 'added', 'removed']),
  /** For an added or removed row: all of its fields. */
  fields: z.array(fieldDifference),
})
export type RowDifference = z.infer<typeof rowDifference>

/** The result of comparing one projection. */
export const comparison = z.object({
  projection: z.string(),
  liveVersion: z.int(),
  builtVersion: z.int(),
  /** The company's seq up to which both are folded. */
  seq: z.int(),
  counts: rowCounts,
  /** For each field, the number of changed rows where it differs, highest first. */
  fields: z.array(z.object({ field: z.string(), rows: z.int() })),
  /** At most {@link mostDifferences} of the differing rows, by label. */
  differences: z.array(rowDifference),
})
export type Comparison = z.infer<typeof comparison>
export const mostDifferences = 200

/**
 * GET /api/projections/:name/comparison: the latest one. `standing`: it can be promoted or discarded until `until`; otherwise it
 * was promoted, discarded or replaced by a later run, or it is too old. `differences` leaves out other people's private rows.
 */
export const comparisonAnswer = z.object({
  runId: id,
  comparedAt: instant,
  standing: z.boolean(),
  until: z.optional(instant),
  comparison,
})
export type ComparisonAnswer = z.infer<typeof comparisonAnswer>

/** The body of every POST is empty. The answer is the current state of the run; a quick one has usually finished by then. */
export const projectionRequest = z.strictObject({})
export const runAnswer = z.object({ run: projectionRun })
export type RunAnswer = z.infer<typeof runAnswer>

/**
 * What the office's sockets receive under the event name `runs`, at most once a second: the company's open runs and those that
 * have just ended. GET /api/projections has the details after the end.
 */
export type RunsPush = { runs: ProjectionRun[] }
