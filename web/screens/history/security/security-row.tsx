import { timeIn } from '#core/time/format.ts'
import type { AuditEntry } from '#core/wire/account/audit.ts'
import { deviceName } from '#core/wire/account/device-name.ts'
import { counted } from '#web/ui/number-format.ts'
import styles from './security-row.module.css'
import { securitySentence, triedIn } from './sentence.ts'

type Props = { entry: AuditEntry; people: Readonly<Record<string, string>>; zone: string }

/** What a person did or tried, when, how often within the hour, and from where. */
export function SecurityRow({ entry, people, zone }: Props) {
  const { kind, userId, target, address, device, firstAt, lastAt, times } = entry
  const nameOf = (id: string) => people[id] ?? ''
  return (
    <li className={styles.row} data-warning={kind === 'refused' || kind === 'sign-in-failed' || undefined}>
      <time className={styles.time} dateTime={firstAt}>
        {timeIn(firstAt, zone)}
      </time>
      <div className={styles.what}>
        <strong>{nameOf(userId) || 'A former member'}</strong> {securitySentence(entry, nameOf)}
        {kind === 'refused' && <span className={styles.detail}>Tried: {triedIn(target)}</span>}
        {times > 1 && (
          <span className={styles.detail}>
            {counted(times, 'time')}, last at {timeIn(lastAt, zone)}
          </span>
        )}
      </div>
      <div className={styles.from}>
        {device && <span title={device}>{deviceName(device)}</span>}
        {address && <span>{address}</span>}
      </div>
    </li>
  )
}
