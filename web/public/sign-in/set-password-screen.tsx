import { type FormEvent, useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import type { PasswordLinkAnswer } from '#core/wire/account/passwords.ts'
import { passwordLink, setPassword } from '#web/client/links/password-links.ts'
import { CallFailure } from '#web/client/request.ts'
import { useSecondStep } from '#web/client/second-step.ts'
import { useSession } from '#web/client/session.ts'
import { startPage } from '#web/client/start-page.ts'
import { pages } from '#web/public/pages.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { AuthsAlert } from './auths-alert.tsx'
import styles from './auths-form.module.css'
import { LinkPage } from './link-page.tsx'

const shortest = 6
const tooShort = `Password must be at least ${shortest} characters long.`

/** The target of emailed links: an invited person sets a first password, others a new one; either signs them in. */
export function SetPasswordScreen() {
  const [[purpose, token]] = useState(readLink)
  useEffect(hideLink, [])
  const [link, setLink] = useState<PasswordLinkAnswer>()
  const [failure, setFailure] = useState<Error>()
  const [done, setDone] = useState(false)
  const session = useSession()
  const { waiting } = useSecondStep()
  useEffect(() => {
    passwordLink(token).then(setLink, (error: Error) => setFailure(error))
  }, [token])
  if (done && session.state === 'signed-in')
    return <Navigate to={startPage(session.user.userRole)} replace state={{ announcement: 'Login successful!' }} />
  // The code is asked for on the sign-in page, which also knows how to start again.
  if (done && waiting) return <Navigate to={pages.auths.path} replace />
  if (failure)
    return (
      <LinkPage
        title={isTemporary(failure) ? 'We could not check this link' : 'This link has expired'}
        text={failure.message}
      >
        <p className={styles.instead}>
          <a href="/forgot-password">Request a new link</a> or <a href="/auths">sign in</a>
        </p>
      </LinkPage>
    )
  const title = purpose === 'invitation' ? 'Choose your password' : 'Choose a new password'
  if (!link) return <LinkPage title={title} text="Loading..." />
  const { username, email, businessName } = link
  const text = `${username}, ${businessName}. Sign in with ${email}.`
  return (
    <LinkPage title={title} text={text}>
      <Form email={email} send={(password) => setPassword(purpose, token, password)} onDone={() => setDone(true)} />
    </LinkPage>
  )
}

const linkPattern = /^#(invitation|reset)=([\w-]+)$/

/** Whether the failure may be temporary and so says nothing about the link: offline, rate-limited or a server error. */
const isTemporary = (failure: Error) =>
  failure instanceof CallFailure && (failure.status === 0 || failure.status === 429 || failure.status >= 500)

/** The link's purpose and token from the hash, or from the history state after {@link hideLink}. */
function readLink(): ['invitation' | 'reset', string] {
  const link: unknown = location.hash || history.state?.link
  const [, purpose, token = ''] = linkPattern.exec(typeof link === 'string' ? link : '') ?? []
  return [purpose === 'invitation' ? 'invitation' : 'reset', token]
}

/** Moves the secret from the address to the history state: out of the browsing history, but there after a reload. */
function hideLink() {
  const link = location.hash
  if (linkPattern.test(link)) history.replaceState({ ...history.state, link }, '', location.pathname)
}

function errorIn(password: string, confirmation: string) {
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
    const problem = errorIn(password, confirmation)
    if (problem) {
      const field = password && problem !== tooShort ? 'confirmation' : 'password'
      event.currentTarget.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus()
      return setError(problem)
    }
    setBusy(true)
    const failure = await send(password)
    setBusy(false)
    if (failure) setError(failure.message)
    else onDone()
  }
  return (
    <form className={styles.form} method="dialog" onSubmit={submit} noValidate aria-busy={busy}>
      <AuthsAlert error={error === undefined ? undefined : { text: error, fields: {}, focus: 'password' }} />
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
