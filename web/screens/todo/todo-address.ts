import type { Todo } from '#core/todo/todo.ts'

export const todoFilters = ['all', 'active', 'completed'] as const
export type TodoFilter = (typeof todoFilters)[number]

/** The filter in an address; an unknown one is treated as absent. */
export const todoFilterIn = (address: URLSearchParams): TodoFilter =>
  todoFilters.find((one) => one === address.get('show')) ?? 'all'

/** The shortest address of a filter. */
export const todoAddressOf = (filter: TodoFilter): URLSearchParams =>
  new URLSearchParams(filter === 'all' ? {} : { show: filter })

/** The to-dos that match a filter. */
export const todosShown = (todos: readonly Todo[], filter: TodoFilter) =>
  filter === 'all' ? todos : todos.filter((one) => one.completed === (filter === 'completed'))
