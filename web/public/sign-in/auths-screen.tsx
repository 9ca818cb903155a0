import { useEffect, useLayoutEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useSecondStep } from '#web/client/second-step.ts'
import { beginSession, useSession } from '#web/client/session.ts'
import { useSignInMethods } from '#web/client/sign-in-methods.ts'
import { startPage } from '#web/client/start-page.ts'
import { pages } from '#web/public/pages.ts'
import { Logo } from '#web/ui/marks/logo.tsx'
import { AuthsForm } from './auths-form.tsx'
import { AuthsPicture } from './auths-picture.tsx'
import { type Entrance, entranceParameter } from './auths-rules.ts'
import styles from './auths-screen.module.css'
import { CodeForm } from './code-form.tsx'
import { ExternalSignIn } from './external-sign-in.tsx'

/** Sign in or register a business: one page, which keeps the email when switching between the two. */
export function AuthsScreen() {
  const session = useSession()
  useEffect(beginSession, [])
  const { external } = useSignInMethods()
  const { waiting } = useSecondStep()
  const [entrance, setEntrance] = useState<Entrance>('sign-in')
  const { search } = useLocation()
  // Not on the first render, as the prerendered page ignores the address.
  useLayoutEffect(() => {
    if (new URLSearchParams(search).get(entranceParameter) === 'register') setEntrance('register')
  }, [search])
  const [signingIn, setSigningIn] = useState(false)
  if (session.state === 'signed-in') {
    const announcement = signingIn ? { announcement: 'Login successful!' } : undefined
    return <Navigate to={startPage(session.user.userRole)} replace state={announcement} />
  }
  return (
    <div className={styles.page}>
      <title>{entrance === 'sign-in' ? 'Sign In · Fettle' : 'Register Your Business · Fettle'}</title>
      <main className={`${styles.side} ${entrance === 'register' ? styles.register : ''}`}>
        <a href={pages.landing.path} className={styles.logo}>
          <Logo size={32} />
          Fettle
        </a>
        <div className={styles.middle}>
          {waiting ? (
            <CodeForm {...waiting} />
          ) : external ? (
            <ExternalSignIn />
          ) : (
            <AuthsForm entrance={entrance} onEntrance={setEntrance} onSigningIn={setSigningIn} />
          )}
        </div>
        <nav className={styles.more} aria-label="Quick links">
          <a href={pages.faq.path}>FAQ</a>
          <a href={pages.contact.path}>Contact</a>
          <a href={pages.privacy.path}>Privacy</a>
        </nav>
      </main>
      <AuthsPicture />
    </div>
  )
}
