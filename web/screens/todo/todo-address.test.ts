import { expect, test } from 'vitest'
import { todoAddressOf, todoFilterIn, todoFilters, todosShown } from './todo-address.ts'

test('the address says which to-dos are shown, and nothing where it is all of them', () => {
  for (const filter of todoFilters) expect(todoFilterIn(todoAddressOf(filter))).toBe(filter)
  expect(todoAddressOf('all').toString()).toBe('')
  expect(todoFilterIn(new URLSearchParams('show=everything'))).toBe('all')
})

test('active is what is not done, completed what is, and their order stays', () => {
  const todo = (text: string, completed: boolean) => ({ id: text, text, completed, createdAt: '' })
  const todos = [todo('c', false), todo('b', true), todo('a', false)]
  const texts = (filter: (typeof todoFilters)[number]) => todosShown(todos, filter).map((one) => one.text)
  expect([texts('all'), texts('active'), texts('completed')]).toEqual([['c', 'b', 'a'], ['c', 'a'], ['b']])
})
