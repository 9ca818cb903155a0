import { useEffect, useState } from 'react'
import { confirmEmail, undoEmail } from '#web/client/links/email-links.ts'
import styles from './auths-form.module.css'
import { LinkPage } from './link-page.tsx'

const asked = {
  verification: {
    title: 'Confirm your email',
    text: 'Confirm that the email with this link is yours.',
    press: 'Confirm email',
  },
  change: {
    title: 'Confirm your new email',
    text: 'Your Fettle account gets the email that has this link.',
    press: 'Confirm email',
  },
  undo: {
    title: 'Take the change back',
    text: 'Your Fettle account gets this email again, all devices are signed out, and you choose a new password.',
    press: 'Take the change back',
  },
}

/** The target of mailed links about an email. A press is needed, as mail scanners open links too. */
export function ConfirmEmailScreen() {
  const [[purpose, token]] = useState(readLink)
  useEffect(hideLink, [])
  const [confirmed, setConfirmed] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const send = async () => {
    if (busy) return
    setBusy(true)
    try {
      if (purpose === 'undo') location.assign(`/set-password#reset=${(await undoEmail(token)).token}`)
      else setConfirmed((await confirmEmail(token)).email)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    }
    setBusy(false)
  }
  if (confirmed !== undefined)
    return (
      <LinkPage title="Email confirmed" text={`${confirmed} is confirmed.`}>
        <p className={styles.instead}>
          <a href="/auths">Go to Fettle</a>
        </p>
      </LinkPage>
    )
  const { title, text, press } = asked[purpose]
  return (
    <LinkPage title={title} text={failure ?? text}>
      <button type="button" className={styles.submit} aria-disabled={busy} onClick={() => void send()}>
        {press}
      </button>
      {failure !== undefined && (
        <p className={styles.instead}>
          <a href="/auths">Sign in</a> to ask for another link
        </p>
      )}
    </LinkPage>
  )
}

const linkPattern = /^#(verification|change|undo)=([\w-]+)$/

/** The link's purpose and token from the hash, or from the history state after {@link hideLink}. */
function readLink(): [keyof typeof asked, string] {
  const link: unknown = location.hash || history.state?.link
  const [, purpose, token = ''] = linkPattern.exec(typeof link === 'string' ? link : '') ?? []
  return [purpose === 'change' || purpose === 'undo' ? purpose : 'verification', token]
}

/** Moves the secret from the address to the history state: out of the browsing history, but there after a reload. */
function hideLink() {
  const link = location.hash
  if (linkPattern.test(link)) history.replaceState({ ...history.state, link }, '', location.pathname)
}
