import { IconAlertTriangle } from '@tabler/icons-react'
import { timeIn } from '#core/time/format.ts'
import type { CompanyTask, FailingTask } from '#core/wire/projections.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import styles from './failing-tasks.module.css'

const words: Record<CompanyTask, string> = {
  'sign-heads': 'The newest events could not be signed',
  'store-heads': 'Signatures could not be stored outside the database',
  erasures: 'An erasure could not be completed',
}

/** What Fettle does on its own and could not do for this company; it goes on trying. */
export function FailingTasks({ failing }: { failing: readonly FailingTask[] }) {
  const zone = useTimeZone()
  if (failing.length === 0) return null
  return (
    <ul className={styles.failing} aria-label="Failing tasks">
      {failing.map(({ task, failures, retryAt }) => (
        <li key={task}>
          <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
          <span>
            <strong>{words[task]}.</strong> {failures === 1 ? 'One try has' : `${failures} tries have`} failed; the next
            is at {timeIn(retryAt, zone)}. The server’s log has the reason.
          </span>
        </li>
      ))}
    </ul>
  )
}
