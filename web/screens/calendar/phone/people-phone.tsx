import { useMemo, useRef } from 'react'
import { lanesOf } from '#core/job/lanes/lanes.ts'
import { laneOwners } from '#web/screens/calendar/board/lane-owners.ts'
import type { CalendarProps } from '#web/screens/calendar/calendar-props.ts'
import { DayStrip } from '#web/screens/calendar/days/day-strip.tsx'
import { nameOf } from '#web/screens/calendar/rail/rail.tsx'
import { Toolbar } from '#web/screens/calendar/toolbar.tsx'
import { lengthText } from '#web/screens/calendar/visit/visit-words.ts'
import { byDay, daysOf } from '#web/screens/calendar/week/week-layout.ts'
import { unassigned } from '#web/screens/calendar/week-figures.ts'
import { counted } from '#web/ui/number-format.ts'
import { Loading, SkeletonRows } from '#web/ui/states/loading.tsx'
import { ClashNote } from './clash-note.tsx'
import styles from './people-phone.module.css'
import { PersonStrip } from './person-strip.tsx'
import { PersonTimeline } from './person-timeline.tsx'
import { PhoneTray } from './phone-tray.tsx'
import { useSwipe } from './use-swipe.ts'

/** The calendar by person on a phone: one person's day at a time; a swipe leads to the next person, and the chosen day stays. */
export function PeoplePhone({ failed, ...shown }: CalendarProps) {
  const { zone, today, name, everyones, people, unsent, office, isRead } = shown
  const { week, day, person } = shown.view
  const lanes = useMemo(() => lanesOf(everyones, laneOwners(people), [day], zone), [everyones, people, day, zone])
  const visits = byDay(everyones, daysOf(week), zone)
  const index = Math.max(
    0,
    lanes.findIndex(({ userId }) => (userId ?? unassigned) === person),
  )
  const lane = lanes[index]
  const only = lane?.days[0]
  const show = (to: number) => {
    const next = lanes[to]
    if (next) shown.onPerson(next.userId ?? unassigned)
  }
  const swiped = useRef<HTMLDivElement>(null)
  useSwipe(swiped, (by) => show(index + by))
  return (
    <>
      <Toolbar name={name} onStep={shown.onWeeks} />
      <DayStrip week={week} day={day} today={today} visits={visits} onDay={shown.onDay} />
      {failed ||
        (!isRead && (
          <Loading>
            <SkeletonRows rows={6} columns={{ time: 44, site: 160, status: 72 }} />
          </Loading>
        ))}
      {isRead && lane && only && (
        <>
          <PersonStrip lanes={lanes} chosen={lane} people={people} onLane={show} />
          <div ref={swiped} className={styles.person}>
            <p className={styles.figures} aria-live="polite">
              <b>{nameOf(lane.userId ?? unassigned, people)}</b>{' '}
              {[
                counted(lane.visits, 'visit'),
                lane.minutes > 0 && lengthText(lane.minutes),
                lane.freeMinutes > 0 && `${lengthText(lane.freeMinutes)} free`,
              ]
                .filter(Boolean)
                .join(', ')}
            </p>
            <ClashNote day={only} office={office} />
            <PersonTimeline
              day={only}
              userId={lane.userId}
              name={nameOf(lane.userId ?? unassigned, people)}
              {...{ zone, people, unsent, office }}
            />
          </div>
        </>
      )}
      {office && <PhoneTray lanes={isRead && lane ? [lane] : []} {...{ day, zone, today }} />}
    </>
  )
}
