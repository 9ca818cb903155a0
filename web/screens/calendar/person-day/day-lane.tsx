import { IconCar } from '@tabler/icons-react'
import { type MouseEvent, memo, useMemo } from 'react'
import type { LaneDay } from '#core/job/lanes/lanes.ts'
import type { Stretch } from '#core/job/lanes/stretches.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import type { OfficeActions } from '#web/screens/calendar/calendar-props.ts'
import { tightText } from '#web/screens/calendar/lanes/lane-words.ts'
import { cellMark } from '#web/screens/calendar/placing/read-cells.ts'
import type { Placing } from '#web/screens/calendar/placing/use-placing.ts'
import { shortName } from '#web/screens/calendar/visit/visit-link.tsx'
import { lengthText } from '#web/screens/calendar/visit/visit-words.ts'
import type { PersonName } from '#web/sync/reads/people.ts'
import { DayBlock } from './day-block.tsx'
import styles from './day-lane.module.css'
import { acrossOf, inTiers, minuteAt } from './day-layout.ts'

/** Longer gaps between two sites need no hint. */
const longestHinted = 60

type Props = {
  userId: string | undefined
  /** The person's name, or 'Unassigned'. */
  name: string
  day: LaneDay<BookedVisit>
  /** The day in words. */
  dayName: string
  hours: Stretch
  /** Whether Tab reaches the empty part; arrows lead on from there. */
  isTabStop: boolean
  people: ReadonlyMap<string, PersonName>
  unsent: ReadonlySet<string>
  office: OfficeActions | undefined
  placing: Placing | undefined
}

/** A person's day: the visits across its hours, and the ways between them. The office books by a click where nothing is. */
export const DayLane = memo(
  ({ userId, name, day, dayName, hours, isTabStop, people, unsent, office, placing }: Props) => {
    const placed = useMemo(() => inTiers(day.visits), [day])
    const others = ({ assignedTo }: BookedVisit) =>
      assignedTo
        .filter((one) => one !== userId)
        .map((one) => shortName(people.get(one)?.name ?? 'someone'))
        .join(', ')
    const book = ({ currentTarget, clientX, detail }: MouseEvent) => {
      const { left, width } = currentTarget.getBoundingClientRect()
      // By keyboard nothing is pointed at.
      const pointed = detail > 0 ? { start: minuteAt((clientX - left) / width, hours) } : {}
      office?.onBook({ userId, day: day.day, free: day.free, ...pointed })
    }
    return (
      <td
        className={styles.lane}
        style={{
          height: Math.max(92, ...placed.map(({ tiers }) => 46 * tiers)),
          backgroundSize: `${6_000 / (hours.to - hours.from)}% 100%`,
        }}
        {...cellMark(userId, day.day)}
      >
        {office && (
          <button
            type="button"
            className={styles.slot}
            data-slot={day.day}
            tabIndex={isTabStop ? 0 : -1}
            aria-label={`Book a visit for ${name} on ${dayName}`}
            onClick={book}
          >
            <span className={styles.book}>Book</span>
          </button>
        )}
        <div className={styles.content}>
          {day.gaps
            .filter(({ tight, minutes }) => tight || minutes <= longestHinted)
            .map((gap) => (
              <span
                key={`${gap.after.jobId} ${gap.before.jobId}`}
                className={styles.gap}
                data-tight={gap.tight || undefined}
                style={middleOf(acrossOf(gap, hours))}
                aria-hidden
              >
                <IconCar size={14} stroke={2} />
                {gap.minutes >= 30 && lengthText(gap.minutes)}
              </span>
            ))}
          {placed.length > 0 && (
            <ul className={styles.visits}>
              {placed.map((one) => (
                <DayBlock
                  key={one.shown.visit.jobId}
                  placed={one}
                  others={others(one.shown.visit)}
                  tight={tightText(day, one.shown)}
                  waiting={unsent.has(one.shown.visit.jobId)}
                  day={day.day}
                  {...{ userId, hours, office, placing }}
                />
              ))}
            </ul>
          )}
        </div>
      </td>
    )
  },
)

const middleOf = ({ left, width }: { left: number; width: number }) => ({ left: `${left + width / 2}%` })
