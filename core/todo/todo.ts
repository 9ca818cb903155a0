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

/** A list is one document, always sent whole: this limit keeps it small enough, yet is more than anyone needs. */
export const mostTodos = 500
export const longestTodo = 500

/** A to-do on the list of `userId`. */
const todo = z.strictObject({ userId: id, todoId: id })
const todoText = text(longestTodo)

export const events = {
  TodoAdded: ownOnly(z.extend(todo, { text: todoText })),
  TodoCompleted: ownOnly(todo),
  TodoReopened: ownOnly(todo),
  TodoDeleted: ownOnly(todo),
}
export type TodoEvent = Message<typeof events>

export const commands = {
  AddTodo: z.extend(todo, { text: todoText }),
  /** Carries the new state, so that a to-do ticked off on two devices stays ticked off. */
  ToggleTodo: z.extend(todo, { completed: z.boolean() }),
  DeleteTodo: todo,
}
export type TodoCommand = Message<typeof commands>

const item = z.object({ id, text: z.string(), completed: z.boolean(), createdAt: instant })
export type Todo = z.infer<typeof item>

/** One person's list, newest first; a completed to-do keeps its place. */
export const todoList = z.object({ userId: id, todos: z.array(item), createdAt: instant, updatedAt: instant })
export type TodoList = z.infer<typeof todoList>

/** The empty list that everyone has when they join. */
export const emptyList = (userId: string, at: string): TodoList => ({ userId, todos: [], createdAt: at, updatedAt: at })

/**
 * The stream of a person's list. The person's member stream already has their id, so the list has the same id as a UUID of
 * version 8, which RFC 9562 reserves for custom use.
 */
export const listIdOf = (userId: string) => `${userId.slice(0, 14)}8${userId.slice(15)}`

/** Whether an id has the form of a list id. No other stream may use one, since it could collide with somebody's list. */
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

/** The progress of a list: completed, total, and whole percent. */
export function progressOf({ todos }: Pick<TodoList, 'todos'>) {
  const done = todos.filter((one) => one.completed).length
  return { done, all: todos.length, percent: todos.length === 0 ? 0 : Math.round((100 * done) / todos.length) }
}

type CommandData = TodoCommand['data']
/** Refuses other people in the same way whether or not the list or to-do exists, so that nothing is revealed. */
const forOwner = (
  state: TodoList | undefined,
  { userId, todoId }: CommandData,
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
    forOwner(state, data, context, (known, todos) => {
      const text = data.text.trim()
      if (known || !text) return []
      if (todos.length >= mostTodos) return refuse('todo-list-full', { most: mostTodos })
      return [{ type: 'TodoAdded', data: { ...data, text } }]
    }),
  ToggleTodo: (state, { completed: is, ...data }, context) =>
    forOwner(state, data, context, (known) => {
      if (!known) return refuse('todo-not-found')
      if (known.completed === is) return []
      return [{ type: is ? 'TodoCompleted' : 'TodoReopened', data }]
    }),
  DeleteTodo: (state, data, context) =>
    forOwner(state, data, context, (known) => (known ? [{ type: 'TodoDeleted', data }] : [])),
}
export const decide = decideBy(decisions)
