import { useState } from 'react'
import type { AuthenticatorSetup } from '#core/wire/account/second-factor.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import styles from './second-factor.module.css'

type Props = {
  setup: AuthenticatorSetup
  /** Returns what is wrong with the code, if anything. */
  onTurnOn: (code: string) => Promise<string | undefined>
  onClose: () => void
}

/** Shows a new secret to an authenticator app, and asks for the first code as a proof that it has it. */
export function SetUpDialog({ setup: { secret, address }, onTurnOn, onClose }: Props) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [asText, setAsText] = useState(false)
  const submit = async () => {
    if (busy) return
    if (!code.trim()) return setError('Enter the 6 digits.')
    setBusy(true)
    setError(await onTurnOn(code.trim()))
    setBusy(false)
  }
  return (
    <FormDialog
      size={560}
      title="Set up an authenticator app"
      submit="Turn on"
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.setUp}>
        <div className={styles.scan}>
          {asText ? (
            <code className={styles.secret}>{secret.match(/.{4}/g)?.join(' ')}</code>
          ) : (
            <QrCode text={address} label="QR code for your authenticator app" />
          )}
          <button type="button" className={styles.instead} onClick={() => setAsText(!asText)}>
            {asText ? 'Show the QR code' : 'Show the key instead'}
          </button>
        </div>
        <ol className={styles.steps}>
          <li>{asText ? 'Type this key into' : 'Scan this with'} 1Password, Google Authenticator or another app.</li>
          <li>
            <div className={styles.code}>
              <Field
                label="Type the 6 digits it shows."
                name="code"
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={10}
                value={code}
                error={error}
                data-autofocus
                onChange={(event) => setCode(event.currentTarget.value)}
              />
            </div>
          </li>
          <li>Save your recovery codes.</li>
        </ol>
      </div>
    </FormDialog>
  )
}
