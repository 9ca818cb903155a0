import { expect, test } from 'vitest'
import { nextWorkingDay } from './working-days.ts'

test('the next working day is tomorrow, and Monday from a Friday or the weekend', () => {
  expect(nextWorkingDay('2026-11-19')).toBe('2026-11-20')
  for (const day of ['2026-11-20', '2026-11-21', '2026-11-22']) expect(nextWorkingDay(day), day).toBe('2026-11-23')
  expect(nextWorkingDay('2026-12-31')).toBe('2027-01-01')
})
