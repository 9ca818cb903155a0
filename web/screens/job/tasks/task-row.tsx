import { ActionIcon, Switch } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { memo } from 'react'
import type { Task } from '#core/job/job.ts'
import { nextTaskStatus, type TaskStatus } from '#core/job/values.ts'
import { may } from '#core/model/access.ts'
import { label } from '#core/model/label.ts'
import { parsePounds, pounds } from '#core/model/money.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { useUser } from '#web/client/use-user.ts'
import { dispatchAnnounced } from '#web/features/announce/dispatch-announced.ts'
import type { Tick } from '#web/features/images/completion/tick.ts'
import { dispatchDeletion, useDispatch } from '#web/sync/ledger/dispatch.ts'
import { useTask } from '#web/sync/ledger/use-jobs.ts'
import { TaskMark } from '#web/ui/marks/task-mark.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { EditInPlace } from './edit-in-place.tsx'
import { StatusButton } from './status-button.tsx'
import styles from './task-row.module.css'

export type TaskProps = {
  jobId: string
  task: Task
  /** In pence, for the office. */
  price: number | undefined
  phone: boolean
  /** Whether a change of the task waits to be sent. */
  unsent: boolean
  onTick: (tick: Tick) => void
}

/**
 * One task. A click on its mark sets the next status, a long press offers all; the office edits its description and price in place.
 * A job may have many, so each renders only when it changes itself, and then before the page around it.
 */
export const TaskRow = memo(function TaskRow({ jobId, task: before, price, phone, unsent, onTick }: TaskProps) {
  const dispatch = useDispatch()
  const { userRole } = useUser()
  const mayEdit = may.editJob(userRole)
  const task = useTask(jobId, before)
  const { taskId, description, status, ready } = task
  const tell = (refusal: { error: string } | undefined) => refusal && toast.failure(refusal.error)
  const cycle = () => onTick({ type: 'CycleTask', data: { jobId, taskId, from: status } })
  const choose = (to: TaskStatus) =>
    onTick({ type: 'SetTaskStatus', data: { jobId, taskId, status: to, from: status } })
  const button = { name: description, status, onCycle: cycle, onChoose: choose }
  const setReady = (to: boolean) => tell(dispatch({ type: 'SetTaskReady', data: { jobId, taskId, ready: to } }))
  const state = (
    <span className={styles.status}>
      {label(status)}
      {unsent && <span className={styles.unsent}> · waiting to send</span>}
    </span>
  )
  const spoken = (
    <span className="sr">
      {mayEdit ? `${description}: ${label(status)}, ` : ', '}change to {label(nextTaskStatus(status)).toLowerCase()}
    </span>
  )
  return (
    <li className={styles.task} data-status={status}>
      {mayEdit ? (
        <>
          <StatusButton {...button} className={styles.mark}>
            <TaskMark status={status} />
            {spoken}
          </StatusButton>
          <div className={styles.words}>
            <EditInPlace
              name={`description of ${description}`}
              className={styles.description}
              value={description}
              inWords={`‘${description}’`}
              maxLength={5_000}
              onSave={(to, from) => dispatch({ type: 'DescribeTask', data: { jobId, taskId, description: to, from } })}
            />
            {state}
          </div>
        </>
      ) : (
        <StatusButton {...button} className={`${styles.mark} ${styles.whole}`}>
          <TaskMark status={status} />
          <span className={styles.words}>
            <span className={styles.description}>{description}</span>
            {state}
          </span>
          {spoken}
        </StatusButton>
      )}
      {status === 'not completed' && <Ready {...{ description, ready, phone }} onChange={setReady} />}
      {mayEdit && <DeleteTask {...{ jobId, task, price }} />}
      {may.seePrices(userRole) && <Price {...{ jobId, task, price }} />}
    </li>
  )
})

type ReadyProps = { description: string; ready: boolean; phone: boolean; onChange: (ready: boolean) => void }

/** A switch on a desktop, a large button on a phone. */
function Ready({ description, ready, phone, onChange }: ReadyProps) {
  const of = <span className="sr">: {description}</span>
  if (!phone)
    return (
      <Switch
        className={styles.ready}
        size="sm"
        label={<>Ready{of}</>}
        checked={ready}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    )
  return (
    <button
      type="button"
      className={styles.readyButton}
      data-ready
      aria-pressed={ready}
      onClick={() => onChange(!ready)}
    >
      {ready ? 'Ready' : 'Set ready'}
      {of}
    </button>
  )
}

type PricedTask = Pick<TaskProps, 'jobId' | 'task' | 'price'>

function Price({ jobId, task: { taskId, description }, price }: PricedTask) {
  const save = (typed: string, before: string) => {
    const [pence, seen] = [parsePounds(typed), parsePounds(before)]
    if (pence === undefined) return { error: 'Enter pounds, such as 85 or 85.50' }
    const from = seen === undefined ? {} : { price: seen }
    return dispatchAnnounced({ type: 'PriceTask', data: { jobId, taskId, price: pence, from } })
  }
  return (
    <EditInPlace
      name={`price of ${description}`}
      className={styles.price}
      value={price === undefined ? '' : pounds(price)}
      shown={price === undefined ? '—' : pounds(price)}
      inWords={price === undefined ? 'without a price' : pounds(price)}
      inputMode="decimal"
      maxLength={20}
      onSave={save}
    />
  )
}

/** Deletes a task, which can be undone for ten seconds. If the undo comes too late, the task is added again. */
function DeleteTask({ jobId, task: { taskId, description, status }, price }: PricedTask) {
  const dispatch = useDispatch()
  const remove = () => {
    const deletion = dispatchDeletion({ type: 'DeleteTask', data: { jobId, taskId } })
    if (isRefusal(deletion)) return toast.failure(deletion.error)
    const again = { jobId, taskId, description, status, ...(price === undefined ? {} : { price }) }
    const undo = async () => (await deletion.undo()) || dispatch({ type: 'AddTask', data: again })
    toast.undoable(`Deleted the task ${description}`, () => void undo())
  }
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      className={styles.delete}
      aria-label={`Delete ${description}`}
      onClick={remove}
    >
      <IconTrash size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}
