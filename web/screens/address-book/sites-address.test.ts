import { expect, test } from 'vitest'
import { addressOf, askedIn } from './sites-address.ts'

const asked = (address: string, isOffice = true) => askedIn(new URLSearchParams(address), isOffice)

test('an empty address shows all sites in the order of their names', () => {
  expect(asked('')).toEqual({ page: 1 })
  expect(addressOf(asked('')).toString()).toBe('')
})

test('an address is read without its unknown values, and written as short as possible', () => {
  const whole = 'search=ash&filter=deadlines&agency=Aire+Valley+Homes&direction=desc&page=3'
  expect(asked(whole)).toEqual({
    ...{ search: 'ash', filter: 'deadlines', agency: 'Aire Valley Homes', direction: 'desc', page: 3 },
  })
  expect(addressOf(asked(whole)).toString()).toBe(whole)
  expect(asked('filter=near&direction=up&page=-1&agency=+')).toEqual({ page: 1 })
})

test('the team is not asked for what only the office may know', () => {
  expect(asked('filter=deadlines&agency=Aire+Valley+Homes', false)).toEqual({ page: 1 })
  expect(asked('filter=open', false)).toEqual({ filter: 'open', page: 1 })
})
