import { decide, type JobFacts } from '#core/job/decisions.ts'
import { evolve, type Job } from '#core/job/job.ts'
import type { JobCommand, JobEvent } from '#core/job/messages.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import type { Asked, Envelope, Recorded, Stream } from '#core/model/messages.ts'
import { isRefusal, type Refusal } from '#core/model/refusals.ts'
import {
  decide as decidePart,
  evolve as evolvePart,
  type Part,
  type PartCommand,
  type PartEvent,
} from '#core/part/part.ts'
import type { Projection } from '#core/projections/projection.ts'
import {
  decide as decideTodo,
  evolve as evolveTodos,
  listIdOf,
  type TodoCommand,
  type TodoEvent,
  type TodoList,
} from '#core/todo/todo.ts'

/** What a device knows of a command that it is about to send; `seq` is the company's as far as the device has seen it. */
export type Sending = { commandId: string; happenedAt: string; seq: number }

/** The commands that a device gives, shows at once, and sends. */
export type GivenCommand = JobCommand | PartCommand | TodoCommand
export type PredictedEvent = Recorded<JobEvent | PartEvent | TodoEvent>
export type Prediction<Document> = { events: PredictedEvent[]; document: Document | undefined }

export const isOfPart = (command: GivenCommand): command is PartCommand => 'partId' in command.data

export const isOfJob = (command: GivenCommand): command is JobCommand => !isOfPart(command) && !isOfTodos(command)
export const isOfTodos = (command: GivenCommand): command is TodoCommand => 'todoId' in command.data

/** The id of what a command is about; a person's list has the person's. */
export function subjectOf(command: GivenCommand): string {
  if (isOfPart(command)) return command.data.partId
  return isOfTodos(command) ? command.data.userId : command.data.jobId
}

/**
 * What the server will make of a command, as far as this document tells: the events, and the document with them folded in.
 * The server's own seq, number and times take the place of the guessed ones when they arrive.
 */
export function predict(
  document: Job | undefined,
  command: JobCommand,
  asked: Asked<JobFacts>,
  sending: Sending,
): Prediction<Job> | Refusal {
  const decided = decide(document, command, asked)
  if (isRefusal(decided)) return decided
  const around = enveloped('job', command.data.jobId, document?.version ?? 0, asked, sending)
  const events = decided.map((event, ordinal): Recorded<JobEvent> => ({ ...event, ...around(ordinal) }))
  return { events, document: events.reduce(evolve, document) }
}

/** {@link predict} for a part. */
export function predictPart(
  document: Part | undefined,
  command: PartCommand,
  asked: Asked,
  sending: Sending,
): Prediction<Part> | Refusal {
  const decided = decidePart(document, command, asked)
  if (isRefusal(decided)) return decided
  const around = enveloped('part', command.data.partId, 0, asked, sending)
  const events = decided.map((event, ordinal): Recorded<PartEvent> => ({ ...event, ...around(ordinal) }))
  return { events, document: events.reduce(evolvePart, document) }
}

/** {@link predict} for a person's own list. */
export function predictTodos(
  list: TodoList | undefined,
  command: TodoCommand,
  asked: Asked,
  sending: Sending,
): Prediction<TodoList> | Refusal {
  const decided = decideTodo(list, command, asked)
  if (isRefusal(decided)) return decided
  const around = enveloped('todo', listIdOf(command.data.userId), 0, asked, sending)
  const events = decided.map((event, ordinal): Recorded<TodoEvent> => ({ ...event, ...around(ordinal) }))
  return { events, document: events.reduce(evolveTodos, list) }
}

/** What will surround the events of a command, as far as can be guessed. */
const enveloped =
  (stream: Stream, streamId: string, version: number, asked: Asked, sending: Sending) =>
  (ordinal: number): Envelope => ({
    companyId: asked.companyId,
    seq: sending.seq + ordinal + 1,
    stream,
    streamId,
    version: version + ordinal + 1,
    schema: 1,
    actorId: asked.actorId,
    actorRole: asked.actorRole,
    happenedAt: sending.happenedAt,
    recordedAt: sending.happenedAt,
    clock: 'device',
    commandId: sending.commandId,
    ordinal,
  })

/** A row of a projection with predicted events folded over it; events of other rows leave it as it is. */
export const predictRow = <Row extends object>(
  projection: Pick<Projection<Row>, 'key' | 'fold'>,
  key: string,
  row: Row | undefined,
  events: readonly StoredEvent[],
): Row | undefined =>
  events.reduce((before, event) => (projection.key(event) === key ? projection.fold(before, event) : before), row)
