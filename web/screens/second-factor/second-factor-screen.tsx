import { Button } from '@mantine/core'
import { IconCloudOff, IconDeviceMobileCode, IconFingerprint } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import type { SessionUser } from '#core/wire/account/session.ts'
import { hasPasskeys } from '#web/client/passkeys.ts'
import { renew } from '#web/client/session.ts'
import { useLogOut } from '#web/features/navigation/log-out.tsx'
import { useUnsentWork } from '#web/features/offline/use-unsent-work.ts'
import { useSetUp } from '#web/features/second-factor/use-set-up.tsx'
import { useSecondFactor } from '#web/sync/account/second-factor.ts'
import { Logo } from '#web/ui/marks/logo.tsx'
import styles from './second-factor-screen.module.css'

/** Milliseconds after which it is asked again whether the company still requires it. */
const askAgain = 5_000

/**
 * What a user sees in the place of every page while their company requires a second factor that they have not set up. Once they have,
 * or the company requires it no longer, the page is there again.
 */
export function SecondFactorScreen({ user: { email } }: { user: SessionUser }) {
  const { data } = useSecondFactor(askAgain)
  const { startApp, addPasskey, isOpen, dialogs } = useSetUp()
  const logOut = useLogOut()
  const { changes, photos } = useUnsentWork()
  const unsent = changes.length + photos.length
  const isDone =
    data !== undefined && (!data.isRequired || data.authenticator !== undefined || data.passkeys.length > 0)
  useEffect(() => {
    // Not before the recovery codes were read.
    if (isDone && !isOpen) void renew()
  }, [isDone, isOpen])
  return (
    <div className={styles.page}>
      <title>Set up two-factor sign-in · Fettle</title>
      <main className={styles.card}>
        <Logo size={36} />
        <h1 className={styles.title}>Set up two-factor sign-in</h1>
        <p className={styles.text}>
          Your company requires it for your role. It keeps others out, even if they know your password. It takes about a
          minute, and then you go on where you were.
        </p>
        <ul className={styles.ways} aria-label="Ways to set it up">
          <Way
            icon={<IconDeviceMobileCode size={22} stroke={1.5} aria-hidden />}
            name="Authenticator app"
            text="Your phone shows a code, which you enter after your password."
          >
            <Button size="compact-md" onClick={() => void startApp()}>
              Set up
            </Button>
          </Way>
          {hasPasskeys() && (
            <Way
              icon={<IconFingerprint size={22} stroke={1.5} aria-hidden />}
              name="Passkey"
              text="You sign in with your face, finger or PIN."
            >
              <Button size="compact-md" variant="default" onClick={() => void addPasskey()}>
                Add passkey
              </Button>
            </Way>
          )}
        </ul>
        {unsent > 0 && (
          <p className={styles.unsent} role="status">
            <IconCloudOff size={20} stroke={1.75} aria-hidden />
            {unsent === 1
              ? '1 change is kept on this device. It will be sent when you have finished.'
              : `${unsent} changes are kept on this device. They will be sent when you have finished.`}
          </p>
        )}
        <p className={styles.foot}>
          <span>Signed in as {email}</span>
          <button type="button" className={styles.leave} onClick={() => void logOut.ask()}>
            Log out
          </button>
        </p>
      </main>
      {dialogs}
      {logOut.dialog}
    </div>
  )
}

type WayProps = { icon: ReactNode; name: string; text: string; children: ReactNode }

const Way = ({ icon, name, text, children }: WayProps) => (
  <li className={styles.way}>
    {icon}
    <div className={styles.what}>
      <div className={styles.name}>{name}</div>
      <div className={styles.quiet}>{text}</div>
    </div>
    {children}
  </li>
)
