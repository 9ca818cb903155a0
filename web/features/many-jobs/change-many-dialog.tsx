import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Planned } from '#core/prediction/many-jobs.ts'
import type { JobRow } from '#core/projections/job-row.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { counted } from '#web/ui/number-format.ts'
import styles from './change-many-dialog.module.css'
import { NotDoneList } from './not-done-list.tsx'
import { PlanList } from './plan-list.tsx'
import { Progress } from './progress.tsx'
import { type ChangeFor, isClash, useChangeOfMany } from './use-change-of-many.ts'
import { useManyJobs } from './use-many-jobs.ts'

type Props = {
  rows: readonly JobRow[]
  /** What the dialog does, before the number of jobs: 'Set warning on'. */
  title: string
  /** What it has done, likewise: 'Warning set to Reschedule on'. */
  done: string
  /** The button's verb, likewise: 'Set on'. */
  submit: string
  /** The change of each job; undefined until there is one to make. */
  change: ChangeFor | undefined
  /** What becomes of a job, if it is not its status. */
  effect?: (plan: Planned) => ReactNode
  /** The fields of the change. */
  children: ReactNode
  onClose: () => void
  /** Some of the jobs have been changed. */
  onDone: () => void
}

/** Changes many jobs in the same way: shows what becomes of each first, and afterwards where it was refused. */
export function ChangeManyDialog({ rows, title, done, submit, change, effect, children, onClose, onDone }: Props) {
  const { jobs, read, isRead } = useManyJobs(rows.map((row) => row.jobId))
  const many = useChangeOfMany(jobs, change, (changed) => `${done} ${changed}`, onDone)
  const { progress, plans, able } = many
  const name = `${title} ${counted(rows.length, 'job')}`
  if (progress.state === 'refused') {
    const clashes = progress.notDone.filter(isClash).length
    return (
      <Dialog
        opened
        size={520}
        title={`${counted(progress.notDone.length, 'job')} not changed`}
        onClose={many.close}
        footer={
          <>
            <Button variant={clashes > 0 ? 'default' : 'filled'} onClick={many.close} data-autofocus>
              Close
            </Button>
            {clashes > 0 && <Button onClick={many.bookAnyway}>Book {counted(clashes, 'visit')} anyway</Button>}
          </>
        }
      >
        <p className={styles.said}>
          {`${done} ${counted(progress.ways.length - refusedOf(progress), 'job')}. The following were left as they are.`}
        </p>
        <NotDoneList notDone={progress.notDone} />
      </Dialog>
    )
  }
  const isSending = progress.state === 'sending'
  return (
    <FormDialog
      title={name}
      size={520}
      submit={able > 0 ? `${submit} ${counted(able, 'job')}` : submit.replace(/ on$/, '')}
      disabled={!isRead || able === 0 || isSending}
      busy={isSending}
      onSubmit={many.save}
      onClose={isSending ? () => undefined : onClose}
    >
      {isSending ? (
        <Progress said="Sending" done={progress.answered} all={progress.all} />
      ) : (
        <>
          {children}
          {isRead ? (
            <PlanList rows={rows} jobs={jobs} plans={plans} {...(effect ? { effect } : {})} />
          ) : (
            <Progress said="Reading" done={read} all={rows.length} />
          )}
          {isRead && change && <p className={styles.said}>{outcomeWords(rows.length, able)}</p>}
        </>
      )}
    </FormDialog>
  )
}

/** The jobs that refused after they had been given. */
const refusedOf = ({ notDone, ways }: { notDone: readonly { job: { jobId: string } }[]; ways: readonly unknown[] }) =>
  Math.min(notDone.length, ways.length)

/** What will come of it, in a sentence or two. */
function outcomeWords(all: number, able: number): string {
  const left = all - able
  const leftOut = left === 0 ? '' : `${counted(left, 'job is', 'jobs are')} left out. `
  if (able === 0) return 'None of these jobs can be changed in this way.'
  if (able === 1) return `${leftOut}The change stands in the job’s history and can be undone.`
  return `${leftOut}Each of the ${left === 0 ? able : 'others'} gets its own line in the history, and Undo takes back all of them.`
}
