import { useSearchParams } from 'react-router'
import { progressOf } from '#core/todo/todo.ts'
import { QueueStrip } from '#web/features/offline/queue-strip.tsx'
import { Page } from '#web/frame/page.tsx'
import { useTodos, useTodosRead } from '#web/sync/reads/todos.ts'
import { SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import { AddTodo } from './add-todo.tsx'
import { TodoItems } from './items.tsx'
import { TodoProgress } from './progress.tsx'
import { todoAddressOf, todoFilterIn, todoFilters, todosShown } from './todo-address.ts'
import styles from './todo-screen.module.css'

const names = { all: 'All', active: 'Active', completed: 'Completed' }
const nothing = {
  all: 'Your todo list is empty. Add a new task above!',
  active: 'No active tasks. Great job!',
  completed: 'No completed tasks yet. Start by completing a task!',
}

/** The user's own list; its filter is in the address. */
export function TodoScreen() {
  const [address, setAddress] = useSearchParams()
  const filter = todoFilterIn(address)
  const read = useTodosRead()
  const list = useTodos()
  return (
    <Page title="To Do List" phoneTitle="Todo List">
      <div className={styles.column}>
        <QueueStrip />
        <h2 className={styles.title}>Todo List</h2>
        <ReadState
          read={{ data: list, error: read.error, refetch: read.refetch }}
          failed={() => 'Failed to fetch todos'}
          skeleton={<SkeletonRows rows={7} columns={{ done: 24, text: 320, delete: 24 }} />}
        >
          {(list) => (
            <>
              <TodoProgress {...progressOf(list)} />
              <AddTodo userId={list.userId} />
              <div className={styles.bar}>
                <fieldset className={styles.filters} aria-label="Which tasks">
                  {todoFilters.map((one) => (
                    <button
                      key={one}
                      type="button"
                      className={styles.filter}
                      aria-pressed={one === filter}
                      onClick={() => setAddress(todoAddressOf(one), { replace: true })}
                    >
                      {names[one]} <span className={styles.count}>{todosShown(list.todos, one).length}</span>
                    </button>
                  ))}
                </fieldset>
                <p className={styles.own}>Only you see this list</p>
              </div>
              <TodoItems
                list={list}
                shown={todosShown(list.todos, filter)}
                jobs={read.data?.jobs ?? {}}
                nothing={nothing[filter]}
                leaves={filter !== 'all'}
              />
            </>
          )}
        </ReadState>
      </div>
    </Page>
  )
}
