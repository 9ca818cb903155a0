import { ClashList } from '#web/features/schedule/clashes/clash-list.tsx'
import { dispatch } from '#web/sync/ledger/dispatch.ts'
import { discard } from '#web/sync/ledger/ledger-store.ts'
import type { Entry } from '#web/sync/outbox/outbox.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'

/** Why a refused visit is not booked: each clash, or the server's reason if it named none. */
export function ClashMessage({ entry: { command, clashes, reason } }: { entry: Entry }) {
  const zone = useTimeZone()
  return clashes && command.type === 'ScheduleJob' ? (
    <ClashList found={clashes} wanted={command.data} zone={zone} />
  ) : (
    <p>{reason}</p>
  )
}

/** Books a refused visit in spite of its clashes. */
export function bookAnyway({ commandId, command }: Entry) {
  if (command.type !== 'ScheduleJob') return
  const { type, data } = command
  void discard(commandId)
  dispatch({ type, data: { ...data, anyway: true } })
}
