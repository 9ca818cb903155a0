import fc from 'fast-check'
import { expect, test } from 'vitest'
import { historyOf } from '#core/history/history.ts'
import { decide } from '#core/ledger/decide.ts'
import { type Command, type Event, forTeam, isCompanyEvent, type StoredEvent } from '#core/ledger/ledger.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { companyId, type Given, given, now, recorded } from '#test/core/given-when-then.ts'
import { type Company, type CompanyPlan, evolve } from './company.ts'
import type { CompanyCommand } from './messages.ts'

type Bought = Extract<CompanyCommand, { type: 'RecordPlan' }>['data']

const registered: Event = {
  type: 'CompanyRegistered',
  data: { name: 'Harrow & Pike', timeZone: 'Europe/London', businessTier: 1, expiryDate: '2026-12-03T08:00:00.000Z' },
}
const silver = { subscriptionId: 'sub_1', startedAt: '2026-11-20T08:59:00.000Z', businessTier: 3 } as const
const paidUntil = '2027-05-20T08:59:00.000Z'
const nextYear = '2027-11-20T08:59:00.000Z'
const cause = 'evt_1'
const activated: Event = { type: 'PlanActivated', data: { ...silver, expiryDate: paidUntil, cause } }
const recordPlan = (over: Partial<Bought> = {}): Command => ({
  type: 'RecordPlan',
  data: { companyId, ...silver, paidUntil, standing: 'active', cause, ...over },
})
const fold = (log: readonly StoredEvent[]) => log.filter(isCompanyEvent).reduce<Company | undefined>(evolve, undefined)
const planAfter = (...past: Given[]): CompanyPlan | undefined => fold(recorded(...past))?.office

test('a plan starts when it is paid for', () => given(registered).when(recordPlan()).gives(activated))

test('an unpaid plan does not start', () => {
  given(registered)
    .when(recordPlan({ paidUntil: undefined }))
    .givesNothing()
  given(registered)
    .when(recordPlan({ paidUntil: undefined, standing: 'payment failed' }))
    .givesNothing()
})

test('the same report again changes nothing', () => {
  given(registered, activated).when(recordPlan()).givesNothing()
  given(registered, activated)
    .when(recordPlan({ cause: 'evt_2' }))
    .givesNothing()
})

test('a renewal moves the end of the plan, and an older report never moves it back', () => {
  const renewed: Event = { type: 'PlanRenewed', data: { expiryDate: nextYear, cause } }
  given(registered, activated)
    .when(recordPlan({ paidUntil: nextYear }))
    .gives(renewed)
  given(registered, activated, renewed).when(recordPlan()).givesNothing()
  expect(planAfter(registered, activated, renewed)).toMatchObject({ businessTier: 3, expiryDate: nextYear })
})

test('a failed payment is recorded, and a later successful one makes up for it', () => {
  const failed: Event = { type: 'PlanPaymentFailed', data: { cause } }
  given(registered, activated)
    .when(recordPlan({ standing: 'payment failed' }))
    .gives(failed)
  expect(planAfter(registered, activated, failed)).toMatchObject({ expiryDate: paidUntil, standing: 'payment failed' })
  given(registered, activated, failed)
    .when(recordPlan({ paidUntil: nextYear }))
    .gives({ type: 'PlanRenewed', data: { expiryDate: nextYear, cause } })
})

test('a cancelled plan keeps its end date, and can be resumed', () => {
  const cancelled: Event = { type: 'PlanCancelled', data: { cause } }
  given(registered, activated)
    .when(recordPlan({ standing: 'cancelled' }))
    .gives(cancelled)
  expect(planAfter(registered, activated, cancelled)).toMatchObject({ expiryDate: paidUntil, standing: 'cancelled' })
  given(registered, activated, cancelled).when(recordPlan()).gives({ type: 'PlanResumed', data: { cause } })
})

test('a plan bought later replaces the first, and reports about the first no longer count', () => {
  const gold = { subscriptionId: 'sub_0', startedAt: '2026-11-20T09:00:00.000Z', businessTier: 4 } as const
  const changed: Event = { type: 'PlanActivated', data: { ...gold, expiryDate: nextYear, cause } }
  given(registered, activated)
    .when(recordPlan({ ...gold, paidUntil: nextYear }))
    .gives(changed)
  given(registered, activated, changed)
    .when(recordPlan({ standing: 'cancelled' }))
    .givesNothing()
  given(registered, activated, changed).when(recordPlan()).givesNothing()
})

test('a plan that was cancelled before its first report starts and is not renewed', () =>
  given(registered)
    .when(recordPlan({ standing: 'cancelled' }))
    .gives(activated, { type: 'PlanCancelled', data: { cause } }))

test('a company that does not exist has no plan', () => given().when(recordPlan()).refuses('Company not found.'))

test('the history shows changes of the plan to the office, and nothing to the team', () => {
  const log = recorded(registered, activated, { type: 'PlanCancelled', data: { cause } })
  const [cancelled, started] = historyOf(log)
  expect(started?.changes).toContainEqual({ field: 'businessTier', from: 1, to: 3 })
  expect(cancelled?.changes).toEqual([{ field: 'standing', from: 'active', to: 'cancelled' }])
  expect(forTeam(log).map((event) => event.type)).toEqual(['CompanyRegistered'])
})

test('the plan is the same in whatever order and however often the latest reports arrive', () => {
  const news = fc.uniqueArray(
    fc.record({
      subscriptionId: fc.constantFrom('sub_1', 'sub_2', 'sub_3'),
      startedAt: fc.constantFrom('2026-11-20T08:00:00.000Z', '2026-11-20T08:30:00.000Z'),
      businessTier: fc.constantFrom(2 as const, 3 as const, 4 as const),
      paidUntil: fc.constantFrom(paidUntil, nextYear),
      standing: fc.constantFrom('active' as const, 'payment failed' as const, 'cancelled' as const),
    }),
    { selector: (one) => one.subscriptionId, minLength: 1 },
  )
  const settled = news.chain((all) =>
    fc.record({
      once: fc.shuffledSubarray(all, { minLength: all.length }),
      often: fc.array(fc.constantFrom(...all), { maxLength: 6 }),
      all: fc.shuffledSubarray(all, { minLength: all.length }),
    }),
  )
  const comesTo = (these: Omit<Bought, 'companyId' | 'cause'>[]) => {
    const past: Event[] = [registered]
    for (const one of these) {
      const context = { actorId: '', actorRole: 'system', companyId, at: now, facts: {} } as const
      const events = decide(recorded(...past), recordPlan(one), context)
      if (isRefusal(events)) throw new Error(events.error)
      past.push(...events)
    }
    return planAfter(...past)
  }
  fc.assert(
    fc.property(settled, ({ once, often, all }) => {
      expect(comesTo([...often, ...all])).toEqual(comesTo(once))
    }),
  )
})
