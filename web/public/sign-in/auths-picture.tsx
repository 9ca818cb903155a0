import { IconCheck } from '@tabler/icons-react'
import type { JobStatus } from '#core/job/values.ts'
import { StatusBadge } from '#web/ui/marks/status-badge.tsx'
import styles from './auths-picture.module.css'

const visits: readonly [start: string, end: string, site: string, people: string, status: JobStatus][] = [
  ['09:00', '11:00', '14 Marlowe Court', 'tom.okafor, maya.lind', 'completed'],
  ['12:00', '16:00', '31 Tannery Wharf', 'tom.okafor', 'booked'],
  ['12:30', '14:30', '8 Linden Grove', 'maya.lind', 'booked'],
  ['17:00', '19:00', 'Flat 2, Priory Gate', 'maya.lind', 'booked'],
]

/** The green panel beside the form with an example day of visits. Screen readers get only its headline. */
export const AuthsPicture = () => (
  <div className={styles.panel}>
    <div className={styles.example} aria-hidden>
      <div className={styles.day}>
        <div className={styles.head}>
          <strong>Friday 20 November</strong>
          <span>4 visits</span>
        </div>
        {visits.map(([start, end, site, people, status]) => (
          <div key={start} className={styles.visit}>
            <span>
              <strong>{start}</strong>
              {end}
            </span>
            <span>
              <strong>{site}</strong>
              {people}
            </span>
            <StatusBadge status={status} />
          </div>
        ))}
      </div>
      <div className={styles.done}>
        <IconCheck size={20} stroke={2.25} />
        <span>
          <strong>tom.okafor finished 14 Marlowe Court</strong>4 of 4 tasks, 3 photos, 10:41
        </span>
      </div>
    </div>
    <p className={styles.headline}>
      Every job in
      <br />
      fine fettle.
    </p>
  </div>
)
