import type { DecisionContext } from '#core/model/messages.ts'
import type { Refusal } from '#core/model/refusals.ts'
import { decide } from '#core/views/decisions.ts'
import type { ViewCommand, ViewList } from '#core/views/messages.ts'
import { evolve, viewsIdOf } from '#core/views/views.ts'
import { type CommandStamp, envelopeOf, type Prediction, predicted } from './predicted.ts'

/** Predicts what a command does to a list of views. */
export function predictViews(
  list: ViewList | undefined,
  command: ViewCommand,
  context: DecisionContext,
  stamp: CommandStamp,
): Prediction<ViewList> | Refusal {
  const envelope = envelopeOf('views', viewsIdOf(command.data.listOf), 0, context, stamp)
  return predicted(decide(list, command, context), envelope, evolve, list)
}
