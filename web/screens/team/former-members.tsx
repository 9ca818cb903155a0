import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { nameOfPerson } from '#core/member/names.ts'
import { errorMessage } from '#web/client/error-message.ts'
import eraseStyles from '#web/features/history/history-erase.module.css'
import { EraseFields, isEraseConfirmed } from '#web/features/history/history-erase-fields.tsx'
import { eraseMember } from '#web/features/history/history-erase-queries.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { type TeamUser, useFormerTeam } from '#web/sync/reads/team.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './former-members.module.css'

/** The company's former members, for the owner. Their names stay in the history until they are erased. */
export function FormerMembers() {
  const former = useFormerTeam().data ?? []
  const [chosen, setChosen] = useState<TeamUser>()
  if (former.length === 0) return null
  return (
    <section className={styles.former} aria-labelledby="former-members">
      <h2 id="former-members">Former members</h2>
      <ul>
        {former.map((user) => (
          <li key={user.userId}>
            <div>
              <strong>{nameOfPerson(user)}</strong>
              <p>{user.erased ? 'Name and email erased' : user.email}</p>
            </div>
            {!user.erased && user.userRole !== 'owner' && (
              <Button size="compact-sm" variant="default" onClick={() => setChosen(user)}>
                Erase name and email<span className="sr"> of {nameOfPerson(user)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {chosen && <EraseMember user={chosen} onClose={() => setChosen(undefined)} />}
    </section>
  )
}

function EraseMember({ user, onClose }: { user: TeamUser; onClose: () => void }) {
  const { userId } = user
  const name = nameOfPerson(user)
  const queries = useQueryClient()
  const [form, setForm] = useState({ reason: '', typed: '' })
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const erase = async () => {
    setBusy(true)
    try {
      const { username: instead } = await eraseMember(userId, form.reason)
      onClose()
      toast.success(`${name} is now ${instead}`)
      await queries.invalidateQueries({ queryKey: keys.team })
    } catch (failure) {
      setError(errorMessage(failure))
      setBusy(false)
    }
  }
  return (
    <FormDialog
      title={`Erase ${name}?`}
      size={480}
      submit="Erase name and email"
      submitClass={eraseStyles.erase}
      disabled={busy || !isEraseConfirmed(form)}
      className={eraseStyles.form}
      unsaved={!busy && form.reason.trim() !== ''}
      onSubmit={erase}
      onClose={onClose}
    >
      <p>
        Permanently deletes the name, email, telephone number, sign-in details and private to-dos of {name}. This cannot
        be undone, and {name} can only return as a new user.
      </p>
      <p className={eraseStyles.quiet}>
        Past work stays in the history under a number, such as ‘Former member 1’. Names written in comments or tasks are
        not erased here: erase them in their own entries. Backups are not affected.
      </p>
      <EraseFields form={form} onChange={setForm} error={error} />
    </FormDialog>
  )
}
