import { paperDay } from '#core/time/format.ts'
import type { RecurringItem } from '#core/wire/jobs/recurring.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import listPage from '#web/ui/list-page.module.css'
import { useToday } from '#web/ui/time/today.ts'
import styles from './recurring.module.css'
import { isSoon, nextOf } from './recurring-order.ts'

/** The next day of the work. What is near is brass. */
export function NextDay({ one }: { one: RecurringItem }) {
  const today = useToday(useTimeZone())
  const next = nextOf(one)
  if (!next) return <span className={listPage.quiet}>{one.state === 'paused' ? 'Paused' : 'No more dates'}</span>
  return (
    <strong className={styles.next} data-soon={isSoon(one, today) || undefined}>
      {paperDay(next.on)}
    </strong>
  )
}
