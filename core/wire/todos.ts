import * as z from 'zod/mini'
import { id } from '#core/model/values.ts'
import { todoList } from '#core/todo/todo.ts'

/** GET /api/todos: the caller's own list. */
export const todosAnswer = z.object({
  list: todoList,
  /** Job ids by job number, for the numbers in the list's texts. Numbers without a job are missing. */
  jobs: z.record(z.string(), id),
  seq: z.int(),
})
export type TodosAnswer = z.infer<typeof todosAnswer>
