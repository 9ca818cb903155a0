import { expect, test } from 'vitest'
import { todoAddressOf, todoFilterIn, todoFilters, todosShown } from './todo-address.ts'

test('the address names the filter, unless it shows all to-dos', () => {
  for (const filter of todoFilters) expect(todoFilterIn(todoAddressOf(filter))).toBe(filter)
  expect(todoAddressOf('all').toString()).toBe('')
  expect(todoFilterIn(new URLSearchParams('show=everything'))).toBe('all')
})

test('active and completed to-dos are separated and keep their order', () => {
  const todo = (text: string, completed: boolean) => ({ id: text, text, completed, createdAt: '' })
  const todos = [todo('c', false), todo('b', true), todo('a', false)]
  const texts = (filter: (typeof todoFilters)[number]) => todosShown(todos, filter).map((one) => one.text)
  expect([texts('all'), texts('active'), texts('completed')]).toEqual([['c', 'b', 'a'], ['c', 'a'], ['b']])
})
