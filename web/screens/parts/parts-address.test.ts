import { expect, test } from 'vitest'
import { askedParts, partsAddressOf, partsSortedBy, partsViewIn } from './parts-address.ts'

const viewIn = (address: string) => partsViewIn(new URLSearchParams(address), 'purchaseDate')

test('an empty address shows all parts by purchase date, newest first', () =>
  expect(askedParts(viewIn(''))).toEqual({ sort: 'purchaseDate', direction: 'desc', page: 1 }))

test('an address is read without its unknown values, and written as short as possible', () => {
  const view = viewIn('search=tap&filter=late&sort=expectedDelivery&direction=asc&page=2')
  expect(askedParts(view)).toEqual({
    search: 'tap',
    filter: 'late',
    sort: 'expectedDelivery',
    direction: 'asc',
    page: 2,
  })
  expect(partsAddressOf(view, 'purchaseDate').toString()).toBe(
    'search=tap&filter=late&sort=expectedDelivery&direction=asc&page=2',
  )
  expect(viewIn('filter=new&sort=name&direction=up&page=-1')).toEqual(viewIn(''))
  expect(partsAddressOf(viewIn(''), 'purchaseDate').toString()).toBe('')
})

test('a column sorts descending first, then ascending, starting at the first page', () => {
  const once = partsSortedBy(viewIn('page=3'), 'expectedDelivery')
  expect(once).toMatchObject({ sort: 'expectedDelivery', direction: 'desc', page: 1 })
  expect(partsSortedBy(once, 'expectedDelivery').direction).toBe('asc')
})
