import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Confirmation, SecondFactorAnswer } from '#core/wire/account/second-factor.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import type { ConfirmedBy } from '#web/client/confirmation.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { confirmByPasskey, hasPasskeys } from '#web/client/passkeys.ts'
import { useSecondFactor } from '#web/sync/account/second-factor.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Field } from '#web/ui/fields/field.tsx'

type Props = { by: ConfirmedBy; onAnswer: (isConfirmed: boolean) => void }

const fields = {
  password: { label: 'Password', type: 'password', autoComplete: 'current-password', missing: 'Enter your password.' },
  code: { label: 'Code', type: 'text', autoComplete: 'one-time-code', missing: 'Enter the code.' },
} as const

/** Asks the user to prove again that it is they, by their password or, with a second factor, by a code or a passkey. */
export function ConfirmYouDialog({ by, onAnswer }: Props) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { missing, ...field } = fields[by]
  const { data } = useSecondFactor()
  const confirm = async (work: () => Promise<unknown>) => {
    if (busy) return
    setBusy(true)
    try {
      await work()
      onAnswer(true)
    } catch (failure) {
      setError(errorMessage(failure))
      setBusy(false)
    }
  }
  const submit = () => {
    if (!typed.trim()) return setError(missing)
    return confirm(() => call(paths.confirm, { body: { [by]: typed } satisfies Confirmation }))
  }
  const byPasskey = by === 'code' && hasPasskeys() && data !== undefined && data.passkeys.length > 0
  return (
    <FormDialog
      size={420}
      title="Confirm that it’s you"
      submit="Confirm"
      busy={busy}
      onSubmit={submit}
      onClose={() => onAnswer(false)}
      aside={
        byPasskey && (
          <Button variant="default" aria-disabled={busy} onClick={() => confirm(confirmByPasskey)}>
            Use a passkey
          </Button>
        )
      }
    >
      <Field
        {...field}
        name={by}
        hint={by === 'password' ? undefined : hintFor(data)}
        value={typed}
        error={error}
        data-autofocus
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

const hintFor = (factors: SecondFactorAnswer | undefined) =>
  factors?.authenticator ? 'From your authenticator app, or a recovery code' : 'A recovery code'
