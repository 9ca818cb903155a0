import { isRefusal, type Refusal } from '#core/model/refusals.ts'
import type { View } from '#core/views/messages.ts'
import { dispatch, dispatchFollowed } from '#web/sync/ledger/dispatch.ts'
import { onceAccepted } from '#web/sync/ledger/once-accepted.ts'

type Move = { view: View; from: string; to: string }

/**
 * Moves a view from one list to another, such as from one's own to the office's. It leaves the first only once the server has accepted it
 * in the second, so that a refusal, such as that of a full list, loses nothing.
 */
export function moveView({ view, from, to }: Move): Refusal | undefined {
  const queued = dispatchFollowed({ type: 'SaveView', data: { listOf: to, view } })
  if (queued && isRefusal(queued)) return queued
  const leave = () => void dispatch({ type: 'DeleteView', data: { listOf: from, viewId: view.viewId } })
  if (queued) onceAccepted(queued.commandId, leave)
  else leave()
  return undefined
}
