import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import { partsOf } from '#web/screens/calendar/calendar-address.ts'
import { daysOf } from '#web/screens/calendar/week/week-layout.ts'
import { counted } from '#web/ui/number-format.ts'
import styles from './day-strip.module.css'

type Props = {
  week: string
  day: string
  today: string
  visits: ReadonlyMap<string, readonly BookedVisit[]>
  onDay: (day: string) => void
}

/** A week as seven buttons for a phone; a dot marks days with visits. */
export const DayStrip = ({ week, day, today, visits, onDay }: Props) => (
  <div className={styles.strip}>
    {daysOf(week).map((one) => {
      const { longWeekday, day: number, month } = partsOf(one)
      const count = visits.get(one)?.length ?? 0
      return (
        <button
          key={one}
          type="button"
          className={styles.day}
          aria-pressed={one === day}
          data-today={one === today || undefined}
          onClick={() => onDay(one)}
        >
          <span className={styles.letter} aria-hidden>
            {longWeekday.charAt(0)}
          </span>
          <span className="sr">{longWeekday} </span>
          <b>{number}</b>
          <span className="sr">
            {' '}
            {month}, {count === 0 ? 'no visits' : counted(count, 'visit')}
          </span>
          <span className={count > 0 ? styles.dot : styles.none} aria-hidden />
        </button>
      )
    })}
  </div>
)
