import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guardedCell, unguardedCell } from './spreadsheet-cells.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1+1', "'＝1+1"],
  ['－1', "'－1"],
  ['  =1+1', "  '=1+1"],
  ['a;=1+1', "a;'=1+1"],
  ['a,"=1+1', `a,"'=1+1`],
  ['a\t=1+1', "a\t'=1+1"],
  ['a\r\n＝1+1', "a\r\n'＝1+1"],
  ['\ttap', "'\ttap"],
  ['\rtap', "'\rtap"],
])('%j is no formula in a spreadsheet', (text, cell) => {
  expect(guardedCell(text)).toBe(cell)
  expect(unguardedCell(cell)).toBe(text)
})

test('ordinary texts stay as they are', () => {
  for (const text of ['14 Marlowe Court', 'a+b=c', 'Smith-Jones; flat 2', "'quoted'", 'two\nlines', 'tom@example.com'])
    expect([guardedCell(text), unguardedCell(text)]).toEqual([text, text])
})

test('no cell, and no part of one that a spreadsheet may take for a cell, begins with a formula; and imports read it back', () => {
  const signs = fc.string({ unit: fc.constantFrom('=', '＋', '-', '@', ';', ',', '\t', '\r', '\n', '"', ' ', 'a') })
  fc.assert(
    fc.property(signs, (text) => {
      const cell = guardedCell(text)
      for (const part of cell.split(/[;,\t\r\n]/)) expect(part).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/)
      expect(unguardedCell(cell)).toBe(text)
    }),
  )
})
