import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { Job } from '#core/job/job.ts'
import { pounds } from '#core/model/money.ts'
import { useCompletionCheck } from '#web/features/images/completion/use-completion-check.tsx'
import { useUnsent } from '#web/sync/ledger/ledger-store.ts'
import { useMay } from '#web/sync/rights.ts'
import { Card } from '#web/ui/card.tsx'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { FixedTask } from './fixed-task.tsx'
import { useTaskKeys } from './task-keys.ts'
import { TaskRow } from './task-row.tsx'
import styles from './tasks.module.css'

export const NewTask = lazyComponent(async () => (await import('./new-task.tsx')).NewTask)

/** A job's tasks and, for the office, their total price. */
export function Tasks({ job, phone }: { job: Job; phone: boolean }) {
  const seesPrices = useMay('seePrices')
  const mayEdit = useMay('editJob')
  const mayWork = useMay('work')
  const [adding, setAdding] = useState(false)
  const tasks = job.jobDescriptions
  const lines = useRef<HTMLUListElement>(null)
  useTaskKeys(lines)
  const { tick, check } = useCompletionCheck(job)
  const unsent = new Set(
    useUnsent(job.jobId).flatMap(({ command: { data } }) => ('taskId' in data ? [data.taskId] : [])),
  )
  const Line = mayWork ? TaskRow : FixedTask
  const done = tasks.filter((one) => one.status === 'completed').length
  const action = mayEdit && (
    <Button
      variant="default"
      size="xs"
      className={styles.new}
      leftSection={<IconPlus size={14} aria-hidden />}
      onClick={() => setAdding(true)}
      disabled={adding}
    >
      New Task
    </Button>
  )
  return (
    <Card title="Tasks" detail={tasks.length > 0 ? `${done} of ${tasks.length} completed` : ''} flush action={action}>
      {tasks.length === 0 && !adding && <p className={styles.empty}>No tasks yet.</p>}
      <ul ref={lines} className={styles.tasks}>
        {tasks.map((task) => (
          <Line
            key={task.taskId}
            jobId={job.jobId}
            task={task}
            price={job.office?.prices[task.taskId]}
            phone={phone}
            unsent={unsent.has(task.taskId)}
            onTick={tick}
          />
        ))}
      </ul>
      {check}
      {adding && <NewTask jobId={job.jobId} onDone={() => setAdding(false)} />}
      {seesPrices && job.office && tasks.length > 0 && (
        <p className={styles.total}>
          <span>Total cost</span>
          <span>{pounds(tasks.reduce((sum, one) => sum + (job.office?.prices[one.taskId] ?? 0), 0))}</span>
        </p>
      )}
    </Card>
  )
}

/** Keeps what is typed until it is added or cancelled; Esc closes it only. */
