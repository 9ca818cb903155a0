import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { taskStatuses } from '#core/job/values.ts'
import { label } from '#core/model/label.ts'
import { parsePounds, pounds } from '#core/model/money.ts'
import styles from './new-job.module.css'
import { type NewTask, priceError, taskAfter, totalOf } from './new-job-form.ts'

const statuses = taskStatuses.map((value) => ({ value, label: label(value) }))

/** The tasks of a new job, with their total price. Enter goes from field to field, and adds a task after the last. */
export function NewTasks({ tasks, onChange }: { tasks: NewTask[]; onChange: (tasks: NewTask[]) => void }) {
  /** The descriptions by their task's id, and the prices. */
  const fields = useRef(new Map<string, HTMLInputElement>())
  const toFocus = useRef<string>(undefined)
  useEffect(() => {
    if (toFocus.current === undefined) return
    fields.current.get(toFocus.current)?.focus()
    toFocus.current = undefined
  })
  const keep = (name: string) => (field: HTMLInputElement | null) => {
    if (field) fields.current.set(name, field)
    else fields.current.delete(name)
  }
  const goOn = (taskId?: string) => {
    const after = taskAfter(tasks, taskId)
    if (after.tasks === tasks) return fields.current.get(after.next)?.focus()
    toFocus.current = after.next
    onChange([...after.tasks])
  }
  const change = (taskId: string, to: Partial<NewTask>) =>
    onChange(tasks.map((one) => (one.taskId === taskId ? { ...one, ...to } : one)))
  return (
    <fieldset className={styles.tasks}>
      <legend>Job Tasks</legend>
      {tasks.map((task, index) => {
        const name = `Task ${index + 1}`
        return (
          <div key={task.taskId} className={styles.task}>
            <TextInput
              aria-label={`${name}, description`}
              placeholder="What needs doing"
              maxLength={5_000}
              value={task.description}
              enterKeyHint="next"
              ref={keep(task.taskId)}
              onKeyDown={onEnter(() => fields.current.get(priceOf(task.taskId))?.focus())}
              onChange={({ currentTarget }) => change(task.taskId, { description: currentTarget.value })}
            />
            <TextInput
              aria-label={`${name}, price`}
              className={styles.price}
              placeholder="£"
              inputMode="decimal"
              value={task.price}
              enterKeyHint="next"
              ref={keep(priceOf(task.taskId))}
              onKeyDown={onEnter(() => goOn(task.taskId))}
              error={priceError(task.price)}
              onChange={({ currentTarget }) => change(task.taskId, { price: currentTarget.value })}
              onBlur={() => {
                const pence = parsePounds(task.price)
                if (pence !== undefined) change(task.taskId, { price: pounds(pence) })
              }}
            />
            <Select
              aria-label={`${name}, status`}
              className={styles.status}
              data={statuses}
              value={task.status}
              onChange={(status) => status && change(task.taskId, { status })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              className={styles.delete}
              aria-label={`Delete ${task.description.trim() || name}`}
              onClick={() => onChange(tasks.filter((one) => one !== task))}
            >
              <IconTrash size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          </div>
        )
      })}
      <div className={styles.sum}>
        <Button
          variant="default"
          size="xs"
          className={styles.new}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => goOn()}
        >
          New Task
        </Button>
        <strong>Total {pounds(totalOf(tasks))}</strong>
      </div>
    </fieldset>
  )
}

const priceOf = (taskId: string) => `price of ${taskId}`

/** Enter alone goes on; with Ctrl it creates the job. */
const onEnter = (goOn: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
  event.preventDefault()
  goOn()
}
