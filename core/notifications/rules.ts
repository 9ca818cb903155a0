import * as z from 'zod/mini'
import { isOffice } from '#core/model/access.ts'
import { type Decisions, type Message, officeOnly } from '#core/model/messages.ts'
import { refuse } from '#core/model/refusals.ts'
import { id } from '#core/model/values.ts'
import { audiences, kind, kindRules, someWays, tidyWays } from './kinds.ts'
import { type CompanyNotices, noticesFor, quietChoice } from './settings.ts'

const rule = z.strictObject({ audience: z.enum(audiences), kind, ways: someWays })

export const noticeEvents = {
  /** How the office or the team is told of a kind of news, unless a person chose otherwise. */
  NoticeRuleSet: officeOnly(rule),
  /** When push waits, unless a person chose otherwise. */
  QuietHoursSet: officeOnly(z.strictObject({ quiet: quietChoice })),
}
type NoticeEvent = Message<typeof noticeEvents>

export const noticeCommands = {
  SetNoticeRule: z.extend(rule, { companyId: id }),
  SetQuietHours: z.strictObject({ companyId: id, quiet: quietChoice }),
}
type NoticeCommand = Message<typeof noticeCommands>

type WithNotices = { office?: { notices?: CompanyNotices | undefined } | undefined }

export const noticeDecisions: Decisions<WithNotices, NoticeCommand, NoticeEvent> = {
  SetNoticeRule: (company, { companyId: _, audience, kind, ways: given }, { actorRole }) => {
    if (!company) return refuse('company-not-found')
    if (!isOffice(actorRole)) return refuse('office-only')
    if (!kindRules[kind].usual[audience]) return refuse('never-told')
    const ways = tidyWays(kind, given)
    const now = noticesFor(audience, company.office?.notices).ways[kind]
    return now?.join() === ways.join() ? [] : [{ type: 'NoticeRuleSet', data: { audience, kind, ways } }]
  },
  SetQuietHours: (company, { quiet }, { actorRole }) => {
    if (!company) return refuse('company-not-found')
    if (!isOffice(actorRole)) return refuse('office-only')
    const now = noticesFor('office', company.office?.notices).quiet
    return isSameQuiet(now, quiet) ? [] : [{ type: 'QuietHoursSet', data: { quiet } }]
  },
}

const isSameQuiet = (one: z.infer<typeof quietChoice>, other: z.infer<typeof quietChoice>) =>
  one === 'off' || other === 'off' ? one === other : one.from === other.from && one.to === other.to

/** What the company set, after one more rule. */
export const withRule = (now: CompanyNotices = {}, { audience, kind, ways }: z.infer<typeof rule>): CompanyNotices => ({
  ...now,
  [audience]: { ...now[audience], [kind]: ways },
})
