import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { addDays } from '#core/time/wall-clock.ts'
import { mostBookings } from '#core/wire/list-options.ts'
import { type BookedVisit, daysFrom } from '#web/features/schedule/visit-times.ts'
import { type CalendarRead, calendarRead, isWithin, useCalendar } from '#web/sync/reads/calendar.ts'
import { type PersonName, personOf, usePeople } from '#web/sync/reads/people.ts'
import { useMay } from '#web/sync/rights.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { numberText } from '#web/ui/number-format.ts'
import { Loading } from '#web/ui/states/loading.tsx'
import { ReadFailed } from '#web/ui/states/read-failed.tsx'
import styles from './calendar.module.css'
import { atDay, type CalendarSpan, type CalendarView, weekName } from './calendar-address.ts'
import type { CalendarProps, Slot } from './calendar-props.ts'
import { NoVisits } from './no-visits.tsx'
import { useOptimisticBookings, useUnsentJobs } from './optimistic-bookings.ts'
import { nameOf } from './rail/rail.tsx'
import { loadJob, useVisitMoves } from './visit/use-visit-moves.ts'
import { useKeyboardMoves } from './week/keyboard-moves.ts'
import { hoursByPerson, isVisitOf, unassigned } from './week-figures.ts'

/** Loaded only where shown: the grid not on phones, the dialog not for people who cannot move visits. */
const CalendarWeek = lazyComponent(async () => (await import('./week/calendar-week.tsx')).CalendarWeek, <Loading />)
const PeopleBoard = lazyComponent(async () => (await import('./board/people-board.tsx')).PeopleBoard, <Loading />)
const BookDialog = lazyComponent(async () => (await import('./lanes/book-dialog.tsx')).BookDialog)
const PeoplePhone = lazyComponent(async () => (await import('./phone/people-phone.tsx')).PeoplePhone, <Loading />)
const CalendarDays = lazyComponent(async () => (await import('./days/calendar-days.tsx')).CalendarDays, <Loading />)
const RescheduleDialog = lazyComponent(async () => (await import('./visit/reschedule-dialog.tsx')).RescheduleDialog)

type Props = {
  zone: string
  today: string
  view: CalendarView
  onView: (change: (view: CalendarView) => CalendarView) => void
  onToday: () => void
  phone: boolean
}

/** A week of visits: a grid of hours on a desktop, a list by day on a phone. */
export function Calendar({ zone, today, view, onView, onToday, phone }: Props) {
  const queries = useQueryClient()
  const unsent = useUnsentJobs()
  const { week, person } = view
  const read = useCalendar(daysFrom(week, 14, zone))
  const isRead = read.data !== undefined
  const people = usePeopleNames(read.data)
  const { move, pendingMoves } = useVisitMoves(zone)
  const [rescheduling, setRescheduling] = useState<BookedVisit>()
  const [slot, setSlot] = useState<Slot>()
  const { nudge, positions } = useKeyboardMoves(move, week, zone)
  const moving = useMemo(() => new Map([...pendingMoves, ...positions]), [pendingMoves, positions])
  const all = useOptimisticBookings(read.data, moving)
  const visits = useMemo(() => {
    const days = daysFrom(week, 7, zone)
    const inWeek = all.filter((one) => isWithin(one, days))
    const ofPerson = (one: BookedVisit) => isVisitOf(one, person)
    return { inWeek, hours: hoursByPerson(inWeek), shown: inWeek.filter(ofPerson), soon: all.filter(ofPerson) }
  }, [all, week, zone, person])

  useEffect(() => {
    if (!isRead) return
    for (const weeks of [-1, 1])
      void queries.prefetchQuery({ ...calendarRead(daysFrom(addDays(week, 7 * weeks), 14, zone)), staleTime: 30_000 })
  }, [isRead, queries, week, zone])

  const mayMove = useMay('schedule')
  useEffect(() => {
    if (mayMove) RescheduleDialog.preload()
    if (mayMove && view.by === 'person') BookDialog.preload()
  }, [mayMove, view.by])
  const onDay = useCallback((chosen: string) => onView((now) => atDay(now, chosen)), [onView])
  const onSpan = (span: CalendarSpan) => onView((now) => ({ ...now, span }))
  const onPerson = (chosen: string) => onView((now) => ({ ...now, person: chosen }))
  const onTouch = (booking: BookedVisit) => void loadJob(queries, booking.jobId)

  const shown: CalendarProps = {
    ...{ zone, today, view, people, unsent, isRead, onDay, onSpan, onPerson, onToday },
    ...{
      name: weekName(week),
      bookings: visits.shown,
      everyones: visits.inWeek,
      soon: visits.soon,
      hours: visits.hours,
    },
    office: mayMove
      ? { onMove: move, onTouch, onReschedule: setRescheduling, onNudge: nudge, onBook: setSlot }
      : undefined,
    onWeeks: (weeks) => onView((now) => atDay(now, addDays(phone ? now.day : now.week, 7 * weeks))),
    failed: read.isError && !isRead && (
      <ReadFailed
        text={`Failed to fetch the calendar: ${read.error.message}`}
        error={read.error}
        onRetry={read.refetch}
      />
    ),
    none: isRead && visits.shown.length === 0 && (
      <NoVisits books={mayMove} person={visits.inWeek.length > 0 ? person : ''} people={people} onPerson={onPerson} />
    ),
  }
  const byPerson = view.by === 'person'
  const View = phone ? (byPerson ? PeoplePhone : CalendarDays) : byPerson ? PeopleBoard : CalendarWeek
  return (
    <>
      {read.data?.truncated && (
        <p className={styles.truncated} role="status">
          Only the first {numberText(mostBookings)} visits of these two weeks are shown.
        </p>
      )}
      <View {...shown} />
      {slot && (
        <BookDialog
          slot={slot}
          zone={zone}
          name={nameOf(slot.userId ?? unassigned, people)}
          onClose={() => setSlot(undefined)}
        />
      )}
      {rescheduling && (
        <RescheduleDialog booking={rescheduling} zone={zone} onMove={move} onClose={() => setRescheduling(undefined)} />
      )}
    </>
  )
}

/** Everyone's names: the team's or, until they are read, those that came with the calendar. */
function usePeopleNames(read: CalendarRead | undefined): ReadonlyMap<string, PersonName> {
  const team = usePeople()
  return useMemo(() => {
    const here = Object.entries(read?.people ?? {}).filter(([userId]) => !team.has(userId))
    if (here.length === 0) return team
    return new Map([
      ...team,
      ...here.map(([userId, name]) => [userId, personOf({ username: name, userRole: 'team' })] as const),
    ])
  }, [read?.people, team])
}
