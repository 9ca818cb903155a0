import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { Lane } from '#core/job/lanes/lanes.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import { partsOf } from '#web/screens/calendar/calendar-address.ts'
import type { OfficeActions } from '#web/screens/calendar/calendar-props.ts'
import type { Placing } from '#web/screens/calendar/placing/use-placing.ts'
import { nameOf } from '#web/screens/calendar/rail/rail.tsx'
import { daysOf } from '#web/screens/calendar/week/week-layout.ts'
import { unassigned } from '#web/screens/calendar/week-figures.ts'
import type { PersonName } from '#web/sync/reads/people.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { LaneCell } from './lane-cell.tsx'
import { LaneHead } from './lane-head.tsx'
import styles from './people-table.module.css'
import { useSlotKeys } from './use-slot-keys.ts'

const DayDialog = lazyComponent(async () => (await import('#web/screens/calendar/week/day-dialog.tsx')).DayDialog)

type Props = {
  week: string
  weekName: string
  /** What is in the rows: the bookings by person. */
  lanes: readonly Lane<BookedVisit>[]
  today: string
  zone: string
  bookings: readonly BookedVisit[]
  people: ReadonlyMap<string, PersonName>
  unsent: ReadonlySet<string>
  /** The same object each time. */
  office: OfficeActions | undefined
  /** Moves visits over the board. */
  placing: Placing | undefined
}

/** A week with a row for each person and a column for each day. The arrow keys lead from one empty slot to the next. */
export function PeopleTable({ week, weekName, lanes, today, zone, bookings, people, unsent, office, placing }: Props) {
  const days = useMemo(() => daysOf(week), [week])
  const { table, onKeyDown, stop } = useSlotKeys({ rows: lanes.length, columns: days.length })
  useDayInSight(table, Math.max(0, days.indexOf(today)))
  const [listed, setListed] = useState<{ userId: string | undefined; day: string }>()
  const onList = useCallback((userId: string | undefined, day: string) => setListed({ userId, day }), [])
  const isFull = lanes.some((lane) => lane.days.some(({ visits }) => visits.length > 2))
  useEffect(() => {
    if (isFull) DayDialog.preload()
  }, [isFull])

  const nameIn = (userId: string | undefined) => nameOf(userId ?? unassigned, people)
  return (
    <>
      <div className={styles.frame}>
        <table ref={table} className={styles.table} onKeyDown={onKeyDown}>
          <caption className="sr">Visits by person, {weekName}</caption>
          <thead>
            <tr>
              <th scope="col" className={styles.first}>
                Person
              </th>
              {days.map((day) => (
                <DayHead key={day} day={day} isToday={day === today} />
              ))}
            </tr>
          </thead>
          <tbody>
            {lanes.map((lane, index) => (
              <tr key={lane.userId ?? unassigned}>
                <LaneHead lane={lane} name={nameIn(lane.userId)} person={people.get(lane.userId ?? '')} />
                {lane.days.map((day, column) => (
                  <LaneCell
                    key={day.day}
                    userId={lane.userId}
                    name={nameIn(lane.userId)}
                    day={day}
                    isToday={day.day === today}
                    isTabStop={index === stop.row && column === stop.column}
                    people={people}
                    unsent={unsent}
                    {...{ office, placing }}
                    onList={onList}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {listed && (
        <DayDialog
          {...{ zone, people, unsent, office }}
          day={listed.day}
          name={nameIn(listed.userId)}
          bookings={bookings.filter(({ assignedTo }) =>
            listed.userId === undefined ? assignedTo.length === 0 : assignedTo.includes(listed.userId),
          )}
          onClose={() => setListed(undefined)}
        />
      )}
    </>
  )
}

/** Where the days scroll sideways, one of them stands beside the names. */
function useDayInSight(table: RefObject<HTMLTableElement | null>, nth: number) {
  useLayoutEffect(() => {
    const [names, ...days] = table.current?.tHead?.rows[0]?.cells ?? []
    const frame = table.current?.parentElement
    const shown = days[nth]
    if (names && frame && shown) frame.scrollLeft = shown.offsetLeft - names.offsetWidth
  }, [table, nth])
}

function DayHead({ day, isToday }: { day: string; isToday: boolean }) {
  const { weekday, longWeekday, day: number, month } = partsOf(day)
  return (
    <th scope="col" className={styles.day} aria-current={isToday ? 'date' : undefined}>
      <span aria-hidden>
        {weekday} <b>{number}</b>
      </span>
      <span className="sr">
        {longWeekday} {number} {month}
      </span>
    </th>
  )
}
