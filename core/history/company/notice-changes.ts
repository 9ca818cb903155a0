import type { Company } from '#core/company/company.ts'
import { type Change, companyChanges, diff } from '#core/history/changes.ts'
import { kindRules, kindsFor, type ToldAudience, wayNames } from '#core/notifications/kinds.ts'
import { noticesFor } from '#core/notifications/settings.ts'
import { tenantRuleChanges } from './tenant-rule-changes.ts'

/** What changed about how a company's people are told of news: for each kind the ways, and when push waits. */
export function noticeChanges(before: Company | undefined, after: Company | undefined): Change[] {
  const [was, is] = [before?.office?.notices, after?.office?.notices]
  if (was === is) return []
  const rules = (audience: ToldAudience, field: 'toldOffice' | 'toldTeam') => {
    const [were, are] = [noticesFor(audience, was).ways, noticesFor(audience, is).ways]
    return kindsFor(audience).flatMap((kind) =>
      diff([field], { [field]: waysOf(were[kind]) }, { [field]: waysOf(are[kind]) }, kindRules[kind].name),
    )
  }
  const quiet = (notices: typeof was) => {
    const hours = noticesFor('office', notices).quiet
    return { quietHours: hours === 'off' ? 'Off' : `${hours.from} to ${hours.to}` }
  }
  return [
    ...rules('office', 'toldOffice'),
    ...rules('team', 'toldTeam'),
    ...diff(['quietHours'], quiet(was), quiet(is)),
  ]
}

const waysOf = (ways: readonly (keyof typeof wayNames)[] = []) =>
  ways.map((way) => wayNames[way]).join(', ') || 'Not at all'

/** What changed of a company, with how its people are told. */
export const allCompanyChanges = (...states: Parameters<typeof companyChanges>) => [
  ...companyChanges(...states),
  ...noticeChanges(...states),
  ...tenantRuleChanges(...states),
]
