import { useEffect, useState } from 'react'
import { paths } from '#core/wire/paths.ts'
import { AuthsAlert } from './auths-alert.tsx'
import styles from './auths-form.module.css'

const failures: Readonly<Record<string, string>> = {
  unknown: 'Your account has no place in a company here. Ask the owner of your company to add you.',
  refused: 'Your organisation’s answer could not be believed. Please try again.',
  often: 'Too many attempts. Please try again in a quarter of an hour.',
  unreachable: 'Your organisation’s sign-in page cannot be reached. Please try again.',
}

/** Where an outside identity provider says who people are: one button, no password. */
export function ExternalSignIn() {
  const [failure, setFailure] = useState<string>()
  useEffect(() => setFailure(failures[/^#failed=(\w+)$/.exec(location.hash)?.[1] ?? '']), [])
  return (
    <>
      <h1 className={styles.title}>Sign in to Fettle</h1>
      <p className={styles.text}>With the account of your organisation.</p>
      <div className={styles.form}>
        <AuthsAlert
          wrong={
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
