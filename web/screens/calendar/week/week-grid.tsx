import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { type Booking, moved } from '#web/features/schedule/visit-times.ts'
import type { OfficeActions } from '#web/screens/calendar/calendar-props.ts'
import type { By } from '#web/screens/calendar/visit/keyboard-moves.ts'
import type { PersonName } from '#web/sync/reads/jobs.ts'
import { DayHeads } from './day-heads.tsx'
import { DragPreview } from './drag-preview.tsx'
import type { Dragged } from './dragging.ts'
import { Visit } from './grid-visit.tsx'
import { Hours } from './hour-lines.tsx'
import { useKept } from './use-stable-segments.ts'
import { useVisitDrag } from './use-visit-drag.ts'
import styles from './week-grid.module.css'
import { daysOf, type Piece, piecesOf } from './week-layout.ts'

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
  const { pieces: found, outside } = useMemo(() => piecesOf(bookings, week, zone), [bookings, week, zone])
  const pieces = useKept(found)
  const days = useMemo(() => daysOf(week), [week])
  const visits = useRef<HTMLDivElement>(null)

  const given = useRef(office)
  useLayoutEffect(() => {
    given.current = office
  })
  const nudgedId = useRef<string>(undefined)
  // The same from one drawing to the next, so that only the visits that change are drawn anew.
  const actions = useMemo<OfficeActions>(
    () => ({
      onMove: (...move) => given.current?.onMove(...move),
      onTouch: (booking) => given.current?.onTouch(booking),
      onReschedule: (booking) => given.current?.onReschedule(booking),
      onNudge: (booking: Booking, by: By) => {
        nudgedId.current = booking.jobId
        given.current?.onNudge(booking, by)
      },
    }),
    [],
  )
  // On another day it stands elsewhere in the page: the focus goes along.
  useLayoutEffect(() => {
    const link = pieces.some(({ id }) => id === nudgedId.current)
      ? visits.current?.querySelector<HTMLElement>(`[data-visit="${nudgedId.current}"] a`)
      : undefined
    nudgedId.current = undefined
    if (document.activeElement === document.body) link?.focus()
  }, [pieces])

  const onGrab = useCallback((piece: Piece) => actions.onTouch(piece.booking), [actions])
  const onDrop = useCallback(
    ({ booking }: Piece, { by }: Dragged) => {
      const to = moved(booking, by, zone)
      if (to) actions.onMove(booking, to)
    },
    [actions, zone],
  )
  const { drag, hold } = useVisitDrag({ grid: visits, week, onGrab, onDrop })

  return (
    <div className={styles.week}>
      <DayHeads week={week} today={today} zone={zone} outside={outside} />
      <div className={styles.hours}>
        <Hours week={week} zone={zone} />
        <div ref={visits} className={styles.visits}>
          {pieces.map((piece) => (
            <Visit
              key={piece.id}
              piece={piece}
              column={days.indexOf(piece.day)}
              people={people}
              waiting={unsent.has(piece.booking.jobId)}
              office={office && actions}
              dragged={drag?.piece.id === piece.id}
              onHold={hold}
            />
          ))}
          {drag && (
            <>
              <DragPreview drag={drag} column={days.indexOf(drag.to.day)} />
              <div className={styles.shield} data-grip={drag.grip} />
            </>
          )}
        </div>
      </div>
    </div>
  )
}
