import { Link } from 'react-router'
import type { NotDone } from './give-commands.ts'
import styles from './job-lines.module.css'

/** The jobs that were not changed, each with the reason and a way to it. */
export const NotDoneList = ({ notDone }: { notDone: readonly NotDone[] }) => (
  <ol className={styles.lines} aria-label="Jobs not changed">
    {notDone.map(({ job, reason }) => (
      <li key={job.jobId} className={styles.line}>
        <span className={styles.number}>{job.jobRef}</span>
        <span className={styles.site}>
          <Link to={`/job/${job.jobId}`} className={styles.open}>
            {job.apartmentName}
          </Link>
        </span>
        <span className={styles.leftOut}>{reason}</span>
      </li>
    ))}
  </ol>
)
