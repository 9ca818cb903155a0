import type { JobFacts } from '#core/job/decision-rules.ts'
import { decide } from '#core/job/decisions.ts'
import { evolve, type Job } from '#core/job/job.ts'
import type { JobCommand } from '#core/job/messages.ts'
import type { DecisionContext } from '#core/model/messages.ts'
import type { Refusal } from '#core/model/refusals.ts'
import { decide as decidePart, evolve as evolvePart, type Part, type PartCommand } from '#core/part/part.ts'
import {
  decide as decideTodo,
  evolve as evolveTodos,
  listIdOf,
  type TodoCommand,
  type TodoList,
} from '#core/todo/todo.ts'
import { type CommandStamp, envelopeOf, type Prediction, predicted } from './predicted.ts'

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
