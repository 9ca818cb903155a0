import * as z from 'zod/mini'
import { type Deadline, type Duty, duty, dutyFolds, openDeadlines } from '#core/job/duties/duty.ts'
import { inMilliseconds } from '#core/model/milliseconds.ts'
import { id, instant } from '#core/model/values.ts'
import { ofJobs, type Projection } from '#core/projections/projection.ts'

/** The hazards and service levels of a job that has any. `nextDue` and `nextMissed` are missing when nothing is owed. */
export const deadlineRow = z.object({
  jobId: id,
  duties: z.array(duty),
  /** When its open deadlines are due, in order. */
  dues: z.array(instant),
  /** The first of them, which may be over. */
  nextDue: z.optional(instant),
  /** When the next one passes that nobody has recorded as missed. */
  nextMissed: z.optional(instant),
})
export type DeadlineRow = z.infer<typeof deadlineRow>

const { HazardRecorded, ServiceLevelStarted, ...later } = dutyFolds<DeadlineRow>()

/** The jobs with deadlines, for the board, the counts and the record of missed ones. */
export const deadlineRows: Projection<DeadlineRow> = {
  name: 'deadlines',
  version: 2,
  row: deadlineRow,
  audience: 'office',
  // The board reads its rows again when a job is pushed.
  pushed: false,
  ...dated(
    ofJobs<DeadlineRow>({
      ...later,
      HazardRecorded: (row, event) => HazardRecorded(row ?? { jobId: event.streamId, duties: [], dues: [] }, event),
      ServiceLevelStarted: (row, event) =>
        ServiceLevelStarted(row ?? { jobId: event.streamId, duties: [], dues: [] }, event),
    }),
  ),
}

function dated({
  key,
  fold,
}: Pick<Projection<DeadlineRow>, 'key' | 'fold'>): Pick<Projection<DeadlineRow>, 'key' | 'fold'> {
  return {
    key,
    fold: (row, event) => {
      const next = fold(row, event)
      return next && withDates(next)
    },
  }
}

/** Rows are found by these dates as texts, so all have milliseconds. */
function withDates({ jobId, duties }: DeadlineRow): DeadlineRow {
  const open = duties.flatMap(openDeadlines)
  const dues = sorted(open)
  const [nextDue] = dues
  const [nextMissed] = sorted(open.filter((one) => one.missedAt !== one.due))
  return { jobId, duties, dues, ...(nextDue ? { nextDue } : {}), ...(nextMissed ? { nextMissed } : {}) }
}

const sorted = (deadlines: readonly Deadline[]) => deadlines.map(({ due }) => inMilliseconds(due)).toSorted()

/** The duties of a row with deadlines that are still to be met. */
export const owed = ({ duties }: Pick<DeadlineRow, 'duties'>): Duty[] =>
  duties.filter((one) => openDeadlines(one).length > 0)
