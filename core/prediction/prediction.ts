import type { JobFacts } from '#core/job/decision-rules.ts'
import { decide } from '#core/job/decisions.ts'
import { evolve, type Job } from '#core/job/job.ts'
import type { JobCommand, JobEvent } from '#core/job/messages.ts'
import type { DecisionContext, Envelope, Stream } from '#core/model/messages.ts'
import { isRefusal, type Refusal } from '#core/model/refusals.ts'
import {
  decide as decidePart,
  evolve as evolvePart,
  type Part,
  type PartCommand,
  type PartEvent,
} from '#core/part/part.ts'
import {
  decide as decideTodo,
  evolve as evolveTodos,
  listIdOf,
  type TodoCommand,
  type TodoEvent,
  type TodoList,
} from '#core/todo/todo.ts'
import type { PredictedEvent } from './subjects.ts'

/** The metadata of a command that a device is about to send; `seq` is the latest company seq that the device has seen. */
export type CommandStamp = { commandId: string; happenedAt: string; seq: number }

export type Prediction<Document> = { events: PredictedEvent[]; document: Document | undefined }

/**
 * Predicts the events that the server will record for a command, and the resulting document. The server's seq, number and
 * times replace the guessed ones when they arrive.
 */
export function predict(
  document: Job | undefined,
  command: JobCommand,
  context: DecisionContext<JobFacts>,
  stamp: CommandStamp,
): Prediction<Job> | Refusal {
  const envelope = envelopeOf('job', command.data.jobId, document?.version ?? 0, context, stamp)
  return predicted(decide(document, command, context), envelope, evolve, document)
}

/** {@link predict} for a part. */
export function predictPart(
  document: Part | undefined,
  command: PartCommand,
  context: DecisionContext,
  stamp: CommandStamp,
): Prediction<Part> | Refusal {
  const envelope = envelopeOf('part', command.data.partId, 0, context, stamp)
  return predicted(decidePart(document, command, context), envelope, evolvePart, document)
}

/** {@link predict} for a person's to-do list. */
export function predictTodos(
  list: TodoList | undefined,
  command: TodoCommand,
  context: DecisionContext,
  stamp: CommandStamp,
): Prediction<TodoList> | Refusal {
  const envelope = envelopeOf('todo', listIdOf(command.data.userId), 0, context, stamp)
  return predicted(decideTodo(list, command, context), envelope, evolveTodos, list)
}

/** The decided events with their metadata, and the document after them; a refusal stays a refusal. */
function predicted<Document, Decided extends JobEvent | PartEvent | TodoEvent>(
  decided: readonly Decided[] | Refusal,
  envelope: (ordinal: number) => Envelope,
  evolve: (document: Document | undefined, event: Decided & Envelope) => Document | undefined,
  document: Document | undefined,
) {
  if (isRefusal(decided)) return decided
  const events = decided.map((event, ordinal) => ({ ...event, ...envelope(ordinal) }))
  return { events, document: events.reduce(evolve, document) }
}

/** The metadata of a command's events, as far as it can be guessed. */
const envelopeOf =
  (stream: Stream, streamId: string, version: number, context: DecisionContext, stamp: CommandStamp) =>
  (ordinal: number): Envelope => ({
    companyId: context.companyId,
    seq: stamp.seq + ordinal + 1,
    stream,
    streamId,
    version: version + ordinal + 1,
    schema: 1,
    actorId: context.actorId,
    actorRole: context.actorRole,
    happenedAt: stamp.happenedAt,
    recordedAt: stamp.happenedAt,
    clock: 'device',
    commandId: stamp.commandId,
    ordinal,
  })
