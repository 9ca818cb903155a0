import { type FormEvent, useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import type { PasswordLinkAnswer } from '#core/wire/account/passwords.ts'
import { passwordLink, setPassword } from '#web/client/password-links.ts'
import { CallFailure } from '#web/client/request.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { AuthsAlert } from './auths-alert.tsx'
import styles from './auths-form.module.css'
import { LinkPage } from './link-page.tsx'

const shortest = 6
const tooShort = `Password must be at least ${shortest} characters long.`

/** Where a mailed link leads: an invited person sets the first password, others a new one, and both are signed in by it. */
export function SetPasswordScreen() {
  const [[purpose, token]] = useState(readLink)
  useEffect(takeLinkAway, [])
  const [whose, setWhose] = useState<PasswordLinkAnswer>()
  const [failure, setFailure] = useState<Error>()
  const [done, setDone] = useState(false)
  useEffect(() => {
    passwordLink(token).then(setWhose, (error: Error) => setFailure(error))
  }, [token])
  if (done) return <Navigate to="/sites" replace state={{ said: 'Login successful!' }} />
  if (failure)
    return (
      <LinkPage
        title={mayPass(failure) ? 'This link cannot be checked now' : 'This link is over'}
        text={failure.message}
      >
        <p className={styles.instead}>
          <a href="/forgot-password">Ask for a new password</a> or <a href="/auths">sign in</a>
        </p>
      </LinkPage>
    )
  const title = purpose === 'invitation' ? 'Choose your password' : 'Choose a new password'
  if (!whose) return <LinkPage title={title} text="Loading..." />
  const { username, email, businessName } = whose
  const text = `${username}, ${businessName}. You sign in with ${email}.`
  return (
    <LinkPage title={title} text={text}>
      <Form email={email} send={(password) => setPassword(purpose, token, password)} onDone={() => setDone(true)} />
    </LinkPage>
  )
}

const isLink = /^#(invitation|reset)=([\w-]+)$/

/** Too many attempts, a server that is down or a line that is gone say nothing of the link. */
const mayPass = (failure: Error) =>
  failure instanceof CallFailure && (failure.status === 0 || failure.status === 429 || failure.status >= 500)

/** What the address says behind #, or said before it was taken away. */
function readLink(): ['invitation' | 'reset', string] {
  const said: unknown = location.hash || history.state?.link
  const [, purpose, token = ''] = isLink.exec(typeof said === 'string' ? said : '') ?? []
  return [purpose === 'invitation' ? 'invitation' : 'reset', token]
}

/** Takes the secret out of the address, so that it is in no list of pages visited; the page has it when it is loaded again. */
function takeLinkAway() {
  const link = location.hash
  if (isLink.test(link)) history.replaceState({ ...history.state, link }, '', location.pathname)
}

function wrongIn(password: string, confirmation: string) {
  if (!password || !confirmation) return 'Please fill all required fields.'
  if (password !== confirmation) return 'New passwords do not match.'
  return [...password].length < shortest ? tooShort : undefined
}

type FormProps = { email: string; send: (password: string) => Promise<Error | undefined>; onDone: () => void }

function Form({ email, send, onDone }: FormProps) {
  const [password, setTyped] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const wrong = wrongIn(password, confirmation)
    if (wrong) {
      const field = password && wrong !== tooShort ? 'confirmation' : 'password'
      event.currentTarget.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus()
      return setError(wrong)
    }
    setBusy(true)
    const failure = await send(password)
    setBusy(false)
    if (failure) setError(failure.message)
    else onDone()
  }
  return (
    <form className={styles.form} method="dialog" onSubmit={submit} noValidate aria-busy={busy}>
      <AuthsAlert wrong={error === undefined ? undefined : { text: error, fields: {}, focus: 'password' }} />
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <Field
        label="New Password"
        type="password"
        name="password"
        required
        autoComplete="new-password"
        hint="At least 6 characters, and not a common password."
        value={password}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Field
        label="Confirm New Password"
        type="password"
        name="confirmation"
        required
        autoComplete="new-password"
        value={confirmation}
        onChange={(event) => setConfirmation(event.currentTarget.value)}
      />
      <button type="submit" className={styles.submit} aria-disabled={busy}>
        Set password
      </button>
    </form>
  )
}
