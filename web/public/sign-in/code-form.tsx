import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { SecondFactorKind } from '#core/wire/account/second-factor.ts'
import { CallFailure } from '#web/client/request.ts'
import { awaitCode } from '#web/client/second-step.ts'
import { enterByCode } from '#web/client/session.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { AuthsAlert } from './auths-alert.tsx'
import styles from './auths-form.module.css'
import { PasskeyButton } from './passkey-button.tsx'

type Props = { ticket: string; factors: readonly SecondFactorKind[] }

/** The second step of signing in: a passkey, a code of the authenticator app, or a recovery code. */
export function CodeForm({ ticket, factors }: Props) {
  const hasApp = factors.includes('authenticator')
  const form = useRef<HTMLFormElement>(null)
  const [code, setCode] = useState('')
  const [byRecovery, setByRecovery] = useState(!hasApp)
  const [failure, setFailure] = useState<CallFailure>()
  const [busy, setBusy] = useState(false)
  const focus = () => form.current?.querySelector('input')?.focus()
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!code.trim()) return setFailure(new CallFailure(400, 'fields-required', 'Enter the code.', 'code'))
    setBusy(true)
    setFailure(undefined)
    const refused = await enterByCode({ ticket, code: code.trim() })
    setBusy(false)
    setFailure(refused)
    if (refused) focus()
  }
  const isOver = failure?.code === 'sign-in-over'
  const { field, message = '' } = failure ?? {}
  const label = byRecovery ? 'Recovery code' : 'Code'
  return (
    <>
      <h1 className={styles.title}>{hasApp ? 'Enter your code' : 'Use your passkey'}</h1>
      <p className={styles.text}>
        {!byRecovery
          ? 'The 6 digits that your authenticator app shows.'
          : hasApp
            ? 'One of the ten that you saved. Each works once.'
            : 'Or enter one of the ten recovery codes that you saved. Each works once.'}
      </p>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate aria-busy={busy}>
        <AuthsAlert error={failure && !field ? { text: message, fields: {}, focus: 'password' } : undefined} />
        <Field
          label={label}
          name="code"
          required
          inputMode={byRecovery ? 'text' : 'numeric'}
          autoComplete={byRecovery ? 'off' : 'one-time-code'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          value={code}
          error={field ? message : undefined}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <button type="submit" className={styles.submit} aria-disabled={busy || isOver}>
          Sign In
        </button>
        {factors.includes('passkey') && <PasskeyButton onFailure={setFailure} />}
      </form>
      {hasApp && (
        <div className={styles.other}>
          <button
            type="button"
            onClick={() => {
              setByRecovery(!byRecovery)
              setCode('')
              setFailure(undefined)
              focus()
            }}
          >
            {byRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
          </button>
        </div>
      )}
      <div className={styles.other}>
        <button type="button" onClick={() => awaitCode()}>
          Start again
        </button>
      </div>
    </>
  )
}
