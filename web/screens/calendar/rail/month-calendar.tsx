import { DatePicker } from '@mantine/dates'
import { memo, useState } from 'react'
import { addDays, mondayOf } from '#core/time/wall-clock.ts'
import styles from './month-calendar.module.css'

type Props = { week: string; today: string; onDay: (day: string) => void }

/** A small month with the shown week marked; a day opens its week. */
export const MonthCalendar = memo(({ week, today, onDay }: Props) => {
  const [shown, setShown] = useState({ week, month: monthOf(week, today) })
  // The month follows the week, unless it shows that week already.
  if (shown.week !== week) {
    const isShown = [week, addDays(week, 6)].some((day) => day.startsWith(shown.month.slice(0, 7)))
    setShown({ week, month: isShown ? shown.month : monthOf(week, today) })
  }
  return (
    <DatePicker
      className={styles.month}
      date={shown.month}
      onDateChange={(month) => setShown({ week, month })}
      value={null}
      onChange={(day) => day && onDay(day)}
      locale="en-gb"
      maxLevel="month"
      fullWidth
      firstDayOfWeek={1}
      weekdayFormat="dd"
      getDayProps={(day) => ({
        inRange: mondayOf(day) === week,
        firstInRange: day === week,
        lastInRange: day === addDays(week, 6),
        'data-present': day === today || undefined,
        ...(day === today ? { 'aria-current': 'date' as const } : {}),
      })}
    />
  )
})

/** The month to show a week in: today's if the week includes today, otherwise that of most of its days. */
const monthOf = (week: string, today: string) => (mondayOf(today) === week ? today : addDays(week, 3))
