import { memo } from 'react'
import type { LaneDay } from '#core/job/lanes/lanes.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import { partsOf } from '#web/screens/calendar/calendar-address.ts'
import type { OfficeActions } from '#web/screens/calendar/calendar-props.ts'
import { cellMark } from '#web/screens/calendar/placing/read-cells.ts'
import type { Placing } from '#web/screens/calendar/placing/use-placing.ts'
import { shortName } from '#web/screens/calendar/visit/visit-link.tsx'
import type { PersonName } from '#web/sync/reads/people.ts'
import styles from './lane-cell.module.css'
import { LaneVisit } from './lane-visit.tsx'
import { dayText, tightText } from './lane-words.ts'

/** How many visits of a day have room; the others are counted. */
const mostShown = 2

type Props = {
  userId: string | undefined
  /** The person's name, or 'Unassigned'. */
  name: string
  day: LaneDay<BookedVisit>
  isToday: boolean
  /** Whether Tab reaches the empty part; arrows lead on from there. */
  isTabStop: boolean
  people: ReadonlyMap<string, PersonName>
  unsent: ReadonlySet<string>
  office: OfficeActions | undefined
  placing: Placing | undefined
  onList: (userId: string | undefined, day: string) => void
}

/** One day of a person: the first visits, how many more there are, and how much is booked and free. The office books by a click where nothing is. */
export const LaneCell = memo(
  ({ userId, name, day, isToday, isTabStop, people, unsent, office, placing, onList }: Props) => {
    const others = ({ assignedTo }: BookedVisit) =>
      assignedTo
        .filter((one) => one !== userId)
        .map((one) => shortName(people.get(one)?.name ?? 'someone'))
        .join(', ')
    const more = day.visits.length - mostShown
    const { weekday, longWeekday, day: number, month } = partsOf(day.day)
    const spoken = `${longWeekday} ${number} ${month}`
    return (
      <td
        className={styles.cell}
        data-today={isToday || undefined}
        data-day-name={`${weekday} ${number}`}
        {...cellMark(userId, day.day)}
      >
        {office && (
          <button
            type="button"
            className={styles.slot}
            data-slot={day.day}
            tabIndex={isTabStop ? 0 : -1}
            aria-label={`Book a visit for ${name} on ${spoken}`}
            onClick={() => office.onBook({ userId, day: day.day, free: day.free })}
          >
            <span className={styles.book}>Book</span>
          </button>
        )}
        {day.visits.length > 0 && (
          <ul className={styles.visits}>
            {day.visits.slice(0, mostShown).map((shown) => (
              <LaneVisit
                key={shown.visit.jobId}
                shown={shown}
                others={others(shown.visit)}
                tight={tightText(day, shown)}
                waiting={unsent.has(shown.visit.jobId)}
                {...{ userId, office, placing }}
                day={day.day}
              />
            ))}
          </ul>
        )}
        <span className={styles.foot}>
          {more > 0 && (
            <button
              type="button"
              className={styles.more}
              aria-haspopup="dialog"
              onClick={() => onList(userId, day.day)}
            >
              + {more} more
              <span className="sr">
                {' '}
                for {name} on {spoken}
              </span>
            </button>
          )}
          <span className={styles.hours}>{dayText(more > 0 ? { ...day, freeMinutes: 0 } : day)}</span>
        </span>
      </td>
    )
  },
)
