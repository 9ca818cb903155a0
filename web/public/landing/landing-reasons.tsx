import type { JobStatus } from '#core/job/values.ts'
import { StatusBadge } from '#web/ui/marks/status-badge.tsx'
import styles from './landing-reasons.module.css'

const statuses: readonly JobStatus[] = ['pending', 'booked', 'to estimate', 'quote sent', 'completed']

/** Days of a small calendar: the top, height and status of each visit. */
const days = [
  { day: 'Mon', top: 28, height: 60, look: 'done' },
  { day: 'Tue', top: 8, height: 80, look: 'done' },
  { day: 'Wed', top: 48, height: 40, look: 'booked' },
  { day: 'Thu', top: 28, height: 40, look: 'estimate' },
  { day: 'Fri', top: 8, height: 60, look: 'booked' },
] as const

/** Three reasons, each with a small illustration. */
export const LandingReasons = ({ cost }: { cost: string }) => (
  <div className={styles.reasons}>
    <div>
      <div className={`${styles.drawing} ${styles.statuses}`} aria-hidden="true">
        {statuses.map((status) => (
          <StatusBadge key={status} status={status} large />
        ))}
      </div>
      <h3>Job Tracking</h3>
      <p>
        One list for every flat, house and communal area. Job status follows the tasks, so the office and the field team
        always see the same thing.
      </p>
    </div>
    <div>
      <div className={`${styles.drawing} ${styles.week}`} aria-hidden="true">
        {days.map(({ day, top, height, look }) => (
          <div key={day}>
            {day}
            <div className={styles[look]} style={{ marginTop: top, height }} />
          </div>
        ))}
      </div>
      <h3>Flexible Integrations</h3>
      <p>
        Visits appear in the calendar your team already uses. Phones keep working without signal and catch up later.
      </p>
    </div>
    <div>
      <div className={`${styles.drawing} ${styles.price}`} aria-hidden="true">
        <strong>14 days</strong>
        <span>free, no card</span>
      </div>
      <h3>Cost-Effective Solution</h3>
      <p>{cost}</p>
    </div>
  </div>
)
