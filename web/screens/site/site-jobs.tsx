import { useState } from 'react'
import { Link } from 'react-router'
import { isOffice } from '#core/model/access.ts'
import { pounds } from '#core/model/money.ts'
import { dayName } from '#core/time/format.ts'
import type { JobOfSite, SiteJobsAnswer } from '#core/wire/jobs/sites.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { useUser } from '#web/client/use-user.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { useSiteJobs } from '#web/sync/reads/sites/site-reads.ts'
import { Card } from '#web/ui/card.tsx'
import { Choices } from '#web/ui/fields/choices.tsx'
import listStyles from '#web/ui/list.module.css'
import { StatusBadge } from '#web/ui/marks/status-badge.tsx'
import { WarningTag } from '#web/ui/marks/warning-tag.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import { dayIn, visitIn } from '#web/ui/time/format-instant.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import styles from './site.module.css'

/** A site's jobs, newest first, a page at a time; with their cost for the office. */
export function SiteJobs({ siteId }: { siteId: string }) {
  const [view, setView] = useState<{ open: boolean; page: number }>({ open: false, page: 1 })
  const jobs = useSiteJobs(siteId, { ...(view.open ? { open: 'yes' } : {}), page: view.page })
  const onPhone = useIsPhone()
  const counts = jobs.data?.counts
  const since = jobs.data?.since
  return (
    <Card
      title="Jobs"
      detail={counts && (since ? `${counts.all}, since ${dayName(since)}` : String(counts.all))}
      flush
      action={
        <Choices
          name="Which jobs"
          compact
          options={[
            ['all', 'All'],
            ['open', `Open ${counts?.open ?? ''}`.trim()],
          ]}
          value={view.open ? 'open' : 'all'}
          onChange={(value) => setView({ open: value === 'open', page: 1 })}
        />
      }
    >
      <ReadState
        read={jobs}
        failed={(error) => `Failed to load the jobs: ${errorMessage(error)}`}
        offline="The jobs of this site are not on this device."
        skeleton={<SkeletonRows rows={5} columns={{ id: 44, status: 80, work: 200, visit: 120 }} />}
      >
        {(data) => (
          <>
            {data.jobs.length === 0 ? (
              <p className={`${styles.quiet} ${styles.none}`}>{view.open ? 'No open jobs.' : 'No jobs yet.'}</p>
            ) : onPhone ? (
              <JobCards data={data} />
            ) : (
              <JobTable data={data} />
            )}
            {data.totalPages > 1 && (
              <div className={listStyles.foot}>
                <span className={listStyles.said} />
                <Pager
                  page={view.page}
                  totalPages={data.totalPages}
                  onPage={(page) => setView((now) => ({ ...now, page }))}
                />
              </div>
            )}
          </>
        )}
      </ReadState>
    </Card>
  )
}

function JobTable({ data: { jobs, office } }: { data: SiteJobsAnswer }) {
  const seesCost = isOffice(useUser().userRole)
  const zone = useTimeZone()
  return (
    <div className={listStyles.scroll}>
      <table className={styles.table}>
        <caption className="sr">Jobs at this site</caption>
        <thead>
          <tr>
            <th scope="col">ID</th>
            <th scope="col">Status</th>
            <th scope="col">Work</th>
            <th scope="col">Warning</th>
            <th scope="col">Visit or done</th>
            {seesCost && (
              <th scope="col" className={styles.number}>
                Cost
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <tr key={job.jobId}>
              <td className={styles.quiet}>{job.jobRef}</td>
              <td>
                <StatusBadge status={job.jobStatus} />
              </td>
              <th scope="row" title={job.work}>
                <Link to={`/job/${job.jobId}`}>{workOf(job)}</Link>
              </th>
              <td>
                <WarningTag warning={job.warning} />
              </td>
              <td>{whenOf(job, zone)}</td>
              {seesCost && <td className={styles.number}>{pounds(job.office?.cost ?? 0)}</td>}
            </tr>
          ))}
        </tbody>
        {office && (
          <tfoot>
            <tr>
              <td colSpan={5}>Completed work in {office.year}</td>
              <td className={styles.number}>{pounds(office.completedThisYear)}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

function JobCards({ data: { jobs, office } }: { data: SiteJobsAnswer }) {
  const zone = useTimeZone()
  return (
    <ul className={styles.rows}>
      {office && (
        <li className={styles.total}>
          Completed work in {office.year} <strong>{pounds(office.completedThisYear)}</strong>
        </li>
      )}
      {jobs.map((job) => (
        <li key={job.jobId}>
          <Link to={`/job/${job.jobId}`} className={styles.job}>
            <span className={styles.top}>
              <span className={styles.quiet}>{job.jobRef}</span>
              {job.warning && <WarningTag warning={job.warning} />}
              <StatusBadge status={job.jobStatus} />
            </span>
            <strong>{workOf(job)}</strong>
            <span className={styles.top}>
              <span className={styles.quiet}>{whenOf(job, zone)}</span>
              {job.office && <strong>{pounds(job.office.cost)}</strong>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const workOf = ({ work, moreTasks, jobRef }: JobOfSite) => {
  const first = work || `Job ${jobRef}`
  return moreTasks > 0 ? `${first} and ${moreTasks} more` : first
}

function whenOf({ jobStart, jobEnd, completedAt, createdAt }: JobOfSite, zone: string) {
  if (completedAt) return dayIn(completedAt, zone)
  return jobStart && jobEnd ? visitIn(jobStart, jobEnd, zone) : `Created ${dayName(createdAt)}`
}
