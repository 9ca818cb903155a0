import { ClashDialog } from '#web/features/schedule/clashes/clash-dialog.tsx'
import { discard } from '#web/sync/ledger/ledger-store.ts'
import type { Entry } from '#web/sync/outbox/outbox.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { bookAnyway } from './clash-message.tsx'

/** The question about a refused visit; closed without one. */
export function AskedClash({ entry }: { entry: Entry | undefined }) {
  const zone = useTimeZone()
  return (
    <ClashDialog
      opened={entry !== undefined}
      found={entry?.clashes}
      reason={entry?.reason}
      wanted={entry?.command.type === 'ScheduleJob' ? entry.command.data : undefined}
      zone={zone}
      onConfirm={() => entry && bookAnyway(entry)}
      onClose={() => entry && void discard(entry.commandId)}
    />
  )
}
