import { expect, test } from 'vitest'
import { everything, historyAddressOf, historyQueryOf, historyViewIn, isNarrowed } from './history-address.ts'

test('a view can be read back from its address, which omits filters that narrow nothing', () => {
  const view = {
    ...everything,
    search: 'keys & locks',
    people: ['u1', 'fettle'],
    kinds: ['tasks', 'money'] as const,
    sites: ['14 Marlowe Court, Flat 2'],
    period: 'week' as const,
  }
  expect(historyViewIn(historyAddressOf(view))).toEqual(view)
  expect(String(historyAddressOf(everything))).toBe('')
  expect([isNarrowed(everything), isNarrowed(view)]).toEqual([false, true])
})

test('unknown values in an address are treated as absent', () => {
  expect(historyViewIn(new URLSearchParams('kind=gossip&period=year&from=soon&to=2026-99-99'))).toEqual(everything)
})

test('a period is requested by its days, the last of which is today', () => {
  const queryFor = (period: 'today' | 'week' | 'month') => historyQueryOf({ ...everything, period }, '2026-11-20')
  expect(queryFor('today')).toBe('from=2026-11-20&to=2026-11-20')
  expect(queryFor('week')).toBe('from=2026-11-14&to=2026-11-20')
  expect(historyQueryOf({ ...everything, to: '2026-11-03', search: ' tap ' }, '2026-11-20')).toBe(
    'search=tap&to=2026-11-03',
  )
})
