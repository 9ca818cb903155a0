import { type FormEvent, useRef, useState } from 'react'
import { askForReset } from '#web/client/links/password-links.ts'
import { useEarlySubmission } from '#web/public/early-submission.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { AuthsAlert } from './auths-alert.tsx'
import styles from './auths-form.module.css'
import { LinkPage } from './link-page.tsx'

/** Requests a password reset link. The reply is the same whether or not the email has an account. */
export function ForgotPasswordScreen() {
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<string>()
  const [sentTo, setSentTo] = useState<string>()
  const [busy, setBusy] = useState(false)
  useEarlySubmission(form)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    // The field keeps its own text, which may have been typed before the script loaded.
    const field = event.currentTarget.querySelector<HTMLInputElement>('[name=email]')
    const email = field?.value.trim() ?? ''
    if (!email) {
      field?.focus()
      return setError('Enter your email.')
    }
    setBusy(true)
    const failure = await askForReset(email)
    setBusy(false)
    setError(failure?.message)
    if (!failure) setSentTo(email)
  }
  const back = (
    <p className={sentTo ? styles.instead : styles.other}>
      <a href="/auths">Back to Sign In</a>
    </p>
  )
  if (sentTo)
    return (
      <LinkPage
        title="Check your email"
        text={`If ${sentTo} has an account, we have sent it a link. It works once and expires in an hour.`}
      >
        {back}
      </LinkPage>
    )
  return (
    <LinkPage title="Forgot password?" text="We will email you a link to choose a new one.">
      <form ref={form} className={styles.form} method="dialog" onSubmit={submit} noValidate aria-busy={busy}>
        <AuthsAlert error={error === undefined ? undefined : { text: error, fields: {}, focus: 'email' }} />
        <Field label="Email" type="email" name="email" required autoComplete="username" />
        <button type="submit" className={styles.submit} aria-disabled={busy}>
          Send link
        </button>
      </form>
      {back}
    </LinkPage>
  )
}
