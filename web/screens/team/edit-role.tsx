import { useState } from 'react'
import { nameOfPerson } from '#core/member/names.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { type Assignable, changeRole, type TeamUser } from '#web/sync/reads/team.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './dialogs.module.css'
import { RoleChoice } from './role-choice.tsx'

/** Changes a user's role, which takes effect at once, even on screens they have open. */
export function EditRole({ user, onClose }: { user: TeamUser; onClose: () => void }) {
  const [role, setRole] = useState<Assignable>(user.userRole === 'admin' ? 'admin' : 'team')
  const [error, setError] = useState<string>()
  const submit = async () => {
    try {
      await changeRole(user.userId, role)
    } catch (failure) {
      return setError(errorMessage(failure))
    }
    toast.success('User role updated successfully.')
    onClose()
  }
  return (
    <FormDialog
      title={`Edit role of ${nameOfPerson(user)}`}
      size={460}
      submit="Save role"
      className={styles.form}
      onSubmit={submit}
      onClose={onClose}
    >
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <RoleChoice role={role} onRole={setRole} />
    </FormDialog>
  )
}
