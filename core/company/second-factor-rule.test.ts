import { describe, expect, test } from 'vitest'
import type { Command, Event } from '#core/ledger/ledger.ts'
import { isCompanyEvent } from '#core/ledger/ledger.ts'
import { visible } from '#core/model/access.ts'
import { companyId, dana, given, priya, recorded, tom } from '#test/core/given-when-then.ts'
import { evolve } from './company.ts'
import { bindsRole, type SecondFactorRule, secondFactorRules } from './second-factor-rule.ts'

const registered: Event = {
  type: 'CompanyRegistered',
  data: { name: 'Harrow & Pike', timeZone: 'Europe/London', businessTier: 1, expiryDate: '2026-12-04T09:00:00.000Z' },
}
const set = (secondFactorFor: SecondFactorRule): Event => ({ type: 'SecondFactorRuleSet', data: { secondFactorFor } })
const require = (secondFactorFor: SecondFactorRule, from: SecondFactorRule = 'nobody'): Command => ({
  type: 'SetSecondFactorRule',
  data: { companyId, secondFactorFor, from },
})
const alone = 'Set up an authenticator app or a passkey for yourself first, so that you do not lock yourself out.'
const withFactor = { hasSecondFactor: true }
const stateAfter = (...past: Event[]) =>
  recorded(...past)
    .filter(isCompanyEvent)
    .reduce(evolve, undefined)

describe('whom a rule binds', () => {
  test('nobody, the owners, or the whole office; never the team', () => {
    const bound = (rule: SecondFactorRule) =>
      (['owner', 'admin', 'team'] as const).filter((one) => bindsRole(rule, one))
    expect(secondFactorRules.map(bound)).toEqual([[], ['owner'], ['owner', 'admin']])
  })
})

describe('requiring a second factor', () => {
  test('is for an owner who has one, and is recorded once', () => {
    given(registered).when(require('owner'), dana, withFactor).gives(set('owner'))
    given(registered).when(require('office'), dana, withFactor).gives(set('office'))
    given(registered, set('office')).when(require('office', 'nobody'), dana, withFactor).givesNothing()
    given(registered).when(require('nobody'), dana, withFactor).givesNothing()
  })
  test('an owner without one would lock themself out', () => {
    for (const rule of ['owner', 'office'] as const)
      given(registered).when(require(rule), dana, { hasSecondFactor: false }).refuses(alone)
    given(registered, set('owner')).when(require('office', 'owner'), dana, {}).refuses(alone)
  })
  test('ends without one', () => {
    given(registered, set('office')).when(require('nobody', 'office'), dana, {}).gives(set('nobody'))
  })
  test('is the owner’s alone', () => {
    for (const person of [priya, tom])
      given(registered).when(require('owner'), person, withFactor).refuses('Only the owner may do this.')
  })
  test('does not replace a rule that was set since the owner looked', () => {
    given(registered, set('owner'))
      .when(require('office', 'nobody'), dana, withFactor)
      .refuses('Someone else has changed this in the meantime.')
  })
  test('is told to the office, not to the team', () => {
    const company = stateAfter(registered, set('office'))
    expect(company?.office).toMatchObject({ secondFactorFor: 'office', standing: 'trial' })
    expect(company && JSON.stringify(visible('team', company))).not.toContain('secondFactorFor')
  })
})
