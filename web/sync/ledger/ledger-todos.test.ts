import { expect, test } from 'vitest'
import type { DeviceCommand } from '#core/prediction/subjects.ts'
import { emptyList, type TodoList } from '#core/todo/todo.ts'
import { sendable } from '#web/sync/outbox/held-deletions.ts'
import type { Entry } from '#web/sync/outbox/outbox.ts'
import { emptyLedger, type LedgerState, withoutSettled, withTodos } from './ledger-state.ts'
import { withPush } from './pushed-state.ts'
import { shownTodos } from './shown-documents.ts'

const userId = '0193a5f0-0003-7e21-8c33-bb21d5f6e003'
const asker = { userId, userRole: 'team', companyId: 'c' } as const
const happenedAt = '2026-11-20T09:00:00.000Z'
const keys = '0193a5f0-0701-7a00-8000-6d5f3e7a1701'
const glue = '0193a5f0-0702-7a00-8000-6d5f3e7a1702'
const add = (todoId: string, text: string): DeviceCommand => ({ type: 'AddTodo', data: { userId, todoId, text } })
const tick = (todoId: string): DeviceCommand => ({ type: 'ToggleTodo', data: { userId, todoId, completed: true } })
const remove = (todoId: string): DeviceCommand => ({ type: 'DeleteTodo', data: { userId, todoId } })

let count = 0
const entry = (command: DeviceCommand, over: Partial<Entry> = {}): Entry => ({
  commandId: `command-${++count}`,
  happenedAt,
  command,
  events: [],
  state: 'waiting',
  ...over,
})
const list: TodoList = {
  ...emptyList(userId, happenedAt),
  todos: [{ id: keys, text: 'Ring about keys', completed: false, createdAt: happenedAt }],
}
const known: LedgerState = withTodos({ ...emptyLedger, asker }, list, 5)
const texts = (state: LedgerState) => shownTodos(state)?.todos.map((one) => `${one.text}${one.completed ? ' ✓' : ''}`)

test('to-dos added, ticked off and deleted here override the confirmed list; refused changes do not', () => {
  expect(texts({ ...known, queue: [entry(add(glue, 'Buy glue')), entry(tick(keys))] })).toEqual([
    'Buy glue',
    'Ring about keys ✓',
  ])
  expect(texts({ ...known, queue: [entry(remove(keys))] })).toEqual([])
  expect(texts({ ...known, queue: [entry(tick(keys), { state: 'refused' })] })).toEqual(['Ring about keys'])
})

test('a change is shown until the server has sent it back, then dropped; older data does not undo it', () => {
  const accepted = { ...known, queue: [entry(tick(keys), { state: 'accepted', seq: 7 })] }
  expect(texts(accepted)).toEqual(['Ring about keys ✓'])
  expect(withoutSettled(accepted, accepted.queue)).toHaveLength(1)
  const pushed = withPush(accepted, 'todo', 7, [{ ...list, todos: [] }], [])
  expect(texts(pushed)).toEqual([])
  expect(withoutSettled(pushed, pushed.queue)).toEqual([])
  expect(texts(withTodos(pushed, list, 6))).toEqual([])
})

test('commands for a to-do wait behind its held deletion; others go ahead', () => {
  const now = Date.parse(happenedAt)
  const held = entry(remove(keys), { notBefore: now + 10_000 })
  const [after, other] = [entry(tick(keys)), entry(add(glue, 'Buy glue'))]
  expect(sendable([held, other, after], now)).toEqual([other])
  expect(sendable([held, other, after], now + 10_000)).toEqual([held, other, after])
})
