import { Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { v7 as uuid } from 'uuid'
import type { Job } from '#core/job/job.ts'
import { may } from '#core/model/access.ts'
import { parsePounds, pounds } from '#core/model/money.ts'
import { useUser } from '#web/client/use-user.ts'
import { useCompletionCheck } from '#web/features/images/completion/use-completion-check.tsx'
import { priceError } from '#web/features/job-dialogs/new-job-form.ts'
import { useDraft } from '#web/sync/device/drafts.ts'
import { useDispatch } from '#web/sync/ledger/ledger-store.ts'
import { Card } from '#web/ui/card.tsx'
import { useTaskKeys } from './task-keys.ts'
import { TaskRow } from './task-row.tsx'
import styles from './tasks.module.css'

/** A job's tasks and, for the office, their total price. */
export function Tasks({ job, phone }: { job: Job; phone: boolean }) {
  const { userRole } = useUser()
  const [adding, setAdding] = useState(false)
  const tasks = job.jobDescriptions
  const lines = useRef<HTMLUListElement>(null)
  useTaskKeys(lines)
  const { tick, check } = useCompletionCheck(job)
  const done = tasks.filter((one) => one.status === 'completed').length
  const action = may.editJob(userRole) && (
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
          <TaskRow key={task.taskId} job={job} task={task} phone={phone} onTick={tick} />
        ))}
      </ul>
      {check}
      {adding && <NewTask jobId={job.jobId} onDone={() => setAdding(false)} />}
      {may.seePrices(userRole) && job.office && tasks.length > 0 && (
        <p className={styles.total}>
          <span>Total cost</span>
          <span>{pounds(tasks.reduce((sum, one) => sum + (job.office?.prices[one.taskId] ?? 0), 0))}</span>
        </p>
      )}
    </Card>
  )
}

/** Keeps what is typed until it is added or cancelled; Esc closes it only. */
function NewTask({ jobId, onDone }: { jobId: string; onDone: () => void }) {
  const dispatch = useDispatch()
  const [description, setDescription, dropDescription] = useDraft(`task ${jobId}`)
  const [price, setPrice, dropPrice] = useDraft(`task price ${jobId}`)
  const [error, setError] = useState<string>()
  const leave = () => {
    dropDescription()
    dropPrice()
    onDone()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!description.trim()) return setError('Enter what needs doing.')
    if (priceError(price)) return
    const pence = parsePounds(price)
    const data = { jobId, taskId: uuid(), description: description.trim() }
    const refusal = dispatch({ type: 'AddTask', data: pence === undefined ? data : { ...data, price: pence } })
    if (refusal) setError(refusal.error)
    else leave()
  }
  return (
    <form
      className={styles.adding}
      aria-label="New task"
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onDone()}
    >
      <TextInput
        aria-label="Description"
        placeholder="What needs doing"
        className={styles.description}
        maxLength={5_000}
        autoFocus
        value={description}
        error={error}
        onChange={({ currentTarget }) => {
          setDescription(currentTarget.value)
          setError(undefined)
        }}
      />
      <TextInput
        aria-label="Price"
        placeholder="£"
        className={styles.price}
        inputMode="decimal"
        value={price}
        error={priceError(price)}
        onChange={({ currentTarget }) => setPrice(currentTarget.value)}
      />
      <Button type="submit" variant="light">
        Add
      </Button>
      <Button variant="default" onClick={leave}>
        Cancel
      </Button>
    </form>
  )
}
