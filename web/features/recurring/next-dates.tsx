import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { paperDay, paperDayIn } from '#core/time/format.ts'
import type { AskedDates, RecurringItem } from '#core/wire/jobs/recurring.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { useDates } from '#web/sync/reads/recurring/recurring-reads.ts'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './recurring-dialog.module.css'
import { useSavingRecurring } from './use-saving-recurring.ts'

type Props = {
  asked: AskedDates | undefined
  /** The work as it is saved; none while it is new. */
  item: RecurringItem | undefined
  /** Whether dates can be skipped: not while the rule on screen is another than the one saved. */
  maySkip: boolean
}

/** The jobs that are made already and the next five dates, as the rule on screen gives them. */
export function NextDates({ asked, item, maySkip }: Props) {
  const zone = useTimeZone()
  const read = useDates(asked)
  const { busy, save } = useSavingRecurring()
  const recurringId = item?.recurringId ?? ''
  const change = async (type: 'SkipRecurringDate' | 'RestoreRecurringDate', date: string) => {
    const fault = await save({ type, data: { recurringId, date } })
    if (fault) return void toast.failure(fault.error)
    if (type === 'SkipRecurringDate')
      toast.undoable(`${paperDay(date)} is skipped.`, () => change('RestoreRecurringDate', date))
    else toast.success(`${paperDay(date)} is back.`)
  }
  const dates = asked ? (read.data?.dates ?? []) : []
  return (
    <section className={styles.next} aria-labelledby="next-dates" aria-busy={read.isFetching}>
      <h3 id="next-dates" className={styles.label}>
        Next 5 dates
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
              <Button component={Link} variant="default" size="xs" to={`/job/${job.jobId}`}>
                View<span className="sr"> job {job.jobRef}</span>
              </Button>
            </li>
          ))}
          {dates.map(({ date, on, makeAt, isSkipped }) => (
            <li key={date} data-skipped={isSkipped || undefined}>
              <span>
                <strong>{isSkipped ? <s>{paperDay(on)}</s> : paperDay(on)}</strong>
                <small>
                  {isSkipped ? 'Skipped: no job is made' : `Job made on ${paperDayIn(makeAt, zone)}`}
                  {!isSkipped && on !== date && `, instead of ${paperDay(date)}`}
                </small>
              </span>
              {item && maySkip && (
                <Button
                  variant="default"
                  size="xs"
                  disabled={busy}
                  onClick={() => change(isSkipped ? 'RestoreRecurringDate' : 'SkipRecurringDate', date)}
                >
                  {isSkipped ? 'Put back' : 'Skip'}
                  <span className="sr"> {paperDay(date)}</span>
                </Button>
              )}
            </li>
          ))}
          {asked && read.isSuccess && dates.length === 0 && <li>This rule never comes.</li>}
        </ol>
      )}
      <p className={styles.hint}>Changes apply to jobs that are not made yet. Jobs already made stay as they are.</p>
    </section>
  )
}
