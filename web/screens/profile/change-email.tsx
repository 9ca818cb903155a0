import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { CallFailure } from '#web/client/request.ts'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import styles from './profile.module.css'

const blank = { email: '', currentPassword: '' }
const fields = [
  { name: 'email', label: 'New Email', type: 'email', autoComplete: 'email' },
  { name: 'currentPassword', label: 'Password', type: 'password', autoComplete: 'current-password' },
] as const
type Outcome = { done: string } | { failed: string; field?: string | undefined }

/** Asks for another email: a link goes to the new address, and the change counts once it is opened. */
export function ChangeEmail() {
  const [typed, setTyped] = useState(blank)
  const [outcome, setOutcome] = useState<Outcome>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (busy) return
    setBusy(true)
    setOutcome(undefined)
    try {
      const { message } = await call<{ message: string }>(paths.email, { body: typed })
      setTyped(blank)
      setOutcome({ done: message })
    } catch (failure) {
      const field = failure instanceof CallFailure ? failure.field : undefined
      setOutcome({ failed: errorMessage(failure), field })
      form.querySelector<HTMLInputElement>(`[name=${field ?? 'email'}]`)?.focus()
    }
    setBusy(false)
  }
  const failed = outcome && 'failed' in outcome ? outcome : undefined
  const isShownAtField = fields.some(({ name }) => name === failed?.field)
  return (
    <Card title="Change Email">
      <form className={styles.form} onSubmit={submit} noValidate aria-busy={busy}>
        {failed && !isShownAtField && (
          <p role="alert" className={styles.failed}>
            {failed.failed}
          </p>
        )}
        {outcome && 'done' in outcome && (
          <p role="status" className={styles.done}>
            {outcome.done}
          </p>
        )}
        {fields.map(({ name, ...field }) => (
          <Field
            key={name}
            {...field}
            name={name}
            required
            value={typed[name]}
            error={failed?.field === name ? failed.failed : undefined}
            onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
          />
        ))}
        <div className={styles.foot}>
          <span className={styles.quiet}>For 7 days, your old email can undo this</span>
          <Button type="submit" aria-disabled={busy}>
            {busy ? 'Sending...' : 'Change Email'}
          </Button>
        </div>
      </form>
    </Card>
  )
}
