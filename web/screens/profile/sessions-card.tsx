import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deviceName } from '#core/wire/account/device-name.ts'
import type { SessionsAnswer } from '#core/wire/account/session.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { Card } from '#web/ui/card.tsx'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { DeviceIcon } from '#web/ui/marks/device-icon.tsx'
import { counted } from '#web/ui/number-format.ts'
import { toast } from '#web/ui/states/toast.tsx'
import { lastUse } from '#web/ui/time/last-use.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import styles from './profile.module.css'
import { sessionsKey, signOutOne, signOutOthers, useSessions } from './sessions.ts'
import table from './sign-ins.module.css'

const ConfirmDialog = lazyComponent(async () => (await import('#web/ui/dialogs/dialog.tsx')).ConfirmDialog)

type Session = SessionsAnswer['sessions'][number]
type SigningOut = { devices: readonly Session[]; work: () => Promise<unknown> }

/** Where the user is signed in: device, network address, last use and unsent work; each can be signed out. */
export function SessionsCard() {
  const queries = useQueryClient()
  const sessions = useSessions()
  const [asked, setAsked] = useState<SigningOut>()
  const all = sessions.data?.sessions ?? []
  const others = all.filter(({ current }) => !current)
  const end = async ({ work }: SigningOut) => {
    await work().catch((failure: unknown) => toast.failure(errorMessage(failure)))
    await queries.invalidateQueries({ queryKey: sessionsKey })
  }
  /** Asks first if something waits to be sent from one of the devices. */
  const signOut = (asking: SigningOut) =>
    asking.devices.some(({ unsent }) => unsent) ? setAsked(asking) : void end(asking)
  return (
    <Card
      title="Signed in"
      {...(all.length > 0 ? { detail: counted(all.length, 'device') } : {})}
      flush
      action={
        others.length > 0 && (
          <Button size="compact-sm" variant="default" onClick={() => signOut({ devices: others, work: signOutOthers })}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      {sessions.error && (
        <div className={styles.unread} role="alert">
          <p>{errorMessage(sessions.error)}</p>
          <Button size="compact-sm" variant="default" onClick={() => sessions.refetch()}>
            Retry
          </Button>
        </div>
      )}
      <ul className={styles.sessions} aria-label="Signed in">
        {all.map((session) => (
          <Device
            key={session.sessionId}
            session={session}
            onSignOut={() => signOut({ devices: [session], work: () => signOutOne(session.sessionId) })}
          />
        ))}
      </ul>
      {others.some(({ unsent }) => unsent) && (
        <p className={table.foot}>Unsent changes are counted as each device last reported them.</p>
      )}
      <ConfirmDialog
        opened={asked !== undefined}
        title="Sign out with unsent changes?"
        confirm="Sign out"
        onConfirm={() => asked && void end(asked)}
        onClose={() => setAsked(undefined)}
      >
        {asked && unsentWords(asked.devices)}
      </ConfirmDialog>
    </Card>
  )
}

/** Which of these devices have how much unsent, and what becomes of it. */
function unsentWords(devices: readonly Session[]): string {
  const named = devices.flatMap(({ device, unsent }) =>
    unsent ? [`${deviceName(device)} has ${counted(unsent, 'unsent change')}`] : [],
  )
  return `${named.join(', and ')}. Unsent changes stay on the device until you sign in there again.`
}

type Props = { session: Session; onSignOut: () => void }

function Device({ session: { device, place, lastUsedAt, current, unsent }, onSignOut }: Props) {
  const zone = useTimeZone()
  const now = useNow()
  const name = deviceName(device)
  const waiting = unsent && !current && `${counted(unsent, 'change')} waiting to send`
  return (
    <li className={styles.session}>
      <DeviceIcon device={device} />
      <div className={styles.device}>
        <div className={styles.name}>{name}</div>
        <div className={styles.quiet}>{[place, current && 'this device', waiting].filter(Boolean).join(' · ')}</div>
      </div>
      <span className={styles.used} data-now={current || undefined}>
        {current ? 'Now' : lastUse(lastUsedAt, now, zone)}
      </span>
      {!current && (
        <Button size="compact-sm" variant="default" onClick={onSignOut}>
          Sign out<span className="sr"> {name}</span>
        </Button>
      )}
    </li>
  )
}
