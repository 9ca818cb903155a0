import { Button } from '@mantine/core'
import { Page } from '#web/frame/page.tsx'
import { useMe } from '#web/sync/reads/me.ts'
import { SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import { useToday } from '#web/ui/time/today.ts'
import { useAddress } from '#web/ui/use-address.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { Calendar } from './calendar.tsx'
import { addressOfToday, type CalendarView, calendarAddressOf, calendarViewIn } from './calendar-address.ts'
import { ViewSwitch } from './lanes/view-switch.tsx'

/** The week's visits, in the company's time zone. The week and the person are in the address. */
export function CalendarScreen() {
  // Visits at the wrong hours would be worse than none, so nothing is shown until the zone has loaded.
  const { data, error, refetch } = useMe()
  const zone = data?.company.timeZone
  if (zone) return <InZone key={zone} zone={zone} />
  return (
    <Page title="Calendar">
      <ReadState
        read={{ data: zone, error, refetch }}
        failed={({ message }) => `Failed to fetch the calendar: ${message}`}
        skeleton={
          <SkeletonRows rows={16} columns={{ monday: '12%', tuesday: '12%', wednesday: '12%', thursday: '12%' }} />
        }
      >
        {() => null}
      </ReadState>
    </Page>
  )
}

function InZone({ zone }: { zone: string }) {
  const [address, changeAddress] = useAddress()
  const today = useToday(zone)
  const onPhone = useIsPhone()
  const view = calendarViewIn(address, today)
  // Choosing a day or a person adds no step for Back.
  const go = (change: (now: CalendarView) => CalendarView) =>
    changeAddress((current) => calendarAddressOf(change(calendarViewIn(current, today)), today), {
      replace: change(view).week === view.week,
    })
  const views = <ViewSwitch by={view.by} onBy={(by) => go((now) => ({ ...now, by }))} />
  const goToday = () => changeAddress((current) => addressOfToday(calendarViewIn(current, today)))
  return (
    <Page
      title="Calendar"
      views={!onPhone && views}
      phoneActions={
        <Button variant="default" onClick={goToday}>
          Today
        </Button>
      }
    >
      {onPhone && views}
      <Calendar zone={zone} today={today} view={view} onView={go} onToday={goToday} phone={onPhone} />
    </Page>
  )
}
