import { Button, TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { mostUsers } from '#core/member/member.ts'
import type { InvitationAnswer } from '#core/wire/account/team.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { type Assignable, addUser } from '#web/sync/reads/team.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { PersonAvatar, RoleTag } from '#web/ui/marks/person.tsx'
import styles from './dialogs.module.css'
import { PasswordLink } from './password-link.tsx'
import { RoleChoice } from './role-choice.tsx'

type Props = { companyId: string; count: number; onClose: () => void }
type Typed = { username: string; email: string; role: Assignable }
const blank: Typed = { username: '', email: '', role: 'team' }
/** Milliseconds the dialog stays open after adding a user, if there is no link to copy. */
const closesAfter = 2_000

/** Adds a user: username, email and role. Closes automatically on success, unless it shows a link. */
export function AddUser({ companyId, count, onClose }: Props) {
  const [typed, setTyped] = useState(blank)
  const [added, setAdded] = useState<InvitationAnswer>()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  const closes = added !== undefined && !added.link
  useEffect(() => {
    if (!closes) return
    const timer = setTimeout(onClose, closesAfter)
    return () => clearTimeout(timer)
  }, [closes, onClose])

  const submit = async () => {
    if (sending.current) return
    const [username, email] = [typed.username.trim(), typed.email.trim()]
    if (!username || !email) return setError('Failed to add user: Please fill all required fields.')
    sending.current = true
    setBusy(true)
    setError(undefined)
    try {
      setAdded(await addUser({ ...typed, username, email, companyId }))
    } catch (failure) {
      setError(`Failed to add user: ${errorMessage(failure)}`)
    }
    sending.current = false
    setBusy(false)
  }
  const another = () => {
    setTyped(blank)
    setAdded(undefined)
  }

  if (added)
    return (
      <Dialog
        opened
        onClose={onClose}
        title="Add New User"
        size={520}
        footer={
          <>
            <span className={styles.count}>
              {count} of {mostUsers} users
            </span>
            <Button variant="default" onClick={another} disabled={count >= mostUsers}>
              Add another
            </Button>
            <Button variant="default" onClick={onClose}>
              Done
            </Button>
          </>
        }
      >
        <p role="status" className={styles.done}>
          <IconCheck size={18} aria-hidden />
          User added successfully: {added.userId}
        </p>
        <div className={styles.person}>
          <PersonAvatar name={typed.username} role={typed.role} />
          <div>
            <strong>{typed.username}</strong> <RoleTag role={typed.role} />
            <div>{typed.email}</div>
          </div>
        </div>
        <PasswordLink {...typed} invitation={added} />
      </Dialog>
    )
  return (
    <FormDialog
      title="Add New User"
      size={520}
      submit="Add User"
      busy={busy}
      unsaved={!busy && (typed.username.trim() !== '' || typed.email.trim() !== '')}
      className={styles.form}
      onSubmit={submit}
      onClose={onClose}
    >
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <TextInput
        label="Username"
        required
        data-autofocus
        maxLength={100}
        autoComplete="off"
        value={typed.username}
        onChange={(event) => setTyped({ ...typed, username: event.currentTarget.value })}
      />
      <TextInput
        label="Email"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        value={typed.email}
        onChange={(event) => setTyped({ ...typed, email: event.currentTarget.value })}
      />
      <RoleChoice role={typed.role} onRole={(role) => setTyped({ ...typed, role })} />
    </FormDialog>
  )
}
