import * as z from 'zod/mini'
import { id, instant } from '#core/model/values.ts'

/**
 * What can be asked of a projection: `replay` builds its rows anew beside the live ones and switches to them; `compare` builds
 * them, says what differs, and switches nothing; `promote` switches to what was compared, `discard` throws it away; `undo` goes
 * back to the rows before the last switch; `retry` lets a parked projection try its event again.
 */
export const runKinds = ['replay', 'compare', 'promote', 'discard', 'undo', 'retry'] as const
export type RunKind = (typeof runKinds)[number]

/** `waiting`, `running` and `paused` are open: a projection has one open run at a time. */
export const runStates = ['waiting', 'running', 'paused', 'done', 'failed', 'cancelled'] as const
export type RunState = (typeof runStates)[number]
export const openRunStates: readonly RunState[] = ['waiting', 'running', 'paused']

/** Rows of the live generation held against those of one that was built beside it, both folded up to the same event. */
export const rowCounts = z.object({ same: z.int(), changed: z.int(), added: z.int(), removed: z.int() })
export type RowCounts = z.infer<typeof rowCounts>

/** An event that could not be folded. `streamId` of a job's event is the job. */
const stuckAt = z.object({
  seq: z.int(),
  type: z.optional(z.string()),
  stream: z.optional(z.string()),
  streamId: z.optional(id),
  error: z.string(),
})
export type StuckAt = z.infer<typeof stuckAt>

/** One run as a company sees it. Of a run over many companies it is the company's own part. */
export const projectionRun = z.object({
  runId: id,
  kind: z.enum(runKinds),
  state: z.enum(runStates),
  /** What it builds in one pass over the events, with the version that it builds. */
  projections: z.array(z.object({ name: z.string(), version: z.int() })),
  events: z.object({ done: z.int(), total: z.int() }),
  companies: z.object({ done: z.int(), total: z.int() }),
  /** Events a second, of the last seconds; 0 when it is not at work. */
  rate: z.number(),
  secondsLeft: z.optional(z.number()),
  /** What could not be folded or switched to: these projections keep the rows that they had. */
  errors: z.array(z.extend(stuckAt, { projection: z.string() })),
  startedAt: instant,
  /** A username; `Fettle` for what an upgrade needs, `operator` for who runs Fettle. */
  startedBy: z.string(),
  endedAt: z.optional(instant),
  /** Of a comparison that is done: the sum over its projections. */
  counts: z.optional(rowCounts),
})
export type ProjectionRun = z.infer<typeof projectionRun>

/**
 * `parked`: stopped at an event that cannot be folded, its rows are those before it. `stale`: an undo has made rows live which
 * this release cannot fold on. `behind`: more than a second behind. `building` and `comparing`: a run is open, and the live rows
 * are folded and read as ever.
 */
export const projectionStates = ['live', 'behind', 'building', 'comparing', 'parked', 'stale'] as const
export type ProjectionState = (typeof projectionStates)[number]

export const projectionOverview = z.object({
  name: z.string(),
  /** Of this release. */
  version: z.int(),
  /** Of the rows that are read; these three are missing until the company is first folded. */
  liveVersion: z.optional(z.int()),
  generation: z.optional(z.int()),
  seq: z.optional(z.int()),
  /** `seconds`: the age of the first event that is not folded yet. */
  lag: z.object({ events: z.int(), seconds: z.number() }),
  /** Events of its business a second: the mean of five seconds now, and of the five-second steps before, oldest first. */
  rate: z.number(),
  rates: z.array(z.number()),
  state: z.enum(projectionStates),
  /** Of parked or stale rows: when the first event was recorded that they do not show. */
  staleSince: z.optional(instant),
  parkedAt: z.optional(stuckAt),
  /** The open run; its progress is in `runs`. */
  runId: z.optional(id),
  /** The last run that ended. */
  lastRunId: z.optional(id),
  /** What Undo would bring back, and until when. `stale`: of an older version, which this release cannot fold on. */
  undo: z.optional(z.object({ version: z.int(), seq: z.int(), until: instant, stale: z.boolean() })),
  /** What Promote would switch to and Discard throw away: see the comparison. */
  compared: z.optional(z.object({ version: z.int(), seq: z.int(), until: instant, runId: z.optional(id) })),
})
export type ProjectionOverview = z.infer<typeof projectionOverview>

/** GET /api/projections: every projection, in the order of screens, with the runs that are open and the last that ended. */
export const projectionsAnswer = z.object({
  /** The company's ledger: how many events it holds, and how many came a second of late. */
  ledger: z.object({ epoch: z.int(), events: z.int(), rate: z.number() }),
  projections: z.array(projectionOverview),
  /** Open ones first, then newest first; at most 20. */
  runs: z.array(projectionRun),
})
export type ProjectionsAnswer = z.infer<typeof projectionsAnswer>

/** A field of a row by its dotted name, with its text before (live) and after (built); missing where there is none. */
export const fieldDifference = z.object({
  field: z.string(),
  before: z.optional(z.string()),
  after: z.optional(z.string()),
})
export type FieldDifference = z.infer<typeof fieldDifference>

/** A row that differs. `label` is what people call it: a job's number, a name. */
export const rowDifference = z.object({
  key: z.string(),
  label: z.string(),
  jobId: z.optional(id),
  change: z.enum(['changed', 'added', 'removed']),
  /** Of an added or removed row: all of its fields. */
  fields: z.array(fieldDifference),
})
export type RowDifference = z.infer<typeof rowDifference>

/** What a comparison found of one projection. */
export const comparison = z.object({
  projection: z.string(),
  liveVersion: z.int(),
  builtVersion: z.int(),
  /** The company's seq up to which both are folded. */
  seq: z.int(),
  counts: rowCounts,
  /** In how many changed rows each field differs, most first. */
  fields: z.array(z.object({ field: z.string(), rows: z.int() })),
  /** At most {@link mostDifferences} of the rows that differ, by label. */
  differences: z.array(rowDifference),
})
export type Comparison = z.infer<typeof comparison>
export const mostDifferences = 200

/**
 * GET /api/projections/:name/comparison: the last one. `standing`: Promote and Discard are possible until `until`; else it was
 * promoted, discarded, replaced by a later run, or is too old. Rows that are one person's own are told to that person alone:
 * of the others `differences` has none.
 */
export const comparisonAnswer = z.object({
  runId: id,
  comparedAt: instant,
  standing: z.boolean(),
  until: z.optional(instant),
  comparison,
})
export type ComparisonAnswer = z.infer<typeof comparisonAnswer>

/** The body of every POST: nothing. Answers 200 with the run as it is; what is quick is usually done by then. */
export const projectionRequest = z.strictObject({})
export const runAnswer = z.object({ run: projectionRun })
export type RunAnswer = z.infer<typeof runAnswer>

/**
 * What a socket of the office receives under the event name `runs`: the company's open runs and those that have just
 * ended, at most once a second. After an end GET /api/projections tells the rest.
 */
export type RunsPush = { runs: ProjectionRun[] }
