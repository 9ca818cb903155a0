import { Button } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { errorMessage } from '#web/client/error-message.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { confirm } from './queries.ts'

type Props = { by: 'password' | 'code'; onConfirmed: () => void; onClose: () => void }

const fields = {
  password: { label: 'Password', type: 'password', autoComplete: 'current-password', missing: 'Enter your password.' },
  code: { label: 'Code', type: 'text', autoComplete: 'one-time-code', missing: 'Enter the code.' },
} as const

/** Asks the user to prove again that it is they, by their password or, with a second factor, by a code. */
export function ConfirmYouDialog({ by, onConfirmed, onClose }: Props) {
  const form = useId()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { missing, ...field } = fields[by]
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!typed.trim()) return setError(missing)
    setBusy(true)
    try {
      await confirm({ [by]: typed })
      onConfirmed()
    } catch (failure) {
      setError(errorMessage(failure))
      setBusy(false)
    }
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      size={420}
      title="Confirm that it’s you"
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} aria-disabled={busy}>
            Confirm
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <Field
          {...field}
          name={by}
          hint={by === 'code' ? 'From your authenticator app, or a recovery code' : undefined}
          value={typed}
          error={error}
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}
