import { useMemo } from 'react'
import type { Lane } from '#core/job/lanes/lanes.ts'
import type { Stretch } from '#core/job/lanes/stretches.ts'
import { minutesOf, timeAt } from '#core/time/time-of-day.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import { partsOf } from '#web/screens/calendar/calendar-address.ts'
import type { OfficeActions } from '#web/screens/calendar/calendar-props.ts'
import { LaneHead } from '#web/screens/calendar/lanes/lane-head.tsx'
import tableStyles from '#web/screens/calendar/lanes/people-table.module.css'
import { useSlotKeys } from '#web/screens/calendar/lanes/use-slot-keys.ts'
import type { Placing } from '#web/screens/calendar/placing/use-placing.ts'
import { nameOf } from '#web/screens/calendar/rail/rail.tsx'
import { unassigned } from '#web/screens/calendar/week-figures.ts'
import type { PersonName } from '#web/sync/reads/people.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import { DayLane } from './day-lane.tsx'
import { acrossOf } from './day-layout.ts'
import styles from './people-day.module.css'

type Props = {
  day: string
  dayTitle: string
  zone: string
  lanes: readonly Lane<BookedVisit>[]
  /** The minutes of the day that are shown. */
  hours: Stretch
  people: ReadonlyMap<string, PersonName>
  unsent: ReadonlySet<string>
  /** The same object each time. */
  office: OfficeActions | undefined
  placing: Placing | undefined
}

/** A day with a row for each person and its hours across. The arrow keys lead from one person's row to the next. */
export function PeopleDay({ day, dayTitle, zone, lanes, hours, people, unsent, office, placing }: Props) {
  const { table, onKeyDown, stop } = useSlotKeys({ rows: lanes.length, columns: 1 })
  const { longWeekday, day: number, month } = partsOf(day)
  return (
    <>
      <table ref={table} className={tableStyles.table} onKeyDown={onKeyDown}>
        <caption className="sr">Visits by person, {dayTitle}</caption>
        <thead>
          <tr>
            <th scope="col" className={tableStyles.first}>
              Person
            </th>
            <th scope="col" className={styles.hours}>
              <span className="sr">
                Visits from {timeAt(hours.from)} to {hours.to === 24 * 60 ? '24:00' : timeAt(hours.to)}
              </span>
              <Hours {...{ day, zone, hours }} />
            </th>
          </tr>
        </thead>
        <tbody>
          {lanes.map((lane, index) => {
            const name = nameOf(lane.userId ?? unassigned, people)
            const only = lane.days[0]
            return (
              <tr key={lane.userId ?? unassigned}>
                <LaneHead lane={lane} name={name} person={people.get(lane.userId ?? '')} />
                {only && (
                  <DayLane
                    day={only}
                    dayName={`${longWeekday} ${number} ${month}`}
                    isTabStop={index === stop.row}
                    {...{ name, hours, people, unsent, office, placing }}
                    userId={lane.userId}
                  />
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
      <CurrentTime {...{ day, zone, hours }} />
    </>
  )
}

type Across = Pick<Props, 'day' | 'zone' | 'hours'>

/** The minute of the company's current time; undefined on other days and outside the hours. */
function useMinute({ day, zone, hours }: Across): number | undefined {
  const { day: today, time } = wallClock(new Date(useNow()).toISOString(), zone)
  const minute = minutesOf(time)
  return today === day && minute > hours.from && minute < hours.to ? minute : undefined
}

/** The names of the hours, with the company's current time instead of those that it would cover. */
function Hours(shown: Across) {
  const { hours } = shown
  const now = useMinute(shown)
  const times = useMemo(
    () => Array.from({ length: (hours.to - hours.from) / 60 - 1 }, (_, nth) => hours.from + 60 * (nth + 1)),
    [hours],
  )
  const at = (minute: number) => ({ left: `${acrossOf({ from: minute, to: minute }, hours).left}%` })
  return (
    <>
      {times.map((minute) =>
        now !== undefined && Math.abs(minute - now) < coveredMinutes ? null : (
          <span key={minute} className={styles.hour} style={at(minute)} aria-hidden>
            {timeAt(minute)}
          </span>
        ),
      )}
      {now !== undefined && (
        <span className={styles.time} style={at(now)}>
          {timeAt(now)}
        </span>
      )}
    </>
  )
}

const coveredMinutes = 42

/** The company's current time as a line down the lanes, behind the visits. */
function CurrentTime(shown: Across) {
  const minute = useMinute(shown)
  if (minute === undefined) return null
  return (
    <div className={styles.across} aria-hidden>
      <span className={styles.now} style={{ left: `${acrossOf({ from: minute, to: minute }, shown.hours).left}%` }} />
    </div>
  )
}
