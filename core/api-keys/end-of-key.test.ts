import { expect, test } from 'vitest'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { endOfKey } from './end-of-key.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 9, minute)).toISOString()
const now = at(30)
const key = { createdAt: at(10) }
const recorded = (minute: number, event: { type: string; data: object }) =>
  ({ ...event, stream: 'member', recordedAt: at(minute) }) as StoredEvent
const removed = (minute: number) => recorded(minute, { type: 'MemberRemoved', data: {} })
const made = (minute: number, to: 'admin' | 'team') =>
  recorded(minute, { type: 'RoleChanged', data: { from: 'admin', to } })

test('a key works while nothing has ended it', () => {
  expect(endOfKey(key, [], now)).toBeUndefined()
  expect(endOfKey({ ...key, expiresAt: at(31) }, [made(20, 'admin')], now)).toBeUndefined()
})

test('a key ends when it is revoked, and when its time is over', () => {
  expect(endOfKey({ ...key, revokedAt: at(11) }, [], now)).toBe('revoked')
  expect(endOfKey({ ...key, expiresAt: at(30) }, [], now)).toBe('expired')
})

test('a key ends with the removal of its maker, or their move to the team, even if they come back', () => {
  expect(endOfKey(key, [removed(20)], now)).toBe('maker-left')
  expect(endOfKey(key, [made(20, 'team'), made(25, 'admin')], now)).toBe('maker-left')
  // What was before the key is made does not count.
  expect(endOfKey(key, [removed(5), made(6, 'team'), made(7, 'admin')], now)).toBeUndefined()
})
