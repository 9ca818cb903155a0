import { useState } from 'react'
import type { Passkey } from '#core/wire/account/passkeys.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { renamePasskey } from '#web/features/second-factor/queries.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Field } from '#web/ui/fields/field.tsx'

type Props = { passkey: Passkey; onRenamed: () => void; onClose: () => void }

/** Asks for another name of a passkey. */
export function RenamePasskey({ passkey: { passkeyId, name }, onRenamed, onClose }: Props) {
  const [typed, setTyped] = useState(name)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    if (busy) return
    if (!typed.trim()) return setError('Enter a name.')
    setBusy(true)
    try {
      await renamePasskey(passkeyId, typed)
      onRenamed()
    } catch (failure) {
      setError(errorMessage(failure))
      setBusy(false)
    }
  }
  return (
    <FormDialog size={420} title="Rename the passkey" submit="Rename" busy={busy} onSubmit={submit} onClose={onClose}>
      <Field
        label="Name"
        name="passkey"
        maxLength={60}
        value={typed}
        error={error}
        data-autofocus
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
