import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { rowsIn } from '#test/workbooks/read.ts'

/** Saved by LibreOffice 7.4: dates and prices are numbers with a format, a text has two lines, and a price is a formula. */
const saved = (name: string) => readFile(new URL(`../../../test/workbooks/saved/${name}`, import.meta.url))

test.each(['jobs.xlsx', 'jobs.ods'])('%s is read as the spreadsheet program that saved it showed it', async (name) => {
  const columns = ['Property', 'Work order', 'Reported', 'Problem', 'Cost', 'Status', 'Agency']
  const cells = [
    ['14 Marlowe Court', '123', '2026-04-03', 'Kitchen tap drips\nsince Monday', '85.5', 'Open', 'Bright Oak'],
    ['14 Marlowe Court', '123', '2026-04-03', 'Boiler loses pressure', '1240', 'Closed', 'Bright Oak'],
    ['Flat 2, Ash House', 'WO-9', '2025-12-25', 'Smoke alarm: beeps', '42', 'Open', 'Bright Oak'],
  ]
  expect(await rowsIn(await saved(name))).toEqual(
    cells.map((row, place) => ({
      line: place + 2,
      row: Object.fromEntries(columns.map((column, at) => [column, row[at]])),
    })),
  )
})
