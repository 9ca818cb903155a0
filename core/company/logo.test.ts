import { expect, test } from 'vitest'
import { isCompanyEvent } from '#core/ledger/ledger.ts'
import { companyId, dana, type Given, given, idOf, priya, recorded, tom } from '#test/core/given-when-then.ts'
import { type Company, evolve } from './company.ts'

const registered: Given = {
  type: 'CompanyRegistered',
  data: { name: 'Harrow & Pike', timeZone: 'Europe/London', businessTier: 1, expiryDate: '2026-12-03T08:00:00.000Z' },
}
const logoOf = (nth: number) => ({ imageId: idOf('e', nth), src: `/logo-${nth}.webp`, width: 600, height: 180 })
const set = (nth: number) => ({ type: 'SetLogo', data: { companyId, ...logoOf(nth) } }) as const
const remove = (nth: number) => ({ type: 'RemoveLogo', data: { companyId, imageId: idOf('e', nth) } }) as const
const first: Given = { type: 'LogoSet', data: logoOf(1) }
const removed: Given = { type: 'LogoRemoved', data: { imageId: idOf('e', 1) } }

test('the owner alone sets a logo, once, and another one takes its place', () => {
  given(registered)
    .when(set(1), dana)
    .gives({ type: 'LogoSet', data: logoOf(1) })
  given(registered, first).when(set(1), dana).givesNothing()
  given(registered, first)
    .when(set(2), dana)
    .gives(removed, { type: 'LogoSet', data: logoOf(2) })
  for (const person of [priya, tom]) given(registered).when(set(1), person).refuses('Only the owner may do this.')
})

test('the owner alone removes a logo, and none but the one that they were shown', () => {
  given(registered, first).when(remove(1), dana).gives(removed)
  given(registered, first, removed).when(remove(1), dana).givesNothing()
  given(registered, first).when(remove(2), dana).refuses('Someone else has changed this in the meantime.')
  for (const person of [priya, tom])
    given(registered, first).when(remove(1), person).refuses('Only the owner may do this.')
})

test('a company has the logo that was set last, until it is removed', () => {
  const logoAfter = (...events: Given[]) =>
    recorded(registered, ...events)
      .filter(isCompanyEvent)
      .reduce<Company | undefined>(evolve, undefined)?.logo
  const second: Given = { type: 'LogoSet', data: logoOf(2) }
  expect(logoAfter(first)).toEqual(logoOf(1))
  expect(logoAfter(first, removed)).toBeUndefined()
  expect(logoAfter(first, removed, second)).toEqual(logoOf(2))
  expect(logoAfter(first, second, removed)).toEqual(logoOf(2))
})
