import type { JobRow } from '#core/projections/job-row.ts'
import styles from '#web/screens/jobs/table.module.css'
import { usePeople } from '#web/sync/reads/people.ts'

/** The people who are assigned to a job, by their names. */
export function PeopleCell({ row: { assignedTo } }: { row: JobRow }) {
  const people = usePeople()
  const names = assignedTo.flatMap((userId) => people.get(userId)?.name ?? []).join(', ')
  return names ? <span title={names}>{names}</span> : <span className={styles.quiet}>Nobody</span>
}
