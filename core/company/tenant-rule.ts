import * as z from 'zod/mini'
import { isOffice } from '#core/model/access.ts'
import { type Decisions, type Message, officeOnly } from '#core/model/messages.ts'
import { refuse } from '#core/model/refusals.ts'
import { id } from '#core/model/values.ts'

/** What tenants can be told of without anybody's click: the link once a visit is booked, other times, and who is on the way. */
export const tenantNews = ['booked', 'changed', 'onTheWay'] as const
export type TenantNews = (typeof tenantNews)[number]

/** How they can be told. */
export const tenantWays = ['email', 'text'] as const
export type TenantWay = (typeof tenantWays)[number]

const way = z.enum(tenantWays)
const rule = z.strictObject({
  news: z.enum(tenantNews),
  ways: z.array(way).check(z.maxLength(tenantWays.length)),
})

/** The ways of each kind of news; what is missing is not told. */
export const tenantRule = z.object({
  booked: z.optional(z.array(way)),
  changed: z.optional(z.array(way)),
  onTheWay: z.optional(z.array(way)),
})
export type TenantRule = z.infer<typeof tenantRule>

export const tenantRuleEvents = { TenantRuleSet: officeOnly(rule) }
type TenantRuleEvent = Message<typeof tenantRuleEvents>

export const tenantRuleCommands = { SetTenantRule: z.extend(rule, { companyId: id }) }
type TenantRuleCommand = Message<typeof tenantRuleCommands>

type WithRule = { office?: { tenantRule?: TenantRule | undefined } | undefined }

export const tenantRuleDecisions: Decisions<WithRule, TenantRuleCommand, TenantRuleEvent> = {
  SetTenantRule: (company, { news, ways: given }, { actorRole }) => {
    if (!company) return refuse('company-not-found')
    if (!isOffice(actorRole)) return refuse('office-only')
    const ways = tenantWays.filter((one) => given.includes(one))
    const now = company.office?.tenantRule?.[news] ?? []
    return now.join() === ways.join() ? [] : [{ type: 'TenantRuleSet', data: { news, ways } }]
  },
}

/** What the ways are called on screen and in the history. */
export const tenantWayNames: Record<TenantWay, string> = { email: 'Email', text: 'Text message' }

/** Whether tenants are told of anything by this way. */
export const isToldBy = (rule: TenantRule | undefined, way: TenantWay): boolean =>
  tenantNews.some((news) => rule?.[news]?.includes(way))

/** Whether tenants are told of anything at all. */
export const isTelling = (rule: TenantRule | undefined): boolean => tenantWays.some((way) => isToldBy(rule, way))

/** What the kinds are called on screen and in the history. */
export const tenantNewsNames: Record<TenantNews, string> = {
  booked: 'Visit booked: the link to their page',
  changed: 'Visit moved or cancelled',
  onTheWay: 'Worker on the way',
}
