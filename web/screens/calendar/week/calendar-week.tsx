import { useMediaQuery } from '@mantine/hooks'
import { useMemo } from 'react'
import { paths } from '#core/wire/paths.ts'
import { ExportButton } from '#web/features/export/export-button.tsx'
import { daysFrom } from '#web/features/schedule/visit-times.ts'
import styles from '#web/screens/calendar/calendar.module.css'
import type { CalendarProps } from '#web/screens/calendar/calendar-props.ts'
import { Pills } from '#web/screens/calendar/rail/pills.tsx'
import { Rail } from '#web/screens/calendar/rail/rail.tsx'
import { Toolbar } from '#web/screens/calendar/toolbar.tsx'
import { figuresOf } from '#web/screens/calendar/week-figures.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { Loading } from '#web/ui/states/loading.tsx'
import { WeekGrid } from './week-grid.tsx'

/** Below this width a select replaces the rail and its list of people. */
const roomForRail = '(min-width: 960px)'
const PersonSelect = lazyComponent(async () => (await import('#web/screens/calendar/person-select.tsx')).PersonSelect)

/** The calendar on a desktop: a rail, the week's figures and its grid of hours. */
export function CalendarWeek({ failed, none, ...shown }: CalendarProps) {
  const { zone, today, name, bookings, people, unsent, office, hours, isRead } = shown
  const { week, person } = shown.view
  const withRail = useMediaQuery(roomForRail, undefined, { getInitialValueInEffect: false })
  const figures = useMemo(() => figuresOf(bookings), [bookings])
  const whose = { people, hours, person, onPerson: shown.onPerson }
  return (
    <div className={styles.columns}>
      {withRail && <Rail {...{ week, today, figures, isRead }} onDay={shown.onDay} {...whose} />}
      <div className={styles.main}>
        <Toolbar name={name} onStep={shown.onWeeks} onToday={shown.onToday}>
          {!withRail && <PersonSelect {...whose} />}
          {isRead && <Pills figures={figures} week={name} />}
          <ExportButton
            of="bookings"
            path={paths.exportBookings}
            query={{ ...daysFrom(week, 7, zone), person: person || undefined }}
            icon="small"
          />
        </Toolbar>
        {failed || (
          <div className={styles.grid} aria-busy={!isRead}>
            <WeekGrid {...{ week, today, zone, bookings, people, unsent, office }} />
            {!isRead && (
              <Loading>
                <LoadingVisits />
              </Loading>
            )}
            {none && <div className={styles.none}>{none}</div>}
          </div>
        )}
      </div>
    </div>
  )
}

/** Where each grey visit begins, in hundredths of the day's height. */
const greyVisits = [17, 37, 23, 54, 30]

/** Grey visits on the working days, so that a week that is not read yet does not look free. */
const LoadingVisits = () => (
  <div className={styles.loading}>
    {greyVisits.map((top) => (
      <span key={top} style={{ top: `${top}%` }} />
    ))}
  </div>
)
