import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type BookedVisit, moved } from '#web/features/schedule/visit-times.ts'
import type { OfficeActions } from '#web/screens/calendar/calendar-props.ts'
import type { PersonName } from '#web/sync/reads/people.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { DayHeads } from './day-heads.tsx'
import { DragPreview } from './drag-preview.tsx'
import type { Dragged } from './dragging.ts'
import { GridVisit } from './grid-visit.tsx'
import { HourLines } from './hour-lines.tsx'
import type { MinuteShift } from './keyboard-moves.ts'
import { MoreVisits } from './more-visits.tsx'
import { useStableSegments } from './use-stable-segments.ts'
import { useVisitDrag } from './use-visit-drag.ts'
import styles from './week-grid.module.css'
import { daysOf, layOutWeek, type VisitSegment } from './week-layout.ts'

const DayDialog = lazyComponent(async () => (await import('./day-dialog.tsx')).DayDialog)

type Props = {
  week: string
  today: string
  zone: string
  bookings: readonly BookedVisit[]
  people: ReadonlyMap<string, PersonName>
  unsent: ReadonlySet<string>
  office: OfficeActions | undefined
}

/** A week as columns of days, 06:00 to 21:00 in the company's time zone. The office can drag visits and their edges. */
export function WeekGrid({ week, today, zone, bookings, people, unsent, office }: Props) {
  // The visit moved last does not disappear among those that have no lane.
  const [kept, keep] = useState<string>()
  const {
    segments: found,
    more,
    outside,
  } = useMemo(() => layOutWeek(bookings, week, zone, kept), [bookings, week, zone, kept])
  const [listed, list] = useState<string>()
  const isFull = more.length > 0
  useEffect(() => {
    if (isFull) DayDialog.preload()
  }, [isFull])
  const segments = useStableSegments(found)
  const days = useMemo(() => daysOf(week), [week])
  const visits = useRef<HTMLDivElement>(null)

  const latest = useRef(office)
  useLayoutEffect(() => {
    latest.current = office
  })
  const nudgedId = useRef<string>(undefined)
  // Stable between renders, so that only visits that change are rendered again.
  const actions = useMemo<OfficeActions>(
    () => ({
      onMove: (...move) => latest.current?.onMove(...move),
      onTouch: (booking) => latest.current?.onTouch(booking),
      onReschedule: (booking) => latest.current?.onReschedule(booking),
      onNudge: (booking: BookedVisit, by: MinuteShift) => {
        nudgedId.current = booking.jobId
        keep(booking.jobId)
        latest.current?.onNudge(booking, by)
      },
      onBook: (slot) => latest.current?.onBook(slot),
    }),
    [],
  )
  // A visit moved to another day is another element: the focus follows it.
  useLayoutEffect(() => {
    const link = segments.some(({ id }) => id === nudgedId.current)
      ? visits.current?.querySelector<HTMLElement>(`[data-visit="${nudgedId.current}"] a`)
      : undefined
    nudgedId.current = undefined
    if (document.activeElement === document.body) link?.focus()
  }, [segments])

  const onGrab = useCallback((segment: VisitSegment) => actions.onTouch(segment.booking), [actions])
  const onDrop = useCallback(
    ({ booking }: VisitSegment, { by }: Dragged) => {
      const to = moved(booking, by, zone)
      if (!to) return
      keep(booking.jobId)
      actions.onMove(booking, to)
    },
    [actions, zone],
  )
  const { drag, hold } = useVisitDrag({ grid: visits, week, onGrab, onDrop })

  return (
    <div className={styles.week}>
      <DayHeads week={week} today={today} zone={zone} outside={outside} />
      <div className={styles.hours}>
        <HourLines week={week} zone={zone} />
        <div ref={visits} className={styles.visits}>
          {segments.map((segment) => (
            <GridVisit
              key={segment.id}
              segment={segment}
              column={days.indexOf(segment.day)}
              people={people}
              waiting={unsent.has(segment.booking.jobId)}
              office={office && actions}
              dragged={drag?.segment.id === segment.id}
              onHold={hold}
            />
          ))}
          {more.map((one) => (
            <MoreVisits key={`${one.day} ${one.start}`} more={one} column={days.indexOf(one.day)} onOpen={list} />
          ))}
          {drag && (
            <>
              <DragPreview drag={drag} column={days.indexOf(drag.to.day)} />
              <div className={styles.shield} data-grip={drag.grip} />
            </>
          )}
        </div>
      </div>
      {listed && (
        <DayDialog {...{ bookings, zone, people, unsent, office }} day={listed} onClose={() => list(undefined)} />
      )}
    </div>
  )
}
