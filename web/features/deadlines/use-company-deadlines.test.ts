import { expect, test } from 'vitest'
import { holidaysFor } from './use-company-deadlines.ts'

test('working days leave out the bank holidays that a clock was started with, whatever the company has chosen since', () => {
  const scottish = { law: 'scotland-social', levels: [] } as const
  expect(holidaysFor({ holidays: 'england-and-wales' }, { ...scottish, levels: [] })).toBe('england-and-wales')
  expect(holidaysFor({}, { ...scottish, levels: [] })).toBe('scotland')
  expect(holidaysFor({})).toBe('england-and-wales')
})
