import '@mantine/schedule/styles.css'
import { WeekView } from '@mantine/schedule'
import { memo } from 'react'
import { wallClock } from '#core/time/wall-clock.ts'
import styles from './hour-lines.module.css'
import { clock, firstHour, lastHour } from './week-layout.ts'

/** The lines of a week's hours, and the one of now on the company's clocks. Visits stand over it, each drawn only as it changes. */
export const HourLines = memo(({ week, zone }: { week: string; zone: string }) => (
  <WeekView
    date={week}
    startTime={`${clock(firstHour)}:00`}
    endTime={`${lastHour}:00:00`}
    firstDayOfWeek={1}
    weekendDays={[]}
    withHeader={false}
    withAllDaySlots={false}
    withWeekNumber={false}
    slotHeight="clamp(44px, calc((100dvh - 172px) / 15), 72px)"
    getCurrentTime={() => {
      const { day, time } = wallClock(new Date().toISOString(), zone)
      return `${day} ${time}:00`
    }}
    classNames={{
      weekView: styles.view,
      weekViewRoot: styles.root,
      weekViewHeader: styles.hidden,
      weekViewSlotLabel: styles.hour,
      weekViewDaySlot: styles.slot,
      currentTimeIndicatorTimeBubble: styles.now,
    }}
    getTimeSlotProps={() => ({ tabIndex: -1, 'aria-hidden': true })}
  />
))
