import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Lane } from '#core/job/lanes/lanes.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import { partsOf } from '#web/screens/calendar/calendar-address.ts'
import type { OfficeActions } from '#web/screens/calendar/calendar-props.ts'
import { nameOf } from '#web/screens/calendar/rail/rail.tsx'
import { daysOf } from '#web/screens/calendar/week/week-layout.ts'
import { unassigned } from '#web/screens/calendar/week-figures.ts'
import type { PersonName } from '#web/sync/reads/people.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { LaneCell } from './lane-cell.tsx'
import { LaneHead } from './lane-head.tsx'
import styles from './people-table.module.css'
import { type Place, placeByKey } from './slot-keys.ts'

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
  office: OfficeActions | undefined
}

/** A week with a row for each person and a column for each day. The arrow keys lead from one empty slot to the next. */
export function PeopleTable({ week, weekName, lanes, today, zone, bookings, people, unsent, office }: Props) {
  const days = useMemo(() => daysOf(week), [week])
  const actions = useStableActions(office)
  const table = useRef<HTMLTableElement>(null)
  const [stop, setStop] = useState<Place>({ row: 0, column: 0 })
  const [listed, setListed] = useState<{ userId: string | undefined; day: string }>()
  const onList = useCallback((userId: string | undefined, day: string) => setListed({ userId, day }), [])
  const isFull = lanes.some((lane) => lane.days.some(({ visits }) => visits.length > 2))
  useEffect(() => {
    if (isFull) DayDialog.preload()
  }, [isFull])

  const slotAt = ({ row, column }: Place) =>
    table.current?.tBodies[0]?.rows[row]?.querySelectorAll<HTMLElement>('[data-slot]')[column]
  const onKeyDown = (event: KeyboardEvent) => {
    const from = placeOf(event.target)
    const to = from && placeByKey(event.key, from, { rows: lanes.length, columns: days.length })
    if (!to) return
    event.preventDefault()
    setStop(to)
    slotAt(to)?.focus()
  }
  // Of a table that has become shorter, the last row has the stop.
  const row = Math.min(stop.row, lanes.length - 1)
  const nameIn = (userId: string | undefined) => nameOf(userId ?? unassigned, people)
  return (
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
                  isTabStop={index === row && column === stop.column}
                  people={people}
                  unsent={unsent}
                  office={actions}
                  onList={onList}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
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
    </div>
  )
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

/** The same object each time, so that only cells that change are rendered again. */
function useStableActions(office: OfficeActions | undefined): OfficeActions | undefined {
  const latest = useRef(office)
  useLayoutEffect(() => {
    latest.current = office
  })
  const actions = useMemo<OfficeActions>(
    () => ({
      onMove: (...move) => latest.current?.onMove(...move),
      onTouch: (booking) => latest.current?.onTouch(booking),
      onReschedule: (booking) => latest.current?.onReschedule(booking),
      onNudge: (...nudge) => latest.current?.onNudge(...nudge),
      onBook: (slot) => latest.current?.onBook(slot),
    }),
    [],
  )
  return office && actions
}

function placeOf(target: EventTarget): Place | undefined {
  if (!(target instanceof HTMLElement) || target.dataset.slot === undefined) return undefined
  const cell = target.closest('td')
  const row = cell?.parentElement
  // The first column is the person's name, the first row that of the days.
  return cell && row instanceof HTMLTableRowElement
    ? { row: row.sectionRowIndex, column: cell.cellIndex - 1 }
    : undefined
}
