import { useState } from 'react'
import type { Confirmation } from '#core/wire/account/second-factor.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import type { ConfirmedBy } from '#web/client/confirmation.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Field } from '#web/ui/fields/field.tsx'

type Props = { by: ConfirmedBy; onAnswer: (isConfirmed: boolean) => void }

const fields = {
  password: { label: 'Password', type: 'password', autoComplete: 'current-password', missing: 'Enter your password.' },
  code: { label: 'Code', type: 'text', autoComplete: 'one-time-code', missing: 'Enter the code.' },
} as const

/** Asks the user to prove again that it is they, by their password or, with a second factor, by a code. */
export function ConfirmYouDialog({ by, onAnswer }: Props) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { missing, ...field } = fields[by]
  const submit = async () => {
    if (busy) return
    if (!typed.trim()) return setError(missing)
    setBusy(true)
    try {
      await call(paths.confirm, { body: { [by]: typed } satisfies Confirmation })
      onAnswer(true)
    } catch (failure) {
      setError(errorMessage(failure))
      setBusy(false)
    }
  }
  return (
    <FormDialog
      size={420}
      title="Confirm that it’s you"
      submit="Confirm"
      busy={busy}
      onSubmit={submit}
      onClose={() => onAnswer(false)}
    >
      <Field
        {...field}
        name={by}
        hint={by === 'code' ? 'From your authenticator app, or a recovery code' : undefined}
        value={typed}
        error={error}
        data-autofocus
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
