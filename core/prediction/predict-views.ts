import type { DecisionContext } from '#core/model/messages.ts'
import { isRefusal, type Refusal } from '#core/model/refusals.ts'
import { decide } from '#core/views/decisions.ts'
import { leaving } from '#core/views/leaving.ts'
import type { ViewCommand, ViewList } from '#core/views/messages.ts'
import { evolve, viewsIdOf } from '#core/views/views.ts'
import { type CommandStamp, envelopeOf, type Prediction, predicted } from './predicted.ts'

/** Predicts what a command does to a list of views, and to the other one if it moves a view from there. */
export function predictViews(
  listAt: (listOf: string) => ViewList | undefined,
  command: ViewCommand,
  context: DecisionContext,
  stamp: CommandStamp,
): Prediction<ViewList> | Refusal {
  const predictedIn = (one: ViewCommand) => {
    const { listOf } = one.data
    const [list, envelope] = [listAt(listOf), envelopeOf('views', viewsIdOf(listOf), 0, context, stamp)]
    return predicted(decide(list, one, context), envelope, evolve, list)
  }
  const saved = predictedIn(command)
  const leave = command.type === 'SaveView' ? leaving(command) : undefined
  if (isRefusal(saved) || !leave) return saved
  const left = predictedIn(leave)
  return isRefusal(left) ? left : { ...saved, events: [...saved.events, ...left.events] }
}
