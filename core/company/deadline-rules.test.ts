import { test } from 'vitest'
import type { DeadlineSettings } from '#core/deadlines/schemas.ts'
import type { Command, Event } from '#core/ledger/ledger.ts'
import { by, companyId, given, idOf, priya } from '#test/core/given-when-then.ts'

const movedOn = 'Someone else has changed this in the meantime.'
const registered: Event = {
  type: 'CompanyRegistered',
  data: { name: 'Harrow & Pike', timeZone: 'Europe/London', businessTier: 1, expiryDate: '2026-12-04T09:00:00.000Z' },
}
const level = (nth: number, name: string) => ({
  levelId: idOf('f', nth),
  name,
  limit: { amount: 24, unit: 'hours' as const },
})
const [urgent, routine] = [level(71, 'Urgent'), level(72, 'Routine')]
const none: DeadlineSettings = { law: 'england-social', levels: [] }
const withUrgent: DeadlineSettings = { ...none, levels: [urgent] }
const withRoutine: DeadlineSettings = { ...none, levels: [routine] }
const rules = (data: DeadlineSettings): Event => ({ type: 'DeadlineRulesSet', data })
const set = (settings: DeadlineSettings, from?: DeadlineSettings): Command => ({
  type: 'SetDeadlineRules',
  data: { companyId, ...settings, ...(from ? { from } : {}) },
})

test('rules for deadlines set on a page that was opened before take away no service level of somebody else', () => {
  const past = [registered, by(priya, rules(withUrgent))] as const
  given(...past)
    .when(set(withRoutine, none))
    .refuses(movedOn)
  given(...past)
    .when(set(withUrgent, none))
    .givesNothing()
  given(...past)
    .when(set({ ...none, levels: [urgent, routine] }, withUrgent))
    .gives(rules({ ...none, levels: [urgent, routine] }))
})

test('a company that has set no rules for deadlines was seen as one in England without service levels', () => {
  given(registered).when(set(withRoutine, none)).gives(rules(withRoutine))
  given(registered).when(set(withRoutine, withUrgent)).refuses(movedOn)
})

test('rules for deadlines that do not say what was seen replace whatever is there', () => {
  given(registered, rules(withUrgent)).when(set(withRoutine)).gives(rules(withRoutine))
})
