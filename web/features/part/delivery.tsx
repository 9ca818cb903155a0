import { IconClockExclamation } from '@tabler/icons-react'
import type { Part } from '#core/part/part.ts'
import { isLate } from '#core/part/values.ts'
import { dayName } from '#core/time/format.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { dayIn } from '#web/ui/time/format-instant.ts'
import { useToday } from '#web/ui/time/today.ts'
import styles from './delivery.module.css'

type Expected = Pick<Part, 'status' | 'expectedDelivery'>

/** A day in short, 'Tue 24 Nov'. */
export const shortDay = (day: string) => dayIn(`${day}T12:00:00Z`, 'UTC')

/** How late a part is, '4 days late'; undefined if it is not. */
export function lateness(part: Expected, today: string): string | undefined {
  if (!isLate(part, today)) return undefined
  const days = Math.round((Date.parse(today) - Date.parse(part.expectedDelivery)) / 86_400_000)
  return days === 1 ? '1 day late' : `${days} days late`
}

/** When a part is expected: muted once received, in brass when late. */
export function Delivery({ part }: { part: Expected }) {
  const today = useToday(useTimeZone())
  const { status, expectedDelivery } = part
  const late = lateness(part, today)
  const name = dayName(expectedDelivery)
  if (late)
    return (
      <span className={styles.late}>
        <IconClockExclamation size={16} stroke={1.75} aria-hidden />
        {name} <strong>{late}</strong>
      </span>
    )
  if (status === 'received') return <span className={styles.quiet}>{name}</span>
  return expectedDelivery === today ? (
    <span>
      {name} <strong className={styles.today}>Today</strong>
    </span>
  ) : (
    name
  )
}

/** The same in two lines, for a card. */
export function DeliveryLines({ part }: { part: Expected }) {
  const today = useToday(useTimeZone())
  const late = lateness(part, today)
  const day = shortDay(part.expectedDelivery)
  if (late)
    return (
      <span className={styles.lines} data-late>
        <IconClockExclamation size={20} stroke={1.75} aria-hidden />
        <span>
          <strong>{late}</strong>
          <span>Expected {day}</span>
        </span>
      </span>
    )
  return (
    <span className={styles.lines}>
      <span>
        <span className={styles.quiet}>{part.status === 'received' ? 'Was expected' : 'Expected'}</span>
        <span>{part.status === 'waiting' && part.expectedDelivery === today ? <strong>Today</strong> : day}</span>
      </span>
    </span>
  )
}
