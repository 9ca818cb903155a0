import { IconAlertTriangle } from '@tabler/icons-react'
import type { Lane } from '#core/job/lanes/lanes.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import { lengthText } from '#web/screens/calendar/visit/visit-words.ts'
import type { PersonName } from '#web/sync/reads/people.ts'
import { PersonAvatar } from '#web/ui/marks/person.tsx'
import { counted } from '#web/ui/number-format.ts'
import styles from './lane-head.module.css'

type Props = { lane: Lane<BookedVisit>; name: string; person: PersonName | undefined }

/** Whose lane it is, how much is booked and free, and for how long visits clash. */
export const LaneHead = ({
  lane: { userId, days, visits, minutes, freeMinutes, clashMinutes },
  name,
  person,
}: Props) => (
  <th scope="row" className={styles.head} data-week={days.length > 1 || undefined}>
    <span className={styles.person}>
      {person ? (
        <PersonAvatar name={person.name} role={person.role} look={person.look} size={26} />
      ) : (
        <span className={styles.nobody} aria-hidden>
          –
        </span>
      )}
      <span className={styles.name}>{name}</span>
    </span>
    <span className={styles.line}>
      {visits === 0 ? 'No visits' : `${lengthText(minutes)} booked, ${counted(visits, 'visit')}`}
    </span>
    <span className={styles.line}>
      {userId !== undefined ? freeText(freeMinutes) : visits > 0 && 'Nobody assigned yet'}
    </span>
    {clashMinutes > 0 && (
      <span className={styles.clash}>
        <IconAlertTriangle size={14} stroke={2} aria-hidden />
        Clash, {lengthText(clashMinutes)}
      </span>
    )}
  </th>
)

const freeText = (minutes: number) => (minutes === 0 ? 'No free hours' : `${lengthText(minutes)} free`)
