import { IconClockUp, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'
import { splitAtJobRefs } from '#core/job/job-refs.ts'
import type { Todo } from '#core/todo/todo.ts'
import { useMay } from '#web/sync/rights.ts'
import styles from './item.module.css'

type Props = {
  todo: Todo
  jobs: Readonly<Record<string, string>>
  unsent: boolean
  onToggle: (completed: boolean) => void
  onDelete: () => void
}

/** One task. Job numbers in its text link to the jobs. */
export function TodoItem({ todo: { id, text, completed }, jobs, unsent, onToggle, onDelete }: Props) {
  const box = `todo-${id}`
  const mayWork = useMay('work')
  return (
    <li className={styles.item} data-todo={id} data-completed={completed || undefined}>
      <input
        id={box}
        type="checkbox"
        className={styles.box}
        checked={completed}
        disabled={!mayWork}
        onChange={({ currentTarget }) => onToggle(currentTarget.checked)}
      />
      <label htmlFor={box} className={styles.text}>
        {splitAtJobRefs(text).map((piece, place) => {
          const jobId = piece.jobRef && jobs[piece.jobRef]
          // A text's pieces have no keys but their positions.
          const key = `${place} ${piece.text}`
          return jobId ? (
            <Link key={key} to={`/job/${jobId}`} className={styles.job}>
              {piece.text}
            </Link>
          ) : (
            <span key={key}>{piece.text}</span>
          )
        })}
      </label>
      {unsent && (
        <span className={styles.unsent}>
          <IconClockUp size={16} stroke={1.75} aria-hidden />
          Waiting to send
        </span>
      )}
      {mayWork && (
        <button type="button" className={styles.delete} title="Delete" onClick={onDelete}>
          <IconTrash size={18} stroke={1.75} aria-hidden />
          <span className="sr">Delete {text}</span>
        </button>
      )}
    </li>
  )
}
