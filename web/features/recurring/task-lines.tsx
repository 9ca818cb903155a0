import { Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { parsePounds, pounds } from '#core/model/money.ts'
import styles from './recurring-dialog.module.css'
import { isPrice, newTask, type TaskLine } from './recurring-form.ts'

type Props = { tasks: readonly TaskLine[]; error: string | undefined; onChange: (tasks: TaskLine[]) => void }

/** The tasks that each job gets. */
export function TaskLines({ tasks, error, onChange }: Props) {
  const change = (id: string, part: Partial<TaskLine>) =>
    onChange(tasks.map((one) => (one.id === id ? { ...one, ...part } : one)))
  return (
    <fieldset className={styles.tasks}>
      <legend className={styles.label}>Tasks</legend>
      {tasks.map(({ id, description, price }, nth) => (
        <div key={id} className={styles.task}>
          <TextInput
            aria-label={`Task ${nth + 1}`}
            className={styles.words}
            placeholder="What to do"
            maxLength={5_000}
            value={description}
            onChange={({ currentTarget }) => change(id, { description: currentTarget.value })}
          />
          <TextInput
            aria-label={`Task ${nth + 1}, price`}
            className={styles.price}
            placeholder="£0.00"
            inputMode="decimal"
            maxLength={14}
            value={price}
            error={isPrice(price) ? undefined : 'Such as 85 or 85.50'}
            onChange={({ currentTarget }) => change(id, { price: currentTarget.value })}
            onBlur={() => {
              const pence = parsePounds(price)
              if (pence !== undefined) change(id, { price: pounds(pence) })
            }}
          />
          {tasks.length > 1 && (
            <button
              type="button"
              className={styles.remove}
              onClick={() => onChange(tasks.filter((one) => one.id !== id))}
            >
              <IconTrash size={18} stroke={1.75} aria-hidden />
              <span className="sr">Remove task {nth + 1}</span>
            </button>
          )}
        </div>
      ))}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <Button
        variant="subtle"
        size="xs"
        className={styles.another}
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => onChange([...tasks, newTask()])}
      >
        Add task
      </Button>
    </fieldset>
  )
}
