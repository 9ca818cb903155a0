import type { Job } from '#core/job/job.ts'
import { label } from '#core/model/label.ts'
import { PrintedTaskMark } from './printed-task-mark.tsx'
import styles from './sheet-tasks.module.css'
import { doneOn, priceOf, type SheetContext, sumsOf } from './visit-sheet-text.ts'

/** The tasks on the visit sheet: with prices for the office, or with space for the team to write the time done. */
export function SheetTasks({ job, reading }: { job: Job; reading: SheetContext }) {
  const { done, total } = sumsOf(job)
  return (
    <section>
      <h3>Tasks</h3>
      <table className={styles.tasks}>
        <thead>
          <tr>
            <th scope="col">Task</th>
            <th scope="col">Status</th>
            <th scope="col" className={total === undefined ? undefined : styles.price}>
              {total === undefined ? 'Done at' : 'Price'}
            </th>
          </tr>
        </thead>
        <tbody>
          {job.jobDescriptions.map(({ taskId, description, status, ready }) => (
            <tr key={taskId}>
              <td className={styles.task}>
                <PrintedTaskMark status={status} />
                {description}
              </td>
              <td className={styles.status}>
                {label(status)} {ready && <span className={styles.ready}>Ready</span>}
              </td>
              {total === undefined ? (
                <td className={styles.done}>{doneOn(taskId, reading) ?? <span className={styles.line} />}</td>
              ) : (
                <td className={styles.price}>{priceOf(job, taskId)}</td>
              )}
            </tr>
          ))}
        </tbody>
        {total !== undefined && (
          <tfoot>
            <tr>
              <th scope="row" className={styles.task}>
                Total cost
              </th>
              <td>{done}</td>
              <td className={styles.price}>{total}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}
