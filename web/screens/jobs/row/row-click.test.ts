import { expect, test } from 'vitest'
import { isRowClick } from './row-click.ts'

const plain = { button: 0, shiftKey: false, altKey: false }

test('a click in a row opens the job, with the left or the middle button', () => {
  expect(isRowClick(plain, false, false)).toBe(true)
  expect(isRowClick({ ...plain, button: 1 }, false, false)).toBe(true)
})

test('a click on a control, a right click, one with Shift or Alt, and one that marks text open nothing', () => {
  expect(isRowClick(plain, true, false)).toBe(false)
  expect(isRowClick(plain, false, true)).toBe(false)
  for (const other of [{ button: 2 }, { shiftKey: true }, { altKey: true }])
    expect(isRowClick({ ...plain, ...other }, false, false)).toBe(false)
})
