import { type FoldedEvent, isPrivate, isViewEvent } from '#core/ledger/ledger.ts'
import type { Projection } from '#core/projections/projection.ts'
import { type ViewList, viewList } from '#core/views/messages.ts'
import { evolve } from '#core/views/views.ts'

const fold = (list: ViewList | undefined, event: FoldedEvent) => (isViewEvent(event) ? evolve(list, event) : list)

/** Each person's own views of the jobs list, by user id. */
export const ownViews: Projection<ViewList> = {
  name: 'own-views',
  version: 1,
  row: viewList,
  audience: 'own',
  pushed: true,
  key: (event) => (isViewEvent(event) && isPrivate(event) ? event.data.listOf : undefined),
  fold,
}

/** The views that the office shares, by the company's id. */
export const sharedViews: Projection<ViewList> = {
  name: 'shared-views',
  version: 1,
  row: viewList,
  audience: 'office',
  pushed: true,
  key: (event) => (isViewEvent(event) && !isPrivate(event) ? event.data.listOf : undefined),
  fold,
}
