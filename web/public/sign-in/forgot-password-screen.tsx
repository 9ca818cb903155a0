import { type FormEvent, useState } from 'react'
import { askForReset } from '#web/client/links/password-links.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { AuthsAlert } from './auths-alert.tsx'
import styles from './auths-form.module.css'
import { LinkPage } from './link-page.tsx'

/** Requests a password reset link. The reply is the same whether or not the email has an account. */
export function ForgotPasswordScreen() {
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()
  const [sent, setSent] = useState(false)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    if (!email.trim()) {
      event.currentTarget.querySelector<HTMLInputElement>('[name=email]')?.focus()
      return setError('Enter your email.')
    }
    setBusy(true)
    const failure = await askForReset(email)
    setBusy(false)
    setError(failure?.message)
    if (!failure) setSent(true)
  }
  const back = (
    <p className={sent ? styles.instead : styles.other}>
      <a href="/auths">Back to Sign In</a>
    </p>
  )
  if (sent)
    return (
      <LinkPage
        title="Check your email"
        text={`If ${email.trim()} has an account, we have sent it a link. It works once and expires in an hour.`}
      >
        {back}
      </LinkPage>
    )
  return (
    <LinkPage title="Forgot password?" text="We will email you a link to choose a new one.">
      <form className={styles.form} method="dialog" onSubmit={submit} noValidate aria-busy={busy}>
        <AuthsAlert error={error === undefined ? undefined : { text: error, fields: {}, focus: 'email' }} />
        <Field
          label="Email"
          type="email"
          name="email"
          required
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <button type="submit" className={styles.submit} aria-disabled={busy}>
          Send link
        </button>
      </form>
      {back}
    </LinkPage>
  )
}
