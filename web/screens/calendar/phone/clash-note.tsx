import { IconAlertTriangle } from '@tabler/icons-react'
import type { LaneDay } from '#core/job/lanes/lanes.ts'
import { timeAt } from '#core/time/time-of-day.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import type { OfficeActions } from '#web/screens/calendar/calendar-props.ts'
import { canMove } from '#web/screens/calendar/visit/can-move.ts'
import styles from './people-phone.module.css'

type Props = { day: LaneDay<BookedVisit>; office: Pick<OfficeActions, 'onTouch' | 'onReschedule'> | undefined }

/** The first clash of a person's day, with a way to move the later of the two visits; nothing if there is none. */
export function ClashNote({ day: { visits }, office }: Props) {
  const later = visits.find(
    (one, place) => one.clashes && visits.slice(0, place).some((other) => other.to > one.from && other.clashes),
  )
  if (!later) return null
  const until = Math.max(...visits.filter((one) => one !== later && one.from <= later.from).map(({ to }) => to))
  return (
    <div className={styles.clash}>
      <IconAlertTriangle size={18} stroke={2} aria-hidden />
      <span>
        Clash from {timeAt(later.from)} to {timeAt(Math.min(until, later.to))}
      </span>
      {office && canMove(later.visit) && (
        <button
          type="button"
          className={styles.move}
          onClick={() => {
            office.onTouch(later.visit)
            office.onReschedule(later.visit)
          }}
        >
          Move one
        </button>
      )}
    </div>
  )
}
