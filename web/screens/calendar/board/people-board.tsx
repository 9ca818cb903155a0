import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useMemo } from 'react'
import { lanesOf } from '#core/job/lanes/lanes.ts'
import { addDays } from '#core/time/wall-clock.ts'
import { paths } from '#core/wire/paths.ts'
import { ExportButton } from '#web/features/export/export-button.tsx'
import { daysFrom } from '#web/features/schedule/visit-times.ts'
import { dayTitle } from '#web/screens/calendar/calendar-address.ts'
import type { CalendarProps } from '#web/screens/calendar/calendar-props.ts'
import { PeoplePills } from '#web/screens/calendar/lanes/people-pills.tsx'
import { Toolbar } from '#web/screens/calendar/toolbar.tsx'
import { useStableActions } from '#web/screens/calendar/visit/use-stable-actions.ts'
import { daysOf } from '#web/screens/calendar/week/week-layout.ts'
import { useShared } from '#web/sync/ledger/use-shared.ts'
import { isWithin } from '#web/sync/reads/calendar.ts'
import { Loading, SkeletonRows } from '#web/ui/states/loading.tsx'
import { Board } from './board.tsx'
import { laneOwners } from './lane-owners.ts'
import { SpanSwitch } from './span-switch.tsx'

/** The calendar by person, a day or a week at once: a row for each with their visits, booked and free hours, and for the office the jobs that need a visit. */
export function PeopleBoard({ failed, ...shown }: CalendarProps) {
  const { zone, name, everyones, people, isRead, view, today } = shown
  const { week, day, span } = view
  const isDay = span === 'day'
  const days = useMemo(() => (isDay ? [day] : daysOf(week)), [isDay, day, week])
  const laid = useMemo(() => lanesOf(everyones, laneOwners(people), days, zone), [everyones, people, days, zone])
  const lanes = useShared(laid)
  const title = isDay ? dayTitle(day, today) : name
  const range = daysFrom(days[0] ?? day, days.length, zone)
  const visits = everyones.filter((one) => isWithin(one, range))
  const office = useStableActions(shown.office)
  return (
    <>
      <Toolbar
        name={title}
        unit={span}
        onStep={(by) => (isDay ? shown.onDay(addDays(day, by)) : shown.onWeeks(by))}
        onToday={shown.onToday}
      >
        {isRead && <PeoplePills lanes={lanes} visits={visits.length} span={span} of={title} />}
        <SpanSwitch span={span} onSpan={shown.onSpan} />
        <Button variant="default" px={10} onClick={() => print()}>
          <IconPrinter size={16} stroke={1.75} aria-hidden />
          <span className="sr">Print</span>
        </Button>
        <ExportButton of="bookings" path={paths.exportBookings} query={range} icon="small" />
      </Toolbar>
      {failed || (
        <div aria-busy={!isRead}>
          {isRead ? (
            <Board {...shown} {...{ title, lanes, office }} move={shown.office?.onMove} />
          ) : (
            <Loading>
              <SkeletonRows rows={6} columns={{ person: 140, visits: '55%', free: 60 }} />
            </Loading>
          )}
        </div>
      )}
    </>
  )
}
