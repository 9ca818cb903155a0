import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { errorMessage } from '#web/client/error-message.ts'
import { type Assignable, changeRole, type TeamUser } from '#web/sync/reads/team.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './dialogs.module.css'
import { RoleChoice } from './role-choice.tsx'

/** Gives somebody another role; it acts at once, on screens that are open too. */
export function EditRole({ user, onClose }: { user: TeamUser; onClose: () => void }) {
  const [role, setRole] = useState<Assignable>(user.userRole === 'admin' ? 'admin' : 'team')
  const [error, setError] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await changeRole(user.userId, role)
    } catch (failure) {
      return setError(errorMessage(failure))
    }
    toast.success('User role updated successfully.')
    onClose()
  }
  const footer = (
    <>
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form="edit-role">
        Save role
      </Button>
    </>
  )
  return (
    <Dialog opened onClose={onClose} title={`Edit role of ${user.username}`} size={460} footer={footer}>
      <form id="edit-role" onSubmit={submit} className={styles.form}>
        {error && (
          <p role="alert" className={styles.error}>
            {error}
          </p>
        )}
        <RoleChoice role={role} onRole={setRole} />
      </form>
    </Dialog>
  )
}
