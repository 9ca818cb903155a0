import { Button } from '@mantine/core'
import { IconDeviceMobileCode, IconLifebuoy } from '@tabler/icons-react'
import { useState } from 'react'
import { dayNameIn } from '#core/time/format.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { turnOff } from '#web/features/second-factor/queries.ts'
import { useSetUp } from '#web/features/second-factor/use-set-up.tsx'
import { useSecondFactor } from '#web/sync/account/second-factor.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/dialog.tsx'
import { lastUse } from '#web/ui/time/last-use.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import { ExtraChecksCard } from './extra-checks-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import styles from './second-factor.module.css'

/** So few recovery codes are too few. */
const fewCodes = 3

/** The user's passkeys, authenticator app and recovery codes. */
export function SecondFactorCards() {
  const { data, error, refetch } = useSecondFactor()
  const { startApp, addPasskey, makeNewCodes, act, readAgain, dialogs } = useSetUp()
  const [ending, setEnding] = useState(false)

  if (!data)
    return (
      <Card title="Authenticator app">
        {error && (
          <div className={styles.unread} role="alert">
            <p>{errorMessage(error)}</p>
            <Button size="compact-sm" variant="default" onClick={() => refetch()}>
              Retry
            </Button>
          </div>
        )}
      </Card>
    )
  const { authenticator, passkeys, recoveryCodes, isRequired } = data
  const isLast = (authenticator ? 1 : 0) + passkeys.length === 1
  const staysLast = isRequired && isLast
  return (
    <>
      <PasskeysCard
        passkeys={passkeys}
        isOnlyFactor={!authenticator}
        mayRemove={!staysLast}
        onAdd={addPasskey}
        onChange={readAgain}
        act={act}
      />
      <Card title="Authenticator app" flush action={authenticator && <span className={styles.on}>On</span>}>
        <div className={styles.row}>
          <IconDeviceMobileCode size={20} stroke={1.5} aria-hidden />
          <div className={styles.what}>
            <div className={styles.name}>Codes from your app</div>
            <div className={styles.quiet}>
              {authenticator ? <Use {...authenticator} /> : 'Asks for a code from your phone when you sign in'}
            </div>
          </div>
          <Button size="compact-sm" variant="default" onClick={startApp}>
            {authenticator ? 'Set up again' : 'Set up'}
          </Button>
          {authenticator && !staysLast && (
            <Button size="compact-sm" variant="default" onClick={() => setEnding(true)}>
              Turn off
            </Button>
          )}
        </div>
        {isRequired && (
          <p className={styles.foot}>
            Your company requires two-factor sign-in for your role
            {staysLast ? ', so the last way to confirm it’s you can’t be removed.' : '.'}
          </p>
        )}
      </Card>
      {(authenticator || passkeys.length > 0) && (
        <Card title="Recovery codes" flush>
          <div className={styles.row}>
            <IconLifebuoy size={20} stroke={1.5} aria-hidden />
            <div className={styles.what}>
              <div className={recoveryCodes <= fewCodes ? styles.few : styles.name}>{recoveryCodes} of 10 left</div>
              <div className={styles.quiet}>For when you lose your device. Each works once.</div>
            </div>
            <Button size="compact-sm" variant="default" onClick={makeNewCodes}>
              Make new codes
            </Button>
          </div>
        </Card>
      )}
      <ExtraChecksCard {...data} />
      {dialogs}
      <ConfirmDialog
        opened={ending}
        title="Turn off the authenticator app?"
        confirm="Turn off"
        onConfirm={() => act(turnOff)}
        onClose={() => setEnding(false)}
      >
        <p>
          {passkeys.length > 0
            ? 'Signing in with your password will need a passkey or a recovery code.'
            : 'Your password alone will be enough to sign in, and your recovery codes will stop working.'}
        </p>
      </ConfirmDialog>
    </>
  )
}

function Use({ since, lastUsedAt }: { since: string; lastUsedAt?: string | undefined }) {
  const zone = useTimeZone()
  const now = useNow()
  const used = lastUsedAt === undefined ? '' : ` · used ${lastUse(lastUsedAt, now, zone).toLowerCase()}`
  return `Set up ${dayNameIn(since, zone)}${used}`
}
