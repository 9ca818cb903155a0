import type { SaveView, ViewCommand } from './messages.ts'

/** What deletes a view in the list that it is moved from; undefined if it is not moved. */
export const leaving = ({ data: { listOf, view, movedFrom } }: SaveView): ViewCommand | undefined =>
  movedFrom && movedFrom !== listOf
    ? { type: 'DeleteView', data: { listOf: movedFrom, viewId: view.viewId } }
    : undefined
