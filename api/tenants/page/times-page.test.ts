import { expect, test } from 'vitest'
import { daysAfter } from './times-page.ts'

test('a tenant chooses among working days, and is offered no Christmas', () => {
  expect(daysAfter('2026-11-19', 3)).toEqual(['2026-11-20', '2026-11-23', '2026-11-24'])
  expect(daysAfter('2026-12-23', 3)).toEqual(['2026-12-24', '2026-12-29', '2026-12-30'])
  // A bank holiday in Scotland alone.
  expect(daysAfter('2026-11-29', 1)).toEqual(['2026-11-30'])
})
