import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evolve } from '#core/company/company.ts'
import { isCompanyEvent } from '#core/ledger/ledger.ts'
import { companyId, type Given, given, priya, recorded, tom } from '#test/core/given-when-then.ts'
import { audiences, kindRules, kinds, kindsFor, type Way, ways } from './kinds.ts'
import { changedNotices, noticesFor, type OwnNotices, ownNotices, usualQuiet } from './settings.ts'

const chosen = fc.dictionary(fc.constantFrom(...kinds), fc.subarray([...ways])).map((all) => ({ ...all }))
const quiet = fc.option(fc.constantFrom('off' as const, { from: '22:00', to: '06:00' }), { nil: undefined })
const own = fc
  .record({ choices: fc.option(chosen, { nil: undefined }), quiet, showSite: fc.boolean() })
  .map((given): OwnNotices => ownNotices.parse(JSON.parse(JSON.stringify(given))))
const company = fc
  .record({ office: fc.option(chosen, { nil: undefined }), team: fc.option(chosen, { nil: undefined }), quiet })
  .map((given) => JSON.parse(JSON.stringify(given)))

describe('how somebody is told', () => {
  test('is as they chose, else as their company did, else as is usual', () => {
    expect(noticesFor('team')).toEqual({
      ways: { mention: ['app', 'push'], visit: ['app', 'push'], dayAhead: ['app', 'push'] },
      quiet: usualQuiet,
      email: { at: '07:00', days: 'weekdays' },
      showSite: false,
    })
    const rules = { office: { noAccess: ['email'], finished: [] } } satisfies Record<string, Record<string, Way[]>>
    expect(noticesFor('office', rules).ways).toMatchObject({ noAccess: ['email'], finished: [], toEstimate: ['app'] })
    const mine = { choices: { noAccess: ['push', 'app'] } } satisfies OwnNotices
    expect(noticesFor('office', rules, mine).ways).toMatchObject({ noAccess: ['app', 'push'], finished: [] })
    expect(noticesFor('office', { quiet: 'off' }, {}).quiet).toBe('off')
    expect(noticesFor('office', { quiet: 'off' }, { quiet: { from: '22:00', to: '06:00' } }).quiet).toEqual({
      from: '22:00',
      to: '06:00',
    })
  })
  test('never leaves out what nobody can turn off, nor tells the team what is not for them', () =>
    fc.assert(
      fc.property(fc.constantFrom(...audiences), company, own, (audience, rules, mine) => {
        const told = noticesFor(audience, rules, mine).ways
        for (const kind of kinds) {
          if (kindRules[kind].usual[audience])
            expect(told[kind]).toEqual(expect.arrayContaining([...(kindRules[kind].always ?? [])]))
          else expect(told[kind]).toBeUndefined()
        }
      }),
    ))
  test('changes only in what is given, and a second time not at all', () =>
    fc.assert(
      fc.property(own, own, (now, change) => {
        const once = changedNotices(now, change)
        expect(changedNotices(once, change)).toEqual(once)
        for (const kind of kindsFor('office'))
          if (!change.choices?.[kind]) expect(once.choices?.[kind]).toEqual(now.choices?.[kind])
      }),
    ))
})

const registered: Given = {
  type: 'CompanyRegistered',
  data: { name: 'Harrow & Pike', timeZone: 'Europe/London', businessTier: 1, expiryDate: '2026-12-03T08:00:00.000Z' },
}

describe('what a company sets for everybody', () => {
  const told = (kind: (typeof kinds)[number], given: Way[], audience: 'office' | 'team' = 'office') =>
    ({ type: 'SetNoticeRule', data: { companyId, audience, kind, ways: given } }) as const
  const quietFrom = (from: string) =>
    ({ type: 'SetQuietHours', data: { companyId, quiet: { from, to: '07:00' } } }) as const
  test('is set by the office, one kind of news at a time, and not twice', () => {
    const set: Given = { type: 'NoticeRuleSet', data: { audience: 'office', kind: 'noAccess', ways: ['app', 'email'] } }
    given(registered)
      .when(told('noAccess', ['email', 'app']), priya)
      .gives(set)
    given(registered, set)
      .when(told('noAccess', ['app', 'email']), priya)
      .givesNothing()
    given(registered)
      .when(told('noAccess', ['app', 'push']), priya)
      .givesNothing()
    given(registered).when(told('noAccess', []), tom).refuses('Only the office may do this.')
  })
  test('keeps what the law counts on, and gives the team nothing of the office', () => {
    given(registered)
      .when(told('missed', ['email']), priya)
      .gives({ type: 'NoticeRuleSet', data: { audience: 'office', kind: 'missed', ways: ['app', 'email'] } })
    given(registered)
      .when(told('finished', ['app'], 'team'), priya)
      .refuses('The team cannot be told of this.')
  })
  test('has quiet hours, or none', () => {
    given(registered)
      .when(quietFrom('20:00'), priya)
      .gives({ type: 'QuietHoursSet', data: { quiet: { from: '20:00', to: '07:00' } } })
    given(registered).when(quietFrom('19:00'), priya).givesNothing()
    const off: Given = { type: 'QuietHoursSet', data: { quiet: 'off' } }
    const events = recorded(registered, off, {
      type: 'NoticeRuleSet',
      data: { audience: 'team', kind: 'visit', ways: [] },
    })
    const state = events.filter(isCompanyEvent).reduce(evolve, undefined)
    expect(state?.office?.notices).toEqual({ quiet: 'off', team: { visit: [] } })
  })
})
