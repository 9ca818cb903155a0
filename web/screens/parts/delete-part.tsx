import { isRefusal } from '#core/model/refusals.ts'
import type { Part } from '#core/part/part.ts'
import { formOf } from '#core/part/part.ts'
import { dispatch, dispatchDeletion } from '#web/sync/ledger/dispatch.ts'
import { ConfirmDialog } from '#web/ui/dialogs/dialog.tsx'
import { toast } from '#web/ui/states/toast.tsx'

type Props = { part: Part; opened: boolean; onClose: () => void }

/** Asks before a part is deleted, and offers to undo it for ten seconds. */
export function DeletePart({ part, opened, onClose }: Props) {
  const { partId, name, reference, status } = part
  const addAgain = () => {
    const refusal = dispatch({ type: 'AddPart', data: { partId, ...formOf(part), status } })
    if (refusal) toast.failure(`Failed to save part. Please try again. ${refusal.error}`)
  }
  const remove = () => {
    const held = dispatchDeletion({ type: 'DeletePart', data: { partId } })
    if (isRefusal(held)) return toast.failure(`Failed to delete part. Please try again. ${held.error}`)
    toast.undoable(`Deleted ${name}`, () => void held.undo().then((undone) => undone || addAgain()))
  }
  return (
    <ConfirmDialog opened={opened} title="Delete the part?" confirm="Delete part" onConfirm={remove} onClose={onClose}>
      {name}
      {reference && ` (${reference})`} will be deleted from the Parts Book{part.jobId && ` and from job ${part.jobId}`}.
    </ConfirmDialog>
  )
}
