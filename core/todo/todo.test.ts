import { describe, expect, test } from 'vitest'
import { historyOf } from '#core/history/history.ts'
import { type Command, type Event, forTeam, isPrivate, isTodoEvent, target } from '#core/ledger/ledger.ts'
import { predictRow } from '#core/prediction/predict-row.ts'
import { todoLists } from '#core/projections/todo-lists.ts'
import { by, dana, type Given, given, idOf, recorded, tom } from '#test/core/given-when-then.ts'
import { emptyList, evolve, listIdOf, mostTodos, progressOf, todoList } from './todo.ts'

const { userId } = tom
const keys = { userId, todoId: idOf('f', 1) }
const quote = { userId, todoId: idOf('f', 2) }
const keysAdded: Event = { type: 'TodoAdded', data: { ...keys, text: 'Ring about keys for 00214' } }
const quoteAdded: Event = { type: 'TodoAdded', data: { ...quote, text: 'Send the quote' } }
const keysDone: Event = { type: 'TodoCompleted', data: keys }
const past = (...events: Event[]): Given[] => events.map((event) => by(tom, event))
const listAfter = (...events: Event[]) =>
  recorded(...past(...events))
    .filter(isTodoEvent)
    .reduce(evolve, undefined)
const add = (text: string): Command => ({ type: 'AddTodo', data: { ...keys, text } })
const toggle = (completed: boolean): Command => ({ type: 'ToggleTodo', data: { ...keys, completed } })
const remove: Command = { type: 'DeleteTodo', data: keys }

describe('a to-do', () => {
  test('is added by the owner of the list, without surrounding blanks', () =>
    given().when(add('  Ring about keys for 00214 '), tom).gives(keysAdded))
  test('with only blanks is ignored', () => {
    for (const text of ['', '   ', '\t\n']) given().when(add(text), tom).givesNothing()
  })
  test('that is already on the list is not added again', () =>
    given(...past(keysAdded))
      .when(add('Ring again'), tom)
      .givesNothing())
  test('is ticked off and reopened, and repeating either changes nothing', () => {
    given(...past(keysAdded))
      .when(toggle(true), tom)
      .gives(keysDone)
    given(...past(keysAdded, keysDone))
      .when(toggle(true), tom)
      .givesNothing()
    given(...past(keysAdded, keysDone))
      .when(toggle(false), tom)
      .gives({ type: 'TodoReopened', data: keys })
  })
  test('is deleted once', () => {
    given(...past(keysAdded))
      .when(remove, tom)
      .gives({ type: 'TodoDeleted', data: keys })
    given(...past(keysAdded, { type: 'TodoDeleted', data: keys }))
      .when(remove, tom)
      .givesNothing()
  })
  test('that does not exist cannot be ticked off', () => given().when(toggle(true), tom).refuses('Task not found.'))
  test('cannot be added to a full list', () => {
    const full = Array.from({ length: mostTodos }, (_, nth): Event => {
      const data = { userId, todoId: idOf('f', nth + 10), text: 'One more' }
      return { type: 'TodoAdded', data }
    })
    given(...past(...full))
      .when(add('Too many'), tom)
      .refuses('A list can hold up to 500 tasks. Delete some completed ones first.')
  })
  test('belongs to one person: nobody else finds it, not even the company’s owner, nor learns whether it exists', () => {
    for (const command of [add('Mine'), toggle(true), remove]) {
      given(...past(keysAdded))
        .when(command, dana)
        .refuses('Task not found.')
      given().when(command, dana).refuses('Task not found.')
    }
  })
})

describe('a list', () => {
  test('has a stream of its own, apart from its person’s', () => {
    expect(target(remove)).toEqual({ stream: 'todo', streamId: listIdOf(userId) })
    expect(listIdOf(userId)).not.toBe(userId)
    expect(listIdOf(dana.userId)).not.toBe(listIdOf(userId))
  })
  test('exists, empty, from the day its person joins', () => {
    const joined: Event = { type: 'MemberJoined', data: { userRole: 'team' } }
    const [event] = recorded(joined)
    const key = event && todoLists.key(event)
    const at = event?.recordedAt ?? ''
    expect(predictRow(todoLists, key ?? '', undefined, recorded(joined))).toEqual(emptyList(key ?? '', at))
  })
  test('has the newest on top, and completed to-dos keep their place', () => {
    const list = listAfter(keysAdded, quoteAdded, keysDone)
    expect(todoList.safeParse(list)).toMatchObject({ success: true })
    expect(list?.todos.map(({ text, completed }) => [text, completed])).toEqual([
      ['Send the quote', false],
      ['Ring about keys for 00214', true],
    ])
    expect(predictRow(todoLists, userId, undefined, recorded(...past(keysAdded, quoteAdded, keysDone)))).toEqual(list)
  })
  test('has a progress', () => {
    expect(progressOf({ todos: [] })).toEqual({ done: 0, all: 0, percent: 0 })
    expect(progressOf(listAfter(keysAdded, quoteAdded, keysDone) ?? { todos: [] })).toEqual({
      done: 1,
      all: 2,
      percent: 50,
    })
  })
})

describe('the history of a list', () => {
  const events = recorded(
    ...past(keysAdded, keysDone, { type: 'TodoReopened', data: keys }, { type: 'TodoDeleted', data: keys }),
  )
  test('has sentences', () => {
    const entries = historyOf(events).reverse()
    expect(entries.map((one) => one.sentence)).toEqual([
      'added a to-do: Ring about keys for 00214',
      'ticked off a to-do: Ring about keys for 00214',
      'reopened a to-do: Ring about keys for 00214',
      'deleted a to-do: Ring about keys for 00214',
    ])
    expect(entries.map((one) => one.changes)).toEqual([
      [{ field: 'text', of: 'Ring about keys for 00214', to: 'Ring about keys for 00214' }],
      [{ field: 'completed', of: 'Ring about keys for 00214', from: false, to: true }],
      [{ field: 'completed', of: 'Ring about keys for 00214', from: true, to: false }],
      [{ field: 'text', of: 'Ring about keys for 00214', from: 'Ring about keys for 00214' }],
    ])
  })
  test('is for its person only', () => {
    expect(events.every(isPrivate)).toBe(true)
    expect(forTeam(events)).toEqual([])
  })
})
