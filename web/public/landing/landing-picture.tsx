import type { JobStatus, TaskStatus } from '#core/job/values.ts'
import type { Role } from '#core/model/messages.ts'
import { PersonAvatar } from '#web/ui/marks/person.tsx'
import { StatusBadge } from '#web/ui/marks/status-badge.tsx'
import { TaskMark } from '#web/ui/marks/task-mark.tsx'
import styles from './landing-picture.module.css'

const status: JobStatus = 'booked'
const tasks: readonly { text: string; price: string; status: TaskStatus; ready?: boolean }[] = [
  { text: 'Trace leak under sink', price: '£60.00', status: 'completed' },
  { text: 'Replace kitchen mixer tap', price: '£85.00', status: 'not completed', ready: true },
  { text: 'Reseal bath and refit panel', price: '£120.00', status: 'not completed' },
]
const changes: readonly { who: string; role: Role; did: string; from: string; to: string; when: string }[] = [
  {
    who: 'priya.nair',
    role: 'admin',
    did: 'booked the visit',
    from: 'Not scheduled',
    to: 'Fri 20 Nov, 09:00–11:00',
    when: 'Today, 10:41',
  },
  {
    who: 'tom.okafor',
    role: 'team',
    did: 'marked a task ready',
    from: 'Not ready',
    to: 'Ready',
    when: 'Today, 09:58, made offline at 09:12',
  },
  {
    who: 'dana.whitfield',
    role: 'owner',
    did: 'cleared the warning',
    from: 'No access',
    to: 'No Warning',
    when: 'Yesterday, 16:20',
  },
]

/** An example job and its history; screen readers get one sentence instead. */
export const LandingPicture = () => (
  <div className={styles.panel}>
    <p className="sr">An example: a booked job with three tasks, and its history showing who changed what and when.</p>
    <div className={styles.job} aria-hidden="true">
      <div className={styles.jobHead}>
        <div>
          <span>00213</span>
          <strong>14 Marlowe Court</strong>
        </div>
        <StatusBadge status={status} />
      </div>
      {tasks.map((task) => (
        <div key={task.text} className={`${styles.task} ${task.status === 'completed' ? styles.done : ''}`}>
          <TaskMark status={task.status} />
          <span>{task.text}</span>
          {task.ready && <span className={styles.ready}>Ready</span>}
          <strong>{task.price}</strong>
        </div>
      ))}
    </div>
    <div className={styles.history} aria-hidden="true">
      <div className={styles.historyHead}>
        <strong>History</strong>
        <span className={styles.verified}>Verified</span>
      </div>
      {changes.map(({ who, role, did, from, to, when }) => (
        <div key={who} className={styles.change}>
          <PersonAvatar name={who} role={role} />
          <div>
            <strong>{who}</strong> {did}
            <div className={styles.values}>
              <del>{from}</del>
              <ins>{to}</ins>
            </div>
            <span className={styles.when}>{when}</span>
          </div>
        </div>
      ))}
    </div>
  </div>
)
