import { addDays } from '#core/time/wall-clock.ts'
import styles from '#web/screens/calendar/calendar.module.css'
import type { CalendarProps } from '#web/screens/calendar/calendar-props.ts'
import { PersonSelect } from '#web/screens/calendar/person-select.tsx'
import { Toolbar } from '#web/screens/calendar/toolbar.tsx'
import { byDay, daysOf } from '#web/screens/calendar/week/week-layout.ts'
import { Loading, SkeletonRows } from '#web/ui/states/loading.tsx'
import { Agenda } from './agenda.tsx'
import { DayStrip } from './day-strip.tsx'

/** The calendar on a phone: a strip of days, the chosen day's visits, and later ones. */
export function CalendarDays({ failed, none, ...shown }: CalendarProps) {
  const { zone, today, name, people, unsent, office, hours, isRead, soon } = shown
  const { week, day, person } = shown.view
  const visits = byDay(soon, [...daysOf(week), ...daysOf(addDays(week, 7))], zone)
  return (
    <>
      <Toolbar name={name} onStep={shown.onWeeks} />
      <DayStrip week={week} day={day} today={today} visits={visits} onDay={shown.onDay} />
      <div className={styles.whose}>
        <PersonSelect people={people} hours={hours} person={person} onPerson={shown.onPerson} />
      </div>
      {failed ||
        (!isRead && (
          <Loading>
            <SkeletonRows rows={6} columns={{ time: 44, site: 160, status: 72 }} />
          </Loading>
        ))}
      {none}
      {isRead && (!none || soon.length > 0) && (
        <Agenda day={day} today={today} zone={zone} visits={visits} people={people} unsent={unsent} office={office} />
      )}
    </>
  )
}
