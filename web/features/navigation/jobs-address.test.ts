import { expect, test } from 'vitest'
import { addressOf, askedFirst, askedFor, hasFilters, sortedBy, viewIn } from './jobs-address.ts'

const view = (address: string) => viewIn(new URLSearchParams(address))

test('an empty address shows the first page, newest job first', () => {
  expect(askedFor(view(''))).toEqual({ sort: 'jobRef', direction: 'desc', page: 1 })
  expect(addressOf(view('')).toString()).toBe('')
})

test('unknown values in an address are treated as absent', () => {
  expect(view('status=lost&warning=x&type=y&sort=price&direction=up&page=-2')).toEqual(view(''))
})

test('filters, order and page round-trip through the address', () => {
  const address = 'type=agency&search=bright+oak&status=booked&warning=none&sort=jobStart&direction=asc&page=3'
  expect(addressOf(view(address)).toString()).toBe(address)
  expect(hasFilters(view(address))).toBe(true)
})

test("a chip's filter round-trips through the address; unknown values are treated as absent", () => {
  expect(addressOf(view('among=mine&page=2')).toString()).toBe('among=mine&page=2')
  expect(hasFilters(view('among=ready'))).toBe(true)
  expect(view('among=theirs')).toEqual(view(''))
  expect(askedFirst({ among: 'today' })).toEqual(askedFor(view('among=today')))
})

test('a column sorts descending first, then ascending, from the first page', () => {
  const first = sortedBy(view('page=4'), 'createdAt')
  expect(first).toMatchObject({ sort: 'createdAt', direction: 'desc', page: 1 })
  expect(sortedBy(first, 'createdAt')).toMatchObject({ direction: 'asc' })
  expect(sortedBy(sortedBy(first, 'createdAt'), 'createdAt')).toMatchObject({ direction: 'desc' })
})
