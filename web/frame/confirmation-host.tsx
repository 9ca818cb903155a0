import { useConfirmation } from '#web/client/confirmation.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'

/** Loaded when a call first needs it. */
const ConfirmYouDialog = lazyComponent(
  async () => (await import('#web/features/confirm-you/confirm-you-dialog.tsx')).ConfirmYouDialog,
)

/** Asks the user whether it is still they, when a call needs to know. */
export function ConfirmationHost() {
  const { asked } = useConfirmation()
  return asked && <ConfirmYouDialog by={asked.by} onAnswer={asked.answer} />
}
