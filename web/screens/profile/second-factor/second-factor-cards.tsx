import { Button } from '@mantine/core'
import { IconDeviceMobileCode, IconLifebuoy } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dayName } from '#core/time/format.ts'
import type { AuthenticatorSetup } from '#core/wire/account/second-factor.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { secondFactorKey, useSecondFactor } from '#web/features/confirm-you/second-factor.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/dialog.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { lastUse } from '#web/ui/time/last-use.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import { CodesDialog } from './codes-dialog.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { makeNewCodes, setUp, turnOff, turnOn } from './queries.ts'
import styles from './second-factor.module.css'
import { SetUpDialog } from './set-up-dialog.tsx'

/** The user's passkeys, authenticator app and recovery codes. */
export function SecondFactorCards() {
  const queries = useQueryClient()
  const { data, error, refetch } = useSecondFactor()
  const [setup, setSetup] = useState<AuthenticatorSetup>()
  const [codes, setCodes] = useState<readonly string[]>()
  const [ending, setEnding] = useState(false)

  const act = (work: () => Promise<void>) => work().catch((failure) => toast.failure(errorMessage(failure)))
  const changed = (newCodes?: readonly string[]) => {
    if (newCodes) setCodes(newCodes)
    return queries.invalidateQueries({ queryKey: secondFactorKey })
  }
  const showCodes = (answer: { codes: string[] }) => {
    setSetup(undefined)
    return changed(answer.codes)
  }
  const start = () => act(async () => setSetup(await setUp()))
  const end = () =>
    act(async () => {
      await turnOff()
      await changed()
    })

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
  const { authenticator, passkeys, recoveryCodes } = data
  return (
    <>
      <PasskeysCard passkeys={passkeys} isOnlyFactor={!authenticator} act={act} onChange={changed} />
      <Card title="Authenticator app" flush action={authenticator && <span className={styles.on}>On</span>}>
        <div className={styles.row}>
          <IconDeviceMobileCode size={20} stroke={1.5} aria-hidden />
          <div className={styles.what}>
            <div className={styles.name}>Codes from your app</div>
            <div className={styles.quiet}>
              {authenticator ? <Use {...authenticator} /> : 'Asks for a code from your phone when you sign in'}
            </div>
          </div>
          <Button size="compact-sm" variant="default" onClick={start}>
            {authenticator ? 'Set up again' : 'Set up'}
          </Button>
          {authenticator && (
            <Button size="compact-sm" variant="default" onClick={() => setEnding(true)}>
              Turn off
            </Button>
          )}
        </div>
      </Card>
      {(authenticator || passkeys.length > 0) && (
        <Card title="Recovery codes" flush>
          <div className={styles.row}>
            <IconLifebuoy size={20} stroke={1.5} aria-hidden />
            <div className={styles.what}>
              <div className={styles.name}>{recoveryCodes} of 10 left</div>
              <div className={styles.quiet}>For when you lose your device. Each works once.</div>
            </div>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => act(async () => showCodes(await makeNewCodes()))}
            >
              Make new codes
            </Button>
          </div>
        </Card>
      )}
      {setup && (
        <SetUpDialog
          setup={setup}
          onTurnOn={(code) =>
            turnOn({ setup: setup.setup, code })
              .then(showCodes)
              .then(() => undefined, errorMessage)
          }
          onClose={() => setSetup(undefined)}
        />
      )}
      {codes && <CodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
      <ConfirmDialog
        opened={ending}
        title="Turn off the authenticator app?"
        confirm="Turn off"
        onConfirm={end}
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
  return `Set up ${dayName(since.slice(0, 10))}${used}`
}
