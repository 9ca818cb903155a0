import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { startOn } from '#core/job/lanes/free-time.ts'
import type { Lane } from '#core/job/lanes/lanes.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import { useSingleKeys } from '#web/features/keyboard/single-keys.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import type { CalendarProps } from '#web/screens/calendar/calendar-props.ts'
import { PeopleTable } from '#web/screens/calendar/lanes/people-table.tsx'
import { shownMinutes } from '#web/screens/calendar/person-day/day-layout.ts'
import { PeopleDay } from '#web/screens/calendar/person-day/people-day.tsx'
import { placeTimes, troubleWords } from '#web/screens/calendar/placing/place-words.ts'
import type { BoardPlace, Lifted } from '#web/screens/calendar/placing/places.ts'
import { type PlacingHandle, PlacingLayer } from '#web/screens/calendar/placing/placing-layer.tsx'
import { usePlacing } from '#web/screens/calendar/placing/use-placing.ts'
import { nameOf } from '#web/screens/calendar/rail/rail.tsx'
import { Tray } from '#web/screens/calendar/tray/tray.tsx'
import { loadJob, type Move } from '#web/screens/calendar/visit/use-visit-moves.ts'
import { unassigned } from '#web/screens/calendar/week-figures.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import styles from './board.module.css'
import { usePlaceVisits } from './use-place-visits.ts'

const ClashDialog = lazyComponent(
  async () => (await import('#web/features/schedule/clashes/clash-dialog.tsx')).ClashDialog,
)
const ScheduleOnScreen = lazyComponent(
  async () => (await import('#web/screens/calendar/lanes/schedule-in-slot.tsx')).ScheduleOnScreen,
)

/** The last quarter of an hour of a day, in minutes since midnight, for a visit put on today just before midnight. */
const lastQuarter = 24 * 60 - 15

type Props = Pick<CalendarProps, 'zone' | 'today' | 'view' | 'everyones' | 'people' | 'unsent' | 'office'> & {
  title: string
  lanes: readonly Lane<BookedVisit>[]
  move: Move | undefined
}

/** The lanes and the tray, between which visits are moved by drag or by keyboard. */
export function Board({ zone, today, view, everyones, people, unsent, office, title, lanes, move }: Props) {
  const queries = useQueryClient()
  const { week, day, span } = view
  const isDay = span === 'day'
  const { from, to } = shownMinutes(lanes.flatMap((lane) => lane.days))
  const hours = useMemo(() => ({ from, to }), [from, to])
  const board = useRef<HTMLDivElement>(null)
  const layer = useRef<PlacingHandle>(null)
  const [booking, setBooking] = useState<string>()
  const { place, troubleAt, asked, bookAnyway, leave } = usePlaceVisits({
    ...{ zone, people },
    bookings: everyones,
    move: move ?? (() => {}),
  })
  const onTouch = (jobId: string) => void loadJob(queries, jobId)
  const freeStart = (userId: string | undefined, on: string, minutes: number) => {
    const free = lanes.find((lane) => lane.userId === userId)?.days.find((one) => one.day === on)?.free ?? []
    return startOn({ day: on, free }, minutes, wallClock(new Date().toISOString(), zone)) ?? lastQuarter
  }
  const focusNext = useRef<string>(undefined)
  const { isOn: singleKeys } = useSingleKeys()
  const placing = usePlacing({
    ...{ board, layer, singleKeys },
    usualStart: freeStart,
    hours: isDay ? hours : undefined,
    onLift: onTouch,
    onPlace: (lifted, to, { byKey }) => {
      if (byKey) focusNext.current = lifted.jobId
      place(lifted, to)
    },
  })
  // A visit that was moved by keyboard is another element: the focus follows it.
  useLayoutEffect(() => {
    const link = board.current?.querySelector<HTMLElement>(`[data-visit="${focusNext.current}"] a`)
    if (!lanes || !link || document.activeElement !== document.body) return
    focusNext.current = undefined
    link.focus()
  }, [lanes])
  const mayBook = office !== undefined
  useEffect(() => {
    if (!mayBook) return
    ScheduleOnScreen.preload()
    ClashDialog.preload()
  }, [mayBook])
  const sayOf = (lifted: Lifted, at: BoardPlace) => {
    const trouble = troubleAt(lifted, at)
    return {
      times: placeTimes(at, !isDay),
      trouble: troubleWords(trouble, zone),
      clashes: trouble.clashes.length > 0,
      whose: nameOf(at.userId ?? unassigned, people),
    }
  }
  const shown = { zone, people, unsent, office, placing: office && placing }
  return (
    <div className={styles.columns}>
      {office && (
        <div className={styles.tray}>
          <Tray today={today} onBook={setBooking} onTouch={onTouch} placing={placing} />
        </div>
      )}
      <div ref={board} className={styles.board}>
        {isDay ? (
          <PeopleDay {...{ day, hours, lanes }} dayTitle={title} {...shown} />
        ) : (
          <PeopleTable {...{ week, today, lanes }} weekName={title} bookings={everyones} {...shown} />
        )}
        <PlacingLayer ref={layer} sayOf={sayOf} />
      </div>
      {booking && (
        <ScheduleOnScreen
          jobId={booking}
          day={isDay ? day : undefined}
          {...{ lanes, today, zone }}
          onClose={() => setBooking(undefined)}
        />
      )}
      {asked && (
        <ClashDialog
          opened
          found={asked.found}
          wanted={asked.visit}
          zone={zone}
          onConfirm={bookAnyway}
          onClose={leave}
        />
      )}
    </div>
  )
}
