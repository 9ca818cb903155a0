import { expect, test } from 'vitest'
import { readRow } from './read-row.ts'

const reading = {
  mapping: {
    workOrder: ['No'],
    apartmentName: ['Site'],
    createdAt: ['Date'],
    price: ['Price'],
    status: ['Status'],
    description: ['Fault'],
  },
  dayOrder: 'day first' as const,
  today: '2026-11-20',
}
const row = { No: 'W1', Site: 'FLAT 3, ashdown house', Date: '19/11/2026', Price: '£85', Status: 'closed', Fault: '' }

test('a row says its site, day, price in pence and status, and its task is named after the order if nothing else is', () => {
  expect(readRow(row, reading)).toEqual({
    site: 'Flat 3, Ashdown House',
    workOrder: 'W1',
    agency: '',
    receivedBy: '',
    createdAt: '2026-11-19',
    description: 'Repair order W1',
    price: 8500,
    isClosed: true,
  })
})

test.each([
  [{ Site: ' ' }, 'Site name is required.', 'apartmentName'],
  [{ Date: '31/02/2026' }, "'31/02/2026' is not a date", 'createdAt'],
  [{ Date: '21/11/2026' }, 'Created On is in the future.', 'createdAt'],
  [{ Date: '45981' }, "'45981' is a number: format the column as dates in the spreadsheet", 'createdAt'],
  [{ Status: 'perhaps' }, "'perhaps' is not a status that can be imported", 'status'],
  [{ Price: '10,50' }, "'10,50' is not a price in pounds", 'price'],
  [{ Site: '#REF!' }, "'#REF!' is an error in the spreadsheet, not a value", 'apartmentName'],
  [{ Fault: '#N/A' }, "'#N/A' is an error in the spreadsheet, not a value", 'description'],
])('a row with %o is refused: %s', (change, reason, field) => {
  expect(readRow({ ...row, ...change }, reading)).toEqual({ reason, field, value: expect.any(String) })
})

test('a date that can be read in two ways is refused while nobody has said how', () => {
  const { mapping, today } = reading
  expect(readRow({ ...row, Date: '03/04/2026' }, { mapping, today })).toMatchObject({
    reason: "'03/04/2026' can be read day first or month first",
  })
  expect(readRow({ ...row, Date: '13/04/2026' }, { mapping, today })).toMatchObject({ createdAt: '2026-04-13' })
})

test('a corrected text takes the place of the one in the file', () => {
  const corrections = { Status: { perhaps: 'open' } }
  expect(readRow({ ...row, Status: 'perhaps' }, { ...reading, corrections })).toMatchObject({ isClosed: false })
})
