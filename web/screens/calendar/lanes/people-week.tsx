import { useMemo } from 'react'
import { lanesOf } from '#core/job/lanes/lanes.ts'
import { paths } from '#core/wire/paths.ts'
import { ExportButton } from '#web/features/export/export-button.tsx'
import { daysFrom } from '#web/features/schedule/visit-times.ts'
import type { CalendarProps } from '#web/screens/calendar/calendar-props.ts'
import { Toolbar } from '#web/screens/calendar/toolbar.tsx'
import { daysOf } from '#web/screens/calendar/week/week-layout.ts'
import type { PersonName } from '#web/sync/reads/people.ts'
import { Loading } from '#web/ui/states/loading.tsx'
import { PeoplePills } from './people-pills.tsx'
import { PeopleTable } from './people-table.tsx'

/** The calendar by person: the week's figures, and a row for each person with their visits, booked and free hours. */
export function PeopleWeek({ failed, ...shown }: CalendarProps) {
  const { zone, today, name, everyones, people, unsent, office, isRead } = shown
  const { week } = shown.view
  const lanes = useMemo(
    () => lanesOf(everyones, laneOwners(people), daysOf(week), zone),
    [everyones, people, week, zone],
  )
  return (
    <>
      <Toolbar name={name} onWeeks={shown.onWeeks} onToday={shown.onToday}>
        {isRead && <PeoplePills lanes={lanes} visits={everyones.length} week={name} />}
        <ExportButton of="bookings" path={paths.exportBookings} query={daysFrom(week, 7, zone)} icon="small" />
      </Toolbar>
      {failed || (
        <div aria-busy={!isRead}>
          {isRead ? (
            <PeopleTable
              {...{ week, today, zone, people, unsent, office, lanes }}
              weekName={name}
              bookings={everyones}
            />
          ) : (
            <Loading />
          )}
        </div>
      )}
    </>
  )
}

/** The present team, by name; others have a row in weeks in which they have visits. */
function laneOwners(people: ReadonlyMap<string, PersonName>): string[] {
  const team = [...people].filter(([, { role, hasLeft }]) => role === 'team' && !hasLeft)
  return team.toSorted(([, one], [, other]) => one.name.localeCompare(other.name, 'en-GB')).map(([userId]) => userId)
}
