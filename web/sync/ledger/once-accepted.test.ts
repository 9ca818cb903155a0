import { expect, test } from 'vitest'
import { idOf } from '#test/core/given-when-then.ts'
import type { Entry } from '#web/sync/outbox/outbox.ts'
import { useLedger } from './ledger-store.ts'
import { onceAccepted } from './once-accepted.ts'

const commandId = idOf('c', 1)
const command = { type: 'DeleteView', data: { listOf: idOf('b', 1), viewId: idOf('f', 1) } } as const
const entry: Entry = { commandId, happenedAt: '2026-11-20T10:00:00.000Z', command, events: [], state: 'waiting' }
const show = (...states: Entry['state'][]) =>
  useLedger.setState({ queue: states.map((state) => ({ ...entry, state })) })

test('what follows an accepted command is done once, also after a refusal that was retried', () => {
  let times = 0
  show('waiting')
  onceAccepted(commandId, () => {
    times += 1
  })
  for (const state of ['stuck', 'refused', 'waiting'] as const) show(state)
  expect(times).toBe(0)
  show('accepted')
  show('accepted')
  show()
  expect(times).toBe(1)
})

test('nothing follows a command that is discarded', () => {
  let times = 0
  show('refused')
  onceAccepted(commandId, () => {
    times += 1
  })
  show()
  show('accepted')
  expect(times).toBe(0)
})
