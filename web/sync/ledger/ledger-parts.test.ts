import { expect, test } from 'vitest'
import { isRefusal } from '#core/model/refusals.ts'
import type { Part } from '#core/part/part.ts'
import { predictPart } from '#core/prediction/prediction.ts'
import type { DeviceCommand } from '#core/prediction/subjects.ts'
import { sendable } from '#web/sync/outbox/held-deletions.ts'
import type { Entry } from '#web/sync/outbox/outbox.ts'
import { contextOf } from './asker-context.ts'
import { emptyLedger, type LedgerState, withoutSettled, withParts, withWantedPart } from './ledger-state.ts'
import { withPush } from './pushed-state.ts'
import { addedParts, shownPart } from './shown-documents.ts'

const partId = '0193a5f0-0601-7a00-8000-5d5f3e7a1601'
const asker = { userId: '0193a5f0-0003-7e21-8c33-bb21d5f6e003', userRole: 'team', companyId: 'c' } as const
const happenedAt = '2026-11-20T09:00:00.000Z'
const add: DeviceCommand = {
  type: 'AddPart',
  data: { partId, name: 'Tap', purchaseDate: '2026-11-19', expectedDelivery: '2026-11-20' },
}
const receive: DeviceCommand = { type: 'SetPartStatus', data: { partId, status: 'received' } }
const remove: DeviceCommand = { type: 'DeletePart', data: { partId } }

let count = 0
const entry = (command: DeviceCommand, over: Partial<Entry> = {}): Entry => ({
  commandId: `command-${++count}`,
  happenedAt,
  command,
  events: [],
  state: 'waiting',
  ...over,
})
const empty: LedgerState = { ...emptyLedger, asker }
const made = predictPart(undefined, add, contextOf(asker, { happenedAt }), { commandId: 'c', happenedAt, seq: 0 })
const tap: Part = (!isRefusal(made) && made.document) || expect.fail('it can be added')
const known = withParts(empty, [tap], 5)

test('a part added here is shown at once, until the server has sent it back', () => {
  const state = { ...withWantedPart(empty, partId), queue: [entry(add)] }
  expect(addedParts(state)).toEqual([tap])
  const accepted = { ...state, queue: [entry(add, { state: 'accepted', seq: 7 })] }
  expect(addedParts(accepted)).toEqual([tap])
  const pushed = withPush(accepted, 'part-rows', 7, [{ ...tap, name: 'Tap, chrome' }], [])
  expect(addedParts(pushed)).toMatchObject([{ name: 'Tap, chrome' }])
  expect(withoutSettled(accepted, accepted.queue)).toHaveLength(1)
  expect(withoutSettled(pushed, pushed.queue)).toEqual([])
})

test('changes made here override confirmed data, refused ones do not', () => {
  expect(shownPart({ ...known, queue: [entry(receive)] }, partId)?.status).toBe('received')
  expect(shownPart({ ...known, queue: [entry(receive, { state: 'refused' })] }, partId)?.status).toBe('waiting')
  expect(shownPart({ ...known, queue: [entry(remove)] }, partId)).toBeUndefined()
})

test('a part that somebody else deleted is gone, despite changes made here', () => {
  const gone = withPush({ ...known, queue: [entry(receive)] }, 'part-rows', 9, [], [partId])
  expect(shownPart(gone, partId, tap)).toBeUndefined()
})

test('an older page overwrites nothing', () => {
  const newer = withPush(known, 'part-rows', 9, [{ ...tap, status: 'received' }], [])
  expect(shownPart(withParts(newer, [tap], 6), partId)?.status).toBe('received')
})

test('commands for a part wait behind its held deletion; other parts go ahead', () => {
  const now = Date.parse(happenedAt)
  const other = entry({
    type: 'SetPartStatus',
    data: { partId: '0193a5f0-0602-7a00-8000-5d5f3e7a1602', status: 'received' },
  })
  const queue = [entry(remove, { notBefore: now + 10_000 }), entry(receive), other]
  expect(sendable(queue, now)).toEqual([other])
})

test('a part added here and since deleted by somebody else is gone once the parts have been read again', () => {
  const reopened = { ...empty, queue: [entry(add, { state: 'accepted', seq: 7 })] }
  expect(addedParts(withParts(reopened, [], 6))).toEqual([tap])
  const read = withParts(reopened, [], 9)
  expect(addedParts(read)).toEqual([])
  expect(withoutSettled(read, read.queue)).toEqual([])
})
