import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { paperDay } from '#core/time/format.ts'
import type { AskedDates, RecurringItem } from '#core/wire/jobs/recurring.ts'
import styles from '#web/features/recurring/recurring-dialog.module.css'
import { useDates } from '#web/sync/reads/recurring/recurring-reads.ts'
import { DateToCome } from './date-to-come.tsx'

type Props = {
  asked: AskedDates | undefined
  /** The work as it is saved; none while it is new. */
  item: RecurringItem | undefined
  /** Whether dates can be skipped and moved: not while the rule on screen is another than the one saved. */
  mayChange: boolean
}

/** The jobs that are made already and the next five dates, as the rule on screen gives them. */
export function NextDates({ asked, item, mayChange }: Props) {
  const read = useDates(asked)
  const dates = asked ? (read.data?.dates ?? []) : []
  return (
    <section className={styles.next} aria-labelledby="next-dates" aria-busy={read.isFetching}>
      <h3 id="next-dates" className={styles.label}>
        Next dates
      </h3>
      {read.isError ? (
        <p className={styles.error} role="alert">
          The dates could not be worked out. Check the rule and your connection.
        </p>
      ) : (
        <ol className={styles.dates} aria-live="polite">
          {item?.madeAhead.map((job) => (
            <li key={job.jobId}>
              <span>
                <strong>{paperDay(job.on)}</strong>
                <small>Job {job.jobRef} is made</small>
              </span>
              <Button component={Link} variant="default" size="xs" className={styles.act} to={`/job/${job.jobId}`}>
                View<span className="sr"> job {job.jobRef}</span>
              </Button>
            </li>
          ))}
          {dates.map((one) => (
            <DateToCome key={one.date} one={one} recurringId={mayChange ? item?.recurringId : undefined} />
          ))}
          {asked && read.isSuccess && dates.length === 0 && <li>This rule gives no dates.</li>}
        </ol>
      )}
      <p className={styles.hint}>Changes apply to future jobs. Jobs already made stay as they are.</p>
    </section>
  )
}
