import { type PredictedEvent, subjectOfViews } from '#core/prediction/subjects.ts'
import type { ViewList } from '#core/views/messages.ts'
import { evolve } from '#core/views/views.ts'
import { type LedgerState, unseen, viewsSeq } from './ledger-state.ts'

/**
 * A list of views as shown: the confirmed one and what was saved here since; undefined while there is neither. It folds what was
 * predicted and decides nothing again, so that the jobs list needs none of the rules for commands when it opens.
 */
export const shownViews = (state: LedgerState, listOf: string): ViewList | undefined =>
  unseen(state.queue, subjectOfViews(listOf), viewsSeq(state, listOf))
    .flatMap((one) => one.events)
    .reduce(
      (list: ViewList | undefined, event) => (isOfList(event, listOf) ? evolve(list, event) : list),
      state.views[listOf]?.body,
    )

type ListEvent = Extract<PredictedEvent, { data: { listOf: string } }>
const isOfList = (event: PredictedEvent, listOf: string): event is ListEvent =>
  'listOf' in event.data && event.data.listOf === listOf
