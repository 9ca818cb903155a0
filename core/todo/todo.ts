import * as z from 'zod/mini'
import {
  apply,
  type DecisionContext,
  type Decisions,
  decideBy,
  type Folded,
  type Folds,
  type Message,
  ownOnly,
} from '#core/model/messages.ts'
import { type Refusal, refuse } from '#core/model/refusals.ts'
import { id, instant, text } from '#core/model/values.ts'

/** A list is one document: so many tasks are more than anyone has, and few enough to be sent whole. */
export const mostTodos = 500
export const longestTodo = 500

/** A task of one person's own list; `userId` says whose. */
const todo = z.strictObject({ userId: id, todoId: id })
const said = text(longestTodo)

export const events = {
  TodoAdded: ownOnly(z.extend(todo, { text: said })),
  TodoCompleted: ownOnly(todo),
  TodoReopened: ownOnly(todo),
  TodoDeleted: ownOnly(todo),
}
export type TodoEvent = Message<typeof events>

export const commands = {
  AddTodo: z.extend(todo, { text: said }),
  /** Says what the task is to be, so that two devices that both tick it off agree. */
  ToggleTodo: z.extend(todo, { completed: z.boolean() }),
  DeleteTodo: todo,
}
export type TodoCommand = Message<typeof commands>

const item = z.object({ id, text: z.string(), completed: z.boolean(), createdAt: instant })
export type Todo = z.infer<typeof item>

/** One person's list, the newest task on top; a task that is done stays where it is. */
export const todoList = z.object({ userId: id, todos: z.array(item), createdAt: instant, updatedAt: instant })
export type TodoList = z.infer<typeof todoList>

/** A list with nothing on it, as everyone has from the day they join. */
export const emptyList = (userId: string, at: string): TodoList => ({ userId, todos: [], createdAt: at, updatedAt: at })

/**
 * The stream of a person's list. A person's own stream has their id, so their list has the same id as a UUID of version 8,
 * which RFC 9562 leaves to its user.
 */
export const listIdOf = (userId: string) => `${userId.slice(0, 14)}8${userId.slice(15)}`

/** Whether an id has the form of a list's. Nothing else is given one: it would stand where somebody's list belongs. */
export const isListId = (id: string) => id[14] === '8'

const put = (
  list: TodoList | undefined,
  { data: { userId }, recordedAt }: Folded<TodoEvent>,
  change: (todos: Todo[]) => Todo[],
): TodoList => {
  const before = list ?? emptyList(userId, recordedAt)
  return { ...before, todos: change(before.todos), updatedAt: recordedAt }
}

const completed = (is: boolean) => (list: TodoList | undefined, event: Folded<TodoEvent>) =>
  put(list, event, (todos) => todos.map((one) => (one.id === event.data.todoId ? { ...one, completed: is } : one)))

const folds: Folds<TodoList, TodoEvent> = {
  TodoAdded: (list, event) => {
    const { todoId, text } = event.data
    return put(list, event, (todos) => [{ id: todoId, text, completed: false, createdAt: event.recordedAt }, ...todos])
  },
  TodoCompleted: completed(true),
  TodoReopened: completed(false),
  TodoDeleted: (list, event) => put(list, event, (todos) => todos.filter((one) => one.id !== event.data.todoId)),
}

/** The list after one more event. */
export const evolve = (state: TodoList | undefined, event: Folded<TodoEvent>) => apply(folds, state, event)

/** How far a list is: how many are done of how many, and that in whole percents. */
export function progressOf({ todos }: Pick<TodoList, 'todos'>) {
  const done = todos.filter((one) => one.completed).length
  return { done, all: todos.length, percent: todos.length === 0 ? 0 : Math.round((100 * done) / todos.length) }
}

type Given = TodoCommand['data']
/** Nobody learns from an answer whether another person's list, or a task on it, is there. */
const own = (
  state: TodoList | undefined,
  { userId, todoId }: Given,
  context: DecisionContext,
  decide: (known: Todo | undefined, todos: readonly Todo[]) => readonly TodoEvent[] | Refusal,
) => {
  if (context.actorId !== userId) return refuse('todo-not-found')
  const todos = state?.todos ?? []
  return decide(
    todos.find((one) => one.id === todoId),
    todos,
  )
}

const decisions: Decisions<TodoList, TodoCommand, TodoEvent> = {
  AddTodo: (state, data, context) =>
    own(state, data, context, (known, todos) => {
      const text = data.text.trim()
      if (known || !text) return []
      if (todos.length >= mostTodos) return refuse('todo-list-full', { most: mostTodos })
      return [{ type: 'TodoAdded', data: { ...data, text } }]
    }),
  ToggleTodo: (state, { completed: is, ...data }, context) =>
    own(state, data, context, (known) => {
      if (!known) return refuse('todo-not-found')
      if (known.completed === is) return []
      return [{ type: is ? 'TodoCompleted' : 'TodoReopened', data }]
    }),
  DeleteTodo: (state, data, context) =>
    own(state, data, context, (known) => (known ? [{ type: 'TodoDeleted', data }] : [])),
}
export const decide = decideBy(decisions)
