import '@mantine/schedule/styles.css'
import { type ScheduleEventData, WeekView } from '@mantine/schedule'
import { type DragEvent, useLayoutEffect, useMemo, useRef } from 'react'
import { type WallClock, wallClock } from '#core/calendar.ts'
import type { PersonName } from '#web/queries.ts'
import type { OfficeActions } from './calendar-shown.ts'
import { canMove } from './can-move.ts'
import { DayHeads } from './day-heads.tsx'
import { EventBody, EventFrame } from './event.tsx'
import type { By } from './nudges.ts'
import { clock, firstHour, lastHour, type Piece, piecesOf } from './pieces.ts'
import { type Booking, minutesBetween, moved, shifted } from './times.ts'
import styles from './week-grid.module.css'

const snap = 15
const opening = clock(firstHour)

type Props = {
  week: string
  today: string
  zone: string
  bookings: readonly Booking[]
  people: ReadonlyMap<string, PersonName>
  unsent: ReadonlySet<string>
  office: OfficeActions | undefined
}

/** A week as columns of days from 06:00 to 21:00 on the company's clocks; the office drags visits and their edges. */
export function WeekGrid({ week, today, zone, bookings, people, unsent, office }: Props) {
  const { pieces, outside } = useMemo(() => piecesOf(bookings, week, zone), [bookings, week, zone])
  const byId = useMemo(() => new Map(pieces.map((piece) => [piece.id, piece])), [pieces])
  const events = useMemo(() => pieces.map(eventOf), [pieces])
  const grid = useRef<HTMLDivElement>(null)
  const grabbed = useRef(0)

  const nudgedId = useRef<string>(undefined)
  const withFocus = useMemo(
    () =>
      office && {
        ...office,
        onNudge: (booking: Booking, by: By) => {
          nudgedId.current = booking.jobId
          office.onNudge(booking, by)
        },
      },
    [office],
  )
  // On another day it is another element: the focus goes along.
  useLayoutEffect(() => {
    const link = events.some(({ id }) => id === nudgedId.current)
      ? grid.current?.querySelector<HTMLElement>(`[data-event-id="${nudgedId.current}"] a`)
      : undefined
    nudgedId.current = undefined
    if (document.activeElement === document.body) link?.focus()
  }, [events])

  const pieceOf = ({ id }: ScheduleEventData) => byId.get(String(id))
  const isMovable = (event: ScheduleEventData) => isLoose(pieceOf(event))
  const move = (piece: Piece | undefined, by: { start: number; end: number }) => {
    if (!piece || (by.start === 0 && by.end === 0)) return
    const to = moved(piece.booking, by, zone)
    if (to) office?.onMove(piece.booking, to)
  }
  /** Where in the visit it was taken hold of, so that its start does not jump to the pointer. */
  const grab = (piece: Piece, event: DragEvent<HTMLElement>) => {
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const steps = Math.round((((event.clientY - top) / height) * lengthOf(piece)) / snap)
    grabbed.current = steps * snap
    grid.current?.style.setProperty('--grabbed', `${(height / lengthOf(piece)) * grabbed.current}px`)
    office?.onTouch(piece.booking)
  }

  return (
    <div ref={grid} className={styles.week}>
      <DayHeads week={week} today={today} zone={zone} outside={outside} />
      <WeekView
        date={week}
        startTime={`${opening}:00`}
        endTime={`${lastHour}:00:00`}
        firstDayOfWeek={1}
        weekendDays={[]}
        withHeader={false}
        withAllDaySlots={false}
        withWeekNumber={false}
        slotHeight="clamp(44px, calc((100dvh - 172px) / 15), 72px)"
        getCurrentTime={() => wallText(wallClock(new Date().toISOString(), zone))}
        classNames={{
          weekView: styles.view,
          weekViewRoot: styles.root,
          weekViewHeader: styles.hidden,
          weekViewSlotLabel: styles.hour,
          weekViewDaySlot: styles.slot,
          weekViewDragPreview: styles.preview,
          currentTimeIndicatorTimeBubble: styles.now,
        }}
        getTimeSlotProps={() => ({ tabIndex: -1, 'aria-hidden': true })}
        events={events}
        renderEventBody={(event) => {
          const piece = pieceOf(event)
          if (!piece) return null
          const waiting = unsent.has(piece.booking.jobId)
          return <EventBody piece={piece} people={people} waiting={waiting} office={withFocus} />
        }}
        renderEvent={(event, given) => {
          const piece = pieceOf(event)
          return piece ? (
            <EventFrame piece={piece} given={given} onGrab={(drag) => grab(piece, drag)} />
          ) : (
            <span hidden />
          )
        }}
        withEventsDragAndDrop={office !== undefined}
        canDragEvent={isMovable}
        eventDragInterval={snap}
        onEventDrop={({ event, newStart }) => {
          const piece = pieceOf(event)
          if (!piece) return
          const by = minutesBetween(
            startOf(piece),
            notBeforeOpening(shifted(wallOf(newStart), -grabbed.current), newStart),
          )
          move(piece, { start: by, end: by })
        }}
        withEventResize={office !== undefined}
        canResizeEvent={isMovable}
        eventResizeInterval={snap}
        onEventResize={({ event, newStart, newEnd }) => {
          const piece = pieceOf(event)
          if (!piece) return
          const start = minutesBetween(startOf(piece), wallOf(newStart))
          const end = minutesBetween({ day: piece.day, time: piece.end }, wallOf(newEnd))
          // One edge at a time, and never past where the grid stops showing the other.
          move(piece, start === 0 ? { start: 0, end } : { start, end: 0 })
        }}
      />
    </div>
  )
}

const isLoose = (piece: Piece | undefined) => piece?.whole === true && canMove(piece.booking)

const startOf = ({ day, start }: Piece): WallClock => ({ day, time: start })
const lengthOf = ({ day, start, end }: Piece) => minutesBetween({ day, time: start }, { day, time: end })

/**
 * The library knows no time zones: it is given, and gives back, what the clocks on the company's wall show. Dates, as it looks
 * at each many times, and would read a text each time.
 */
const eventOf = (piece: Piece): ScheduleEventData => ({
  id: piece.id,
  title: piece.booking.apartmentName,
  start: new Date(`${piece.day}T${piece.start}:00`),
  end: new Date(`${piece.day}T${piece.end}:00`),
  color: 'gray',
})
const notBeforeOpening = (wanted: WallClock, dropped: string): WallClock => {
  const { day } = wallOf(dropped)
  return wanted.day < day || wanted.time < opening ? { day, time: opening } : wanted
}
const wallText = ({ day, time }: WallClock) => `${day} ${time}:00`
const wallOf = (text: string): WallClock => ({ day: text.slice(0, 10), time: text.slice(11, 16) })
