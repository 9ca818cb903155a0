import { expect, test } from 'vitest'
import { type Command, type Event, isCompanyEvent } from '#core/ledger/ledger.ts'
import { companyId, given, recorded } from '#test/core/given-when-then.ts'
import { defaultTimeZone, evolve, trialDays } from './company.ts'

const register = (timeZone?: string): Command => ({
  type: 'RegisterCompany',
  data: { companyId, name: 'Harrow & Pike', ...(timeZone ? { timeZone } : {}) },
})
const registered = (timeZone = 'Europe/London'): Event => ({
  type: 'CompanyRegistered',
  data: { name: 'Harrow & Pike', timeZone, businessTier: 1, expiryDate: '2026-12-04T09:00:00.000Z' },
})

test('a new company is on tier 1 and can try everything for 14 days', () => {
  expect(trialDays).toBe(14)
  given().when(register()).gives(registered())
})

test('a company’s time zone is London unless it chooses another', () => {
  expect(defaultTimeZone).toBe('Europe/London')
  given().when(register('Europe/Dublin')).gives(registered('Europe/Dublin'))
})

test('a company can be registered only once', () =>
  given(registered()).when(register()).refuses('This company is already registered.'))

test('a company has its name, time zone, tier, and the end of its trial', () => {
  expect(recorded(registered()).filter(isCompanyEvent).reduce(evolve, undefined)).toEqual({
    companyId,
    name: 'Harrow & Pike',
    timeZone: 'Europe/London',
    createdAt: '2026-11-19T08:00:01.000Z',
    office: { businessTier: 1, expiryDate: '2026-12-04T09:00:00.000Z', standing: 'trial' },
  })
})
