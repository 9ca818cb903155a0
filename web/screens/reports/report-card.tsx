import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { urgencyWords } from '#core/report/values.ts'
import type { ReportShown, ReportsAnswer } from '#core/wire/jobs/reports.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { ago } from '#web/ui/time/format-instant.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import { type Decision, useDecision } from './report-reads.ts'
import styles from './reports.module.css'

type Props = {
  report: ReportShown
  urls: ReportsAnswer['urls']
  /** Who dealt with it. */
  by?: string | undefined
  onDecide?: ((decision: Decision) => void) | undefined
}

/** A report as it was sent, with what the office can do with it, or what became of it. */
export function ReportCard({ report, urls, by, onDecide }: Props) {
  const zone = useTimeZone()
  const now = useNow()
  const { reopen, busy } = useDecision()
  const { place, words, room, urgency, name, telephone, email, photos, reportedAt, state } = report
  return (
    <li className={styles.report} data-danger={(state === 'open' && urgency === 'danger') || undefined}>
      <h2 className={styles.place}>{place}</h2>
      <p className={styles.quiet}>
        {ago(reportedAt, now, zone)}
        {room && ` · ${room}`}
        {urgency === 'can wait' ? '' : ' · '}
        {urgency !== 'can wait' && (
          <strong className={urgency === 'danger' ? styles.danger : undefined}>{urgencyWords[urgency]}</strong>
        )}
      </p>
      <p className={styles.words}>{words}</p>
      {photos.length > 0 && (
        <ul className={styles.photos}>
          {photos.map(({ imageId }, nth) => (
            <li key={imageId}>
              <a href={urls[imageId]?.display} target="_blank" rel="noreferrer">
                <img src={urls[imageId]?.thumbnail} alt={`${place}, ${nth + 1} of ${photos.length}`} loading="lazy" />
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.contact}>
        <span>{name || 'No name given'}</span>
        {telephone && <a href={`tel:${telephone.replace(/[^\d+]/g, '')}`}>{telephone}</a>}
        {email && <a href={`mailto:${email}`}>{email}</a>}
      </p>
      {state === 'open' && onDecide && (
        <div className={styles.actions}>
          <Button variant="light" onClick={() => onDecide('job')}>
            Make a job
          </Button>
          <Button variant="default" onClick={() => onDecide('join')}>
            Add to a job
          </Button>
          <Button variant="default" onClick={() => onDecide('close')}>
            Answer and close
          </Button>
        </div>
      )}
      {state !== 'open' && (
        <p className={styles.quiet}>
          {state === 'closed' ? 'Closed' : state === 'joined' ? 'Added to job ' : 'Made into job '}
          {report.jobId && <Link to={`/job/${report.jobId}`}>{report.jobRef ?? 'Open job'}</Link>}
          {by && ` by ${by}`}
          {report.answer && `: “${report.answer}”`}
        </p>
      )}
      {state === 'closed' && onDecide && (
        <Button variant="default" size="xs" disabled={busy} onClick={() => void reopen(report.reportId)}>
          Reopen
        </Button>
      )}
    </li>
  )
}
