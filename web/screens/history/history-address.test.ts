import { expect, test } from 'vitest'
import { everything, historyAddressOf, historyQueryOf, historyViewIn, isNarrowed } from './history-address.ts'

test('a view reads back from its address, and what narrows nothing is left out of it', () => {
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

test('what an address says that is not known counts as not said', () => {
  expect(historyViewIn(new URLSearchParams('kind=gossip&period=year&from=soon&to=2026-99-99'))).toEqual(everything)
})

test('a period is asked for by its days, today being the last of them', () => {
  const queryFor = (period: 'today' | 'week' | 'month') => historyQueryOf({ ...everything, period }, '2026-11-20')
  expect(queryFor('today')).toBe('from=2026-11-20&to=2026-11-20')
  expect(queryFor('week')).toBe('from=2026-11-14&to=2026-11-20')
  expect(historyQueryOf({ ...everything, to: '2026-11-03', search: ' tap ' }, '2026-11-20')).toBe(
    'search=tap&to=2026-11-03',
  )
})
