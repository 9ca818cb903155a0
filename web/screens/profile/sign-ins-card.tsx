import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { deviceName, isPhone } from '#core/wire/account/device-name.ts'
import type { SignInsAnswer } from '#core/wire/account/session.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { Card } from '#web/ui/card.tsx'
import { ReadFailed } from '#web/ui/states/read-failed.tsx'
import { lastUse } from '#web/ui/time/last-use.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import styles from './profile.module.css'
import { useSignIns } from './sessions.ts'

/** The user's newest sign-ins, and the wrong passwords and codes given for them: when, on which device, and about where. */
export function SignInsCard() {
  const { data, error, refetch } = useSignIns()
  const all = data?.signIns ?? []
  return (
    <Card title="Recent sign-ins" flush>
      {error && !data && (
        <ReadFailed
          text={`Failed to fetch your sign-ins: ${error.message}`}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      <ul className={styles.sessions} aria-label="Recent sign-ins">
        {all.map((one) => (
          <SignIn key={`${one.at} ${one.place} ${one.failed}`} signIn={one} />
        ))}
      </ul>
    </Card>
  )
}

function SignIn({
  signIn: { at, device, place, times, failed, byCode },
}: {
  signIn: SignInsAnswer['signIns'][number]
}) {
  const zone = useTimeZone()
  const now = useNow()
  const Icon = isPhone(device) ? IconDeviceMobile : IconDeviceDesktop
  const more = [place, failed && (byCode ? 'wrong code' : 'wrong password'), times > 1 && `${times} times`]
    .filter(Boolean)
    .join(' · ')
  return (
    <li className={styles.session}>
      <Icon size={20} stroke={1.5} aria-hidden />
      <div className={styles.device}>
        <div className={styles.name}>{deviceName(device)}</div>
        <div className={styles.quiet}>{more}</div>
      </div>
      <span className={styles.used}>{lastUse(at, now, zone).replace(/^Now$/, 'Just now')}</span>
    </li>
  )
}
