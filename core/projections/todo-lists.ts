import { isTodoEvent } from '#core/ledger/ledger.ts'
import { emptyList, evolve, type TodoList, todoList } from '#core/todo/todo.ts'
import type { Projection } from './projection.ts'

/** Each person's to-do list, by user id. It exists, empty, from the moment they join. */
export const todoLists: Projection<TodoList> = {
  name: 'todo',
  version: 1,
  row: todoList,
  audience: 'own',
  pushed: true,
  key: (event) => {
    if (isTodoEvent(event)) return event.data.userId
    return event.type === 'MemberJoined' ? event.streamId : undefined
  },
  fold: (list, event) => {
    if (isTodoEvent(event)) return evolve(list, event)
    return list ?? emptyList(event.streamId, event.recordedAt)
  },
}
