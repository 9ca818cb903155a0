import { useEffect, useState } from 'react'
import { paths } from '#core/wire/paths.ts'
import { AuthsAlert } from './auths-alert.tsx'
import styles from './auths-form.module.css'

const failures: Readonly<Record<string, string>> = {
  unknown: 'Your account does not belong to a company in Fettle. Ask your company’s owner to add you.',
  refused: 'Your organisation’s response could not be verified. Please try again.',
  often: 'Too many attempts. Please try again in 15 minutes.',
  unreachable: 'Your organisation’s sign-in page cannot be reached. Please try again.',
}

/** Sign-in through an external identity provider: one button, no password. */
export function ExternalSignIn() {
  const [failure, setFailure] = useState<string>()
  useEffect(() => setFailure(failures[/^#failed=(\w+)$/.exec(location.hash)?.[1] ?? '']), [])
  return (
    <>
      <h1 className={styles.title}>Sign in to Fettle</h1>
      <p className={styles.text}>Use your organisation account.</p>
      <div className={styles.form}>
        <AuthsAlert
          error={
            failure === undefined
              ? undefined
              : { title: 'Authentication failed!', text: failure, fields: {}, focus: 'email' }
          }
        />
        <a className={`${styles.submit} ${styles.go}`} href={paths.externalSignIn}>
          Continue
        </a>
      </div>
    </>
  )
}
