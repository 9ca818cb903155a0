import { expect, test } from 'vitest'
import { foldRepeats, type Noted } from './repeats.ts'

const signedIn: Noted = { companyId: 'c', userId: 'u', kind: 'signed-in', address: '192.0.2.1', device: 'Firefox' }

test('repeats within an hour have one id; another hour, person, matter or address has its own', () => {
  let now = new Date('2026-11-20T09:05:00Z')
  const rowOf = foldRepeats(() => now)
  const idOf = (more: Partial<Noted> = {}) => rowOf({ ...signedIn, ...more }).entryId.toString('hex')
  const first = idOf()
  expect(first).toHaveLength(32)
  now = new Date('2026-11-20T09:59:59Z')
  expect(idOf({ device: 'Chrome' })).toBe(first)
  const others: Partial<Noted>[] = [
    { userId: 'v' },
    { companyId: 'd' },
    { kind: 'exported' },
    { detail: 'jobs' },
    { address: '192.0.2.2' },
  ]
  expect(new Set([first, ...others.map((one) => idOf(one))]).size).toBe(6)
  now = new Date('2026-11-20T10:00:00Z')
  expect(idOf()).not.toBe(first)
})

test('one person from ever more addresses fills a bounded number of entries within an hour', () => {
  const rowOf = foldRepeats(() => new Date('2026-11-20T09:05:00Z'))
  const rows = Array.from({ length: 5_000 }, (_, nth) =>
    rowOf({ ...signedIn, address: `2001:db8::${nth.toString(16)}` }),
  )
  expect(new Set(rows.map((row) => row.entryId.toString('hex'))).size).toBe(21)
  expect(rows.at(-1)?.address).toBe('')
  expect(rowOf({ ...signedIn, address: '2001:db8::0' }).address).toBe('2001:db8::0')
})
