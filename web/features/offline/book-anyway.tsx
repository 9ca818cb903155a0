import { useDispatch } from '#web/sync/ledger/dispatch.ts'
import { discard, useLedger } from '#web/sync/ledger/ledger-store.ts'
import { asksToBookAnyway } from '#web/sync/outbox/outbox.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'

/** Loaded after the page. */
const ConfirmDialog = lazyComponent(async () => (await import('#web/ui/dialogs/dialog.tsx')).ConfirmDialog)

/** Asks about a visit the server refused because one of its people is already booked at that time. */
export function BookAnyway() {
  const clash = useLedger(({ queue }) => queue.find(asksToBookAnyway))
  const dispatch = useDispatch()
  const drop = () => clash && void discard(clash.commandId)
  const book = () => {
    if (clash?.command.type !== 'ScheduleJob') return
    const { type, data } = clash.command
    dispatch({ type, data: { ...data, anyway: true } })
  }
  return (
    <ConfirmDialog
      opened={clash !== undefined}
      title="Already booked"
      confirm="Book anyway"
      onConfirm={book}
      onClose={drop}
    >
      <p>{clash?.reason}</p>
    </ConfirmDialog>
  )
}
