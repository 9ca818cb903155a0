import { nameOfPerson } from '#core/member/names.ts'
import { DetailsFields } from '#web/features/person/details-fields.tsx'
import { useDetails } from '#web/features/person/use-details.ts'
import type { TeamUser } from '#web/sync/reads/team.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './dialogs.module.css'

/** Changes how a user is called and reached, for the owner. */
export function EditDetails({ user, onClose }: { user: TeamUser; onClose: () => void }) {
  const details = useDetails(user)
  const submit = async () => {
    if (!(await details.save())) return
    toast.success('Details saved.')
    onClose()
  }
  return (
    <FormDialog
      title={`Edit details of ${nameOfPerson(user)}`}
      size={460}
      submit="Save details"
      busy={details.busy}
      unsaved={!details.busy && details.isChanged}
      className={styles.form}
      onSubmit={submit}
      onClose={onClose}
    >
      <DetailsFields details={details} username={user.username} role={user.userRole} />
    </FormDialog>
  )
}
