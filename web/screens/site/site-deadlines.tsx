import { Link } from 'react-router'
import { dueWords } from '#core/deadlines/standing.ts'
import { stepNames } from '#core/deadlines/values.ts'
import { openDeadlines } from '#core/job/duties/duty.ts'
import { dutyName } from '#core/job/duties/duty-name.ts'
import { label } from '#core/model/label.ts'
import { rowState } from '#web/features/deadlines/row-state.ts'
import { holidaysFor, useDeadlineSettings } from '#web/features/deadlines/use-company-deadlines.ts'
import { useOwedAtSite } from '#web/sync/reads/deadlines/deadline-reads.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { Card } from '#web/ui/card.tsx'
import { useNow } from '#web/ui/time/use-now.ts'
import styles from './site-work.module.css'

/** What is still owed on the jobs of a site, the first one due first; nothing where nothing is. For the office. */
export function SiteDeadlines({ siteId }: { siteId: string }) {
  const owed = useOwedAtSite(siteId).data?.jobs ?? []
  const settings = useDeadlineSettings()
  const zone = useTimeZone()
  const now = new Date(useNow()).toISOString()
  const rows = owed
    .flatMap((job) =>
      job.duties.flatMap((duty) => openDeadlines(duty).map((deadline) => ({ job, duty, deadline }) as const)),
    )
    .toSorted((one, other) => Date.parse(one.deadline.due) - Date.parse(other.deadline.due))
  if (rows.length === 0) return null
  return (
    <Card title="Open deadlines" detail={String(rows.length)} flush>
      <ul className={styles.deadlines}>
        {rows.map(({ job, duty, deadline }) => {
          const { is, words } = rowState(duty, deadline, now, { zone, holidays: holidaysFor(duty, settings) })
          return (
            <li key={`${duty.dutyId} ${deadline.step}`} data-late={is === 'late' || undefined}>
              <Link to={`/job/${job.jobId}#deadlines`}>{stepNames[deadline.step]}</Link>
              <span className={styles.due}>{label(dueWords(deadline.due, now, zone))}</span>
              <span className={styles.of}>
                {dutyName(duty)}, {job.jobRef}
              </span>
              <span className={styles.left}>{words}</span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
