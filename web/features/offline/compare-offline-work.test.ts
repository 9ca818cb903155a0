import { expect, test } from 'vitest'
import type { Change } from '#core/history/changes.ts'
import type { HistoryEntry } from '#core/history/history.ts'
import { compareOfflineWork } from './compare-offline-work.ts'

const entry = (seq: number, actorId: string, happened: string, ...changes: Change[]): HistoryEntry => ({
  seq,
  version: seq,
  type: 'NextVisitSet',
  actorId,
  actorRole: 'team',
  happenedAt: `2026-11-20T${happened}:00.000Z`,
  recordedAt: `2026-11-20T10:${String(seq).padStart(2, '0')}:00.000Z`,
  clock: 'device',
  commandId: `command-${seq}`,
  ordinal: 0,
  sentence: '',
  changes,
})
const hours = (from: number, to: number): Change => ({ field: 'nextVisitHours', from, to })
const note: Change = { field: 'note', to: 'Gate code' }

test("others' changes made before mine were sent are compared; a job nobody else changed needs no comparison", () => {
  const theirs = entry(2, 'priya', '10:02', hours(0, 2))
  const mine = entry(3, 'tom', '09:15', note)
  const found = compareOfflineWork([mine, theirs, entry(1, 'priya', '08:00', note)], ['command-3'], 'tom')
  expect(found?.theirs.map((one) => one.seq)).toEqual([1, 2])
  expect(found?.mine.map((one) => one.seq)).toEqual([3])
  expect(compareOfflineWork([entry(3, 'tom', '10:30', note), theirs], ['command-3'], 'tom')).toBeUndefined()
  expect(
    compareOfflineWork([entry(3, 'tom', '09:15', note), entry(2, 'tom', '09:10', note)], ['command-3'], 'tom'),
  ).toBeUndefined()
})
