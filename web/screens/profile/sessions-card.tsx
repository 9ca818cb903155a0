import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { deviceName, isPhone } from '#core/wire/account/device-name.ts'
import type { SessionsAnswer } from '#core/wire/account/session.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { Card } from '#web/ui/card.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { lastUse } from '#web/ui/time/last-use.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import styles from './profile.module.css'
import { sessionsKey, signOutOne, signOutOthers, useSessions } from './sessions.ts'

/** Where the user is signed in: device, network address and last use; each can be signed out. */
export function SessionsCard() {
  const queries = useQueryClient()
  const sessions = useSessions()
  const end = async (work: Promise<unknown>) => {
    await work.catch((failure: unknown) => toast.failure(errorMessage(failure)))
    await queries.invalidateQueries({ queryKey: sessionsKey })
  }
  const all = sessions.data?.sessions ?? []
  return (
    <Card
      title="Where you are signed in"
      {...(all.length > 0 ? { detail: String(all.length) } : {})}
      flush
      action={
        all.length > 1 && (
          <Button size="compact-sm" variant="default" onClick={() => end(signOutOthers())}>
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
      <ul className={styles.sessions} aria-label="Where you are signed in">
        {all.map((session) => (
          <Session key={session.sessionId} session={session} onSignOut={() => end(signOutOne(session.sessionId))} />
        ))}
      </ul>
    </Card>
  )
}

type Props = { session: SessionsAnswer['sessions'][number]; onSignOut: () => void }

function Session({ session: { device, place, lastUsedAt, current }, onSignOut }: Props) {
  const zone = useTimeZone()
  const now = useNow()
  const Icon = isPhone(device) ? IconDeviceMobile : IconDeviceDesktop
  const name = deviceName(device)
  return (
    <li className={styles.session}>
      <Icon size={20} stroke={1.5} aria-hidden />
      <div className={styles.device}>
        <div className={styles.name}>{name}</div>
        <div className={styles.quiet}>{[place, current && 'this device'].filter(Boolean).join(' · ')}</div>
      </div>
      <span className={styles.used} data-now={current || undefined}>
        {current ? 'Now' : lastUse(lastUsedAt, now, zone)}
      </span>
      {current ? (
        <span className={styles.quiet}>You are here</span>
      ) : (
        <Button size="compact-sm" variant="default" onClick={onSignOut}>
          Sign out<span className="sr"> {name}</span>
        </Button>
      )}
    </li>
  )
}
