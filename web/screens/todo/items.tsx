import { useRef } from 'react'
import { isRefusal } from '#core/model/refusals.ts'
import type { Todo, TodoList } from '#core/todo/todo.ts'
import { dispatch, dispatchDeletion } from '#web/sync/ledger/dispatch.ts'
import { useUnsent } from '#web/sync/ledger/ledger-store.ts'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { TodoItem } from './item.tsx'
import styles from './items.module.css'

type Props = {
  list: TodoList
  shown: readonly Todo[]
  /** Job ids by the job numbers in the texts. */
  jobs: Readonly<Record<string, string>>
  /** The message when there are none to show. */
  nothing: string
  /** Whether a task leaves the list as it is ticked off or opened again. */
  leaves: boolean
}

/** The filtered tasks, each to tick off or delete. */
export function TodoItems({ list: { userId }, shown, jobs, nothing, leaves }: Props) {
  const items = useRef<HTMLUListElement>(null)
  const unsent = new Set(
    useUnsent(userId).flatMap(({ command }) => ('todoId' in command.data ? command.data.todoId : [])),
  )
  const remove = (todo: Todo) => {
    const data = { userId, todoId: todo.id }
    const held = dispatchDeletion({ type: 'DeleteTodo', data })
    if (isRefusal(held)) return toast.failure(`Failed to delete todo. ${held.error}`)
    const addAgain = () => {
      const refusal = dispatch({ type: 'AddTodo', data: { ...data, text: todo.text } })
      if (refusal) return toast.failure(`Failed to add todo. ${refusal.error}`)
      if (todo.completed) dispatch({ type: 'ToggleTodo', data: { ...data, completed: true } })
    }
    toast.undoable(`Deleted “${todo.text}”`, () => void held.undo().then((undone) => undone || addAgain()))
    focusNear(items.current, todo.id, 'button')
  }
  const toggle = ({ id: todoId }: Todo, completed: boolean) => {
    const refusal = dispatch({ type: 'ToggleTodo', data: { userId, todoId, completed } })
    if (refusal) return toast.failure(`Failed to update todo. ${refusal.error}`)
    // Those who tap or click go on wherever they like; a phone would open its keyboard.
    if (leaves && document.activeElement?.matches(':focus-visible')) focusNear(items.current, todoId, 'input')
  }
  if (shown.length === 0)
    return (
      <div className={styles.none}>
        <EmptyState title={nothing} />
      </div>
    )
  return (
    <ul className={styles.items} ref={items}>
      {shown.map((todo) => (
        <TodoItem
          key={todo.id}
          todo={todo}
          jobs={jobs}
          unsent={unsent.has(todo.id)}
          onToggle={(completed) => toggle(todo, completed)}
          onDelete={() => remove(todo)}
        />
      ))}
    </ul>
  )
}

/** As a task leaves the list, focuses the same control of the next one or the previous one, or the field for a new one. */
function focusNear(items: HTMLUListElement | null, todoId: string, control: 'button' | 'input') {
  const item = items?.querySelector(`[data-todo="${todoId}"]`)
  const other = item?.nextElementSibling ?? item?.previousElementSibling
  const target = other?.querySelector<HTMLElement>(control) ?? document.querySelector<HTMLElement>('#new-todo')
  target?.focus({ preventScroll: true })
}
