import { IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { deviceName } from '#core/wire/account/device-name.ts'
import type { SignInsAnswer } from '#core/wire/account/session.ts'
import { signInDays } from '#core/wire/account/sign-in-days.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { Card } from '#web/ui/card.tsx'
import { DeviceIcon } from '#web/ui/marks/device-icon.tsx'
import { counted } from '#web/ui/number-format.ts'
import { ReadFailed } from '#web/ui/states/read-failed.tsx'
import { lastUse } from '#web/ui/time/last-use.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import styles from './profile.module.css'
import { useSignIns } from './sessions.ts'
import table from './sign-ins.module.css'

type SignIn = SignInsAnswer['signIns'][number]
const few = 10
const all = 100

/** The user's sign-ins of the last 30 days, newest first, and the wrong passwords and codes given for them: when, how, on which device, and about where. */
export function SignInsCard() {
  const [most, setMost] = useState(few)
  const { data, error, refetch } = useSignIns(most)
  const phone = useIsPhone()
  const signIns = data?.signIns ?? []
  return (
    <Card
      title="Recent sign-ins"
      detail={`Last ${signInDays} days`}
      flush
      action={
        most === few &&
        signIns.length === few && (
          <button type="button" className={table.more} onClick={() => setMost(all)}>
            See all
          </button>
        )
      }
    >
      {error && !data && (
        <ReadFailed
          text={`Failed to fetch your sign-ins: ${error.message}`}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {phone ? (
        <ul className={styles.sessions} aria-label="Recent sign-ins">
          {signIns.map((one) => (
            <Row key={keyOf(one)} signIn={one} />
          ))}
        </ul>
      ) : (
        <SignInsTable signIns={signIns} />
      )}
      <p className={table.foot}>Not you? Change your password, and sign out everywhere else.</p>
    </Card>
  )
}

const keyOf = ({ at, place, how, failed }: SignIn) => `${at} ${place} ${how} ${failed}`

const SignInsTable = ({ signIns }: { signIns: readonly SignIn[] }) => (
  <div className={table.scroll}>
    <table className={table.table}>
      <caption className="sr">Recent sign-ins</caption>
      <thead>
        <tr>
          {['When', 'How', 'Device', 'Where', 'Result'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {signIns.map((one) => (
          <tr key={keyOf(one)}>
            <td>
              <When at={one.at} />
            </td>
            <td>{ways[one.how]}</td>
            <td>{deviceName(one.device)}</td>
            <td>{one.place}</td>
            <td>
              <Result signIn={one} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

function Row({ signIn }: { signIn: SignIn }) {
  const { at, device, place, how } = signIn
  return (
    <li className={styles.session}>
      <DeviceIcon device={device} />
      <div className={styles.device}>
        <div className={styles.name}>{deviceName(device)}</div>
        <div className={styles.quiet}>{[ways[how], place].filter(Boolean).join(' · ')}</div>
        <Result signIn={signIn} />
      </div>
      <span className={styles.used}>
        <When at={at} />
      </span>
    </li>
  )
}

function When({ at }: { at: string }) {
  const zone = useTimeZone()
  const now = useNow()
  return <time dateTime={at}>{lastUse(at, now, zone).replace(/^Now$/, 'Just now')}</time>
}

const ways: Record<SignIn['how'], string> = {
  password: 'Password',
  code: 'Password + code',
  'recovery-code': 'Recovery code',
  passkey: 'Passkey',
  provider: 'Organisation’s account',
}

const faults: Record<SignIn['how'], string> = {
  password: 'Wrong password',
  code: 'Wrong code',
  'recovery-code': 'Wrong code',
  passkey: 'Passkey refused',
  provider: 'Refused',
}

const Result = ({ signIn: { failed, how, times } }: { signIn: SignIn }) => (
  <span className={table.result} data-failed={failed || undefined}>
    {failed ? <IconX size={16} aria-hidden /> : <IconCheck size={16} aria-hidden />}
    {failed ? faults[how] : 'Signed in'}
    {times > 1 && <span className={table.times}>{counted(times, 'time')}</span>}
  </span>
)
