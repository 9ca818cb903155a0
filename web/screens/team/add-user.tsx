import { Button, TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { mostUsers } from '#core/member/member.ts'
import type { InvitationAnswer } from '#core/wire/account/team.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { CallFailure } from '#web/client/request.ts'
import { type Assignable, addUser } from '#web/sync/reads/team.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { PersonAvatar, RoleTag } from '#web/ui/marks/person.tsx'
import styles from './dialogs.module.css'
import { PasswordLink } from './password-link.tsx'
import { RoleChoice } from './role-choice.tsx'

type Props = { companyId: string; count: number; onClose: () => void }
type Typed = { username: string; email: string; fullName: string; telephone: string; role: Assignable }
const blank: Typed = { username: '', email: '', fullName: '', telephone: '', role: 'team' }
const texts = ['username', 'email', 'fullName', 'telephone'] as const satisfies (keyof Typed)[]
/** What is not filled in is not sent. */
const known = ({ fullName, telephone }: Typed) => ({
  ...(fullName.trim() && { fullName: fullName.trim() }),
  ...(telephone.trim() && { telephone: telephone.trim() }),
})
/** Milliseconds the dialog stays open after adding a user, if there is no link to copy. */
const closesAfter = 2_000

/** Adds a user: username, email and role, and the person's name and telephone number if they are known. Closes automatically on success, unless it shows a link. */
export function AddUser({ companyId, count, onClose }: Props) {
  const [typed, setTyped] = useState(blank)
  const [added, setAdded] = useState<InvitationAnswer>()
  const [failure, setFailure] = useState<{ error: string; field?: string | undefined }>()
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
    if (!username || !email) return setFailure({ error: 'Failed to add user: Please fill all required fields.' })
    sending.current = true
    setBusy(true)
    setFailure(undefined)
    try {
      setAdded(await addUser({ ...known(typed), username, email, role: typed.role, companyId }))
    } catch (error) {
      const field = error instanceof CallFailure ? error.field : undefined
      setFailure({ error: `Failed to add user: ${errorMessage(error)}`, field })
    }
    sending.current = false
    setBusy(false)
  }
  const name = typed.fullName.trim() || typed.username
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
          <PersonAvatar name={name} role={typed.role} />
          <div>
            <strong>{name}</strong> <RoleTag role={typed.role} />
            <div>{typed.email}</div>
          </div>
        </div>
        <PasswordLink username={name} email={typed.email} invitation={added} />
      </Dialog>
    )
  return (
    <FormDialog
      title="Add New User"
      size={520}
      submit="Add User"
      busy={busy}
      unsaved={!busy && texts.some((field) => typed[field].trim() !== '')}
      className={styles.form}
      onSubmit={submit}
      onClose={onClose}
    >
      {failure && (
        <p role="alert" className={styles.error}>
          {failure.error}
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
      <TextInput
        label="Full name"
        name="fullName"
        description="Shown instead of the username. The person can change it later."
        maxLength={80}
        autoComplete="off"
        error={failure?.field === 'fullName'}
        value={typed.fullName}
        onChange={(event) => setTyped({ ...typed, fullName: event.currentTarget.value })}
      />
      <TextInput
        label="Telephone"
        name="telephone"
        type="tel"
        description="Everyone in your company can see it"
        maxLength={30}
        autoComplete="off"
        error={failure?.field === 'telephone'}
        value={typed.telephone}
        onChange={(event) => setTyped({ ...typed, telephone: event.currentTarget.value })}
      />
      <RoleChoice role={typed.role} onRole={(role) => setTyped({ ...typed, role })} />
    </FormDialog>
  )
}
