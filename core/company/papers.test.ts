import { describe, expect, test } from 'vitest'
import { companyId, dana, type Given, given, priya, tom } from '#test/core/given-when-then.ts'
import { linesOf, noPapers, type Papers } from './papers.ts'

const registered: Given = {
  type: 'CompanyRegistered',
  data: { name: 'Harrow & Pike', timeZone: 'Europe/London', businessTier: 1, expiryDate: '2026-12-03T08:00:00.000Z' },
}
const full: Papers = {
  tradingName: 'Harrow Repairs',
  address: '1 Mill Lane\nLeeds LS1 1AA',
  telephone: '0113 496 0018',
  email: 'office@example.com',
}
const setPapers = (papers: Papers, from = noPapers) =>
  ({ type: 'SetPapers', data: { companyId, papers, from } }) as const

describe('what papers say of the company', () => {
  test('is set by its owner alone, without spaces around and empty lines', () => {
    const typed = { ...full, tradingName: ' Harrow Repairs ', address: ' 1 Mill Lane \n\n Leeds LS1 1AA\n' }
    given(registered).when(setPapers(typed), dana).gives({ type: 'PapersSet', data: full })
    for (const person of [priya, tom])
      given(registered).when(setPapers(full), person).refuses('Only the owner may do this.')
  })
  test('is not set twice, nor over what somebody has set since', () => {
    const set: Given = { type: 'PapersSet', data: full }
    given(registered, set).when(setPapers(full), dana).givesNothing()
    given(registered, set)
      .when(setPapers({ ...full, email: '' }), dana)
      .refuses('Someone else has changed this in the meantime.')
    given(registered, set)
      .when(setPapers({ ...full, email: '' }, full), dana)
      .gives({ type: 'PapersSet', data: { ...full, email: '' } })
  })
  test('has a telephone number that can be called and an address that can be written to', () => {
    for (const telephone of ['ask Priya', '12', '0113-TAPS', '+'])
      given(registered)
        .when(setPapers({ ...full, telephone }), dana)
        .refuses('Enter a telephone number in digits, such as 020 7946 0018.', 'telephone')
    for (const telephone of ['', '+44 (0)113 496-0018 ext 12'])
      given(registered)
        .when(setPapers({ ...full, telephone }), dana)
        .gives({ type: 'PapersSet', data: { ...full, telephone } })
    given(registered)
      .when(setPapers({ ...full, email: 'office at example' }), dana)
      .refuses('Enter an email address, such as office@example.com.', 'email')
  })
  test('is printed in two lines at most', () => {
    expect(linesOf(full)).toEqual(['1 Mill Lane, Leeds LS1 1AA', '0113 496 0018 · office@example.com'])
    expect(linesOf({ ...noPapers, telephone: '0113 496 0018' })).toEqual(['0113 496 0018'])
    expect(linesOf(noPapers)).toEqual([])
  })
})
