import * as z from 'zod/mini'
import { id } from '#core/model/values.ts'
import { todoList } from '#core/todo/todo.ts'

/** GET /api/todos: the list of who asks. */
export const todosAnswer = z.object({
  list: todoList,
  /** The ids of the jobs that the list's texts name by their number; a number that no job has is missing. */
  jobs: z.record(z.string(), id),
  seq: z.int(),
})
export type TodosAnswer = z.infer<typeof todosAnswer>
