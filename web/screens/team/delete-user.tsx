import { nameOfPerson } from '#core/member/names.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { deleteUser, restoreUser, type TeamUser } from '#web/sync/reads/team.ts'
import { ConfirmDialog } from '#web/ui/dialogs/dialog.tsx'
import { toast } from '#web/ui/states/toast.tsx'

/** Confirms and deletes a user, which can be undone for ten seconds. */
export function DeleteUser({ user, onClose }: { user: TeamUser; onClose: () => void }) {
  const { userId, state } = user
  const name = nameOfPerson(user)
  const undo = () => void restoreUser(userId).catch((failure: unknown) => toast.failure(errorMessage(failure)))
  const remove = async () => {
    try {
      await deleteUser(userId)
      toast.undoable(`Deleted ${name}`, undo)
    } catch (failure) {
      toast.failure(errorMessage(failure), () => void remove())
    }
  }
  return (
    <ConfirmDialog opened title={`Delete ${name}?`} confirm={`Delete ${name}`} onConfirm={remove} onClose={onClose}>
      {state === 'invited'
        ? 'The invitation is cancelled, and its link stops working.'
        : `${name} will be signed out everywhere and can no longer sign in. Past work stays in the history under their name.`}
    </ConfirmDialog>
  )
}
