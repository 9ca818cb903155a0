import { memo } from 'react'
import { wallClock } from '#core/time/wall-clock.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import { downTo, minuteOf } from './dragging.ts'
import styles from './hour-lines.module.css'
import { clock, daysOf, firstHour, lastHour } from './week-layout.ts'

type Props = { week: string; zone: string }

const hours = Array.from({ length: lastHour - firstHour }, (_, index) => clock(firstHour + index))

/** The grid's hours and days. Visits are drawn over it, so moving one leaves it alone. */
export const HourLines = memo(({ week, zone }: Props) => (
  <div className={styles.lines}>
    {hours.map((hour, row) => (
      <div key={hour} className={styles.hour} style={{ gridRow: row + 1 }}>
        <span className={styles.name}>{hour}</span>
      </div>
    ))}
    {daysOf(week).map((day, index) => (
      <div key={day} className={styles.day} style={{ gridColumn: index + 2 }} />
    ))}
    <CurrentTime week={week} zone={zone} />
  </div>
))

/** A line at the company's current time, bold across today; none outside the week or the hours shown. */
function CurrentTime({ week, zone }: Props) {
  const { day, time } = wallClock(new Date(useNow()).toISOString(), zone)
  const column = daysOf(week).indexOf(day)
  if (column === -1 || time <= clock(firstHour) || time >= clock(lastHour)) return null
  return (
    <div className={styles.now} style={{ top: `${downTo(minuteOf(time))}%` }}>
      <span className={styles.time}>{time}</span>
      <span className={styles.days}>
        {column > 0 && <span className={styles.dot} style={{ left: `${(100 * column) / 7}%` }} />}
        <span className={styles.today} style={{ left: `${(100 * column) / 7}%` }} />
      </span>
    </div>
  )
}
