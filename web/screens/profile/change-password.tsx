import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { CallFailure } from '#web/client/request.ts'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { errorIn, type FieldError, type Passwords } from './password-rules.ts'
import styles from './profile.module.css'
import { changePassword, sessionsKey } from './sessions.ts'

const blank: Passwords = { currentPassword: '', newPassword: '', confirmation: '' }
const fields = [
  { name: 'currentPassword', label: 'Current Password', autoComplete: 'current-password' },
  {
    name: 'newPassword',
    label: 'New Password',
    autoComplete: 'new-password',
    hint: 'At least 6 characters, and not a common password',
  },
  { name: 'confirmation', label: 'Confirm New Password', autoComplete: 'new-password' },
] as const

/** Changes the user's password, and signs out their other devices. */
export function ChangePassword() {
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const [typed, setTyped] = useState(blank)
  const [error, setError] = useState<FieldError>()
  const [outcome, setOutcome] = useState<'done' | 'failed'>()
  const [busy, setBusy] = useState(false)
  const show = (found: FieldError) => {
    setError(found)
    form.current?.querySelector<HTMLInputElement>(`[name=${found.field}]`)?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending.current) return
    setOutcome(undefined)
    setError(undefined)
    const found = errorIn(typed)
    if (found) return show(found)
    sending.current = true
    setBusy(true)
    const { currentPassword, newPassword } = typed
    try {
      await changePassword({ currentPassword, newPassword })
      setTyped(blank)
      setOutcome('done')
      void queries.invalidateQueries({ queryKey: sessionsKey })
    } catch (failure) {
      const at = failure instanceof CallFailure ? fields.find(({ name }) => name === failure.field)?.name : undefined
      if (at && failure instanceof CallFailure) show({ field: at, text: failure.message })
      else setOutcome('failed')
    }
    sending.current = false
    setBusy(false)
  }
  return (
    <Card title="Change Password">
      <form ref={form} className={styles.form} onSubmit={submit} noValidate aria-busy={busy}>
        {outcome === 'failed' && (
          <p role="alert" className={styles.failed}>
            An error occurred. Please try again.
          </p>
        )}
        {outcome === 'done' && (
          <p role="status" className={styles.done}>
            Password updated successfully!
          </p>
        )}
        {fields.map(({ name, ...field }) => (
          <Field
            key={name}
            {...field}
            name={name}
            type="password"
            required
            value={typed[name]}
            error={error?.field === name ? error.text : undefined}
            onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
          />
        ))}
        <div className={styles.foot}>
          <span className={styles.quiet}>Signs out your other devices</span>
          <Button type="submit" aria-disabled={busy}>
            {busy ? 'Updating...' : 'Update Password'}
          </Button>
        </div>
      </form>
    </Card>
  )
}
