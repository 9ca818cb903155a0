import { useEffect, useState } from 'react'
import { confirmEmail } from '#web/client/email-links.ts'
import styles from './auths-form.module.css'
import { LinkPage } from './link-page.tsx'

/** The target of mailed links that confirm an email. A press is needed, as mail scanners open links too. */
export function ConfirmEmailScreen() {
  const [token] = useState(readToken)
  useEffect(hideToken, [])
  const [outcome, setOutcome] = useState<{ email: string } | { failure: string }>()
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    if (busy) return
    setBusy(true)
    setOutcome(await confirmEmail(token).catch((failure: Error) => ({ failure: failure.message })))
    setBusy(false)
  }
  if (outcome && 'email' in outcome)
    return (
      <LinkPage title="Email confirmed" text={`${outcome.email} is confirmed.`}>
        <p className={styles.instead}>
          <a href="/auths">Go to Fettle</a>
        </p>
      </LinkPage>
    )
  return (
    <LinkPage
      title="Confirm your email"
      text={outcome ? outcome.failure : 'Confirm that the email with this link is yours.'}
    >
      <button type="button" className={styles.submit} aria-disabled={busy} onClick={() => void confirm()}>
        Confirm email
      </button>
      {outcome && (
        <p className={styles.instead}>
          <a href="/auths">Sign in</a> to have the link sent again
        </p>
      )}
    </LinkPage>
  )
}

const linkPattern = /^#verification=([\w-]+)$/

/** The link's token from the hash, or from the history state after {@link hideToken}. */
function readToken(): string {
  const link: unknown = location.hash || history.state?.link
  return linkPattern.exec(typeof link === 'string' ? link : '')?.[1] ?? ''
}

/** Moves the secret from the address to the history state: out of the browsing history, but there after a reload. */
function hideToken() {
  const link = location.hash
  if (linkPattern.test(link)) history.replaceState({ ...history.state, link }, '', location.pathname)
}
