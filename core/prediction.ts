import { evolve, type Job } from './job.ts'
import { decide, type JobFacts } from './job-decisions.ts'
import type { JobCommand, JobEvent } from './job-messages.ts'
import type { StoredEvent } from './ledger.ts'
import type { Asked, Recorded } from './model.ts'
import type { Projection } from './projections/model.ts'
import { isRefusal, type Refusal } from './refusals.ts'

/** What a device knows of a command that it is about to send; `seq` is the company's as far as the device has seen it. */
export type Sending = { commandId: string; happenedAt: string; seq: number }

export type PredictedEvent = Recorded<JobEvent>
export type Prediction = { events: PredictedEvent[]; document: Job | undefined }

/**
 * What the server will make of a command, as far as this document tells: the events, and the document with them folded in.
 * The server's own seq, number and times take the place of the guessed ones when they arrive.
 */
export function predict(
  document: Job | undefined,
  command: JobCommand,
  asked: Asked<JobFacts>,
  sending: Sending,
): Prediction | Refusal {
  const decided = decide(document, command, asked)
  if (isRefusal(decided)) return decided
  const events = decided.map(
    (event, ordinal): PredictedEvent => ({
      ...event,
      companyId: asked.companyId,
      seq: sending.seq + ordinal + 1,
      stream: 'job',
      streamId: command.data.jobId,
      version: (document?.version ?? 0) + ordinal + 1,
      schema: 1,
      actorId: asked.actorId,
      actorRole: asked.actorRole,
      happenedAt: sending.happenedAt,
      recordedAt: sending.happenedAt,
      clock: 'device',
      commandId: sending.commandId,
      ordinal,
    }),
  )
  return { events, document: events.reduce(evolve, document) }
}

/** A row of a projection with predicted events folded over it; events of other rows leave it as it is. */
export const predictRow = <Row extends object>(
  projection: Pick<Projection<Row>, 'key' | 'fold'>,
  key: string,
  row: Row | undefined,
  events: readonly StoredEvent[],
): Row | undefined =>
  events.reduce((before, event) => (projection.key(event) === key ? projection.fold(before, event) : before), row)
