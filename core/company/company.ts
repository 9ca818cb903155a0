import * as z from 'zod/mini'
import { type DeadlineSettings, deadlineSettings } from '#core/deadlines/schemas.ts'
import { noDeadlineSettings } from '#core/deadlines/values.ts'
import { isOffice } from '#core/model/access.ts'
import { apply, type Decisions, decideBy, type Folded, type Folds } from '#core/model/messages.ts'
import { isRefusal, refuse } from '#core/model/refusals.ts'
import { id, instant } from '#core/model/values.ts'
import { noticeDecisions, withRule } from '#core/notifications/rules.ts'
import { companyNotices } from '#core/notifications/settings.ts'
import { invoicing, invoicingDecisions } from './invoicing.ts'
import { logo, logoDecisions } from './logo.ts'
import { type CompanyCommand, type CompanyEvent, standing, subscription } from './messages.ts'
import { isAlike, noPapers, papers, tidied } from './papers.ts'
import { trialTier } from './plans.ts'
import { reportPage, reportPageDecisions } from './report-page.ts'
import { secondFactorRule } from './second-factor-rule.ts'
import { tenantRule, tenantRuleDecisions } from './tenant-rule.ts'

/** The length of a new company's free trial. */
export const trialDays = 14
export const defaultTimeZone = 'Europe/London'
/** A company that was closed is read-only for so many days, and then erased. */
export const closingDays = 30

/** The company's plan or trial, which ends at `expiryDate`. */
export const companyPlan = z.object({
  businessTier: z.int(),
  expiryDate: instant,
  standing: z.union([z.literal('trial'), standing]),
  subscription: z.optional(z.object(subscription)),
})
export type CompanyPlan = z.infer<typeof companyPlan>

/**
 * What only the office sees of a company: its plan, whom it requires to have a second factor (missing means nobody), its deadlines,
 * what its invoices are made with, and how its people are told of news.
 */
const officeFacts = z.extend(companyPlan, {
  secondFactorFor: z.optional(secondFactorRule),
  deadlines: z.optional(deadlineSettings),
  invoicing: z.optional(invoicing),
  notices: z.optional(companyNotices),
  /** Missing while nobody can report repairs on a page. */
  reportPage: z.optional(reportPage),
  /** What tenants are told of without anybody's click; missing means nothing. */
  tenantRule: z.optional(tenantRule),
})

/** A company. */
export const companyDocument = z.object({
  companyId: id,
  name: z.string(),
  timeZone: z.string(),
  createdAt: instant,
  /** Whether a job needs photos before it is done; missing means no. */
  photosNeeded: z.optional(z.boolean()),
  papers: z.optional(papers),
  logo: z.optional(logo),
  /** Set while it is closed: it is read-only, and erased at that instant. */
  closing: z.optional(z.object({ closedAt: instant, eraseAt: instant })),
  office: z.optional(officeFacts),
})
export type Company = z.infer<typeof companyDocument>

const withOffice = (company: Company | undefined, change: Partial<z.infer<typeof officeFacts>>) =>
  company?.office && { ...company, office: { ...company.office, ...change } }

const folds: Folds<Company, CompanyEvent> = {
  CompanyRegistered: (_, { data: { name, timeZone, ...trial }, streamId, recordedAt }) => ({
    companyId: streamId,
    createdAt: recordedAt,
    name,
    timeZone,
    office: { ...trial, standing: 'trial' },
  }),
  PhotoRuleSet: (company, { data }) => company && { ...company, ...data },
  PapersSet: (company, { data }) => company && { ...company, papers: data },
  LogoSet: (company, { data }) => company && { ...company, logo: data },
  LogoRemoved: (company, { data }) => {
    if (company?.logo?.imageId !== data.imageId) return company
    const { logo: _, ...others } = company
    return others
  },
  InvoicingSet: (company, { data }) => withOffice(company, { invoicing: data }),
  NoticeRuleSet: (company, { data }) => withOffice(company, { notices: withRule(company?.office?.notices, data) }),
  QuietHoursSet: (company, { data }) => withOffice(company, { notices: { ...company?.office?.notices, ...data } }),
  ReportPageOpened: (company, { data, recordedAt }) =>
    withOffice(company, { reportPage: { ...data, openedAt: recordedAt } }),
  ReportPageClosed: (company) => {
    if (!company?.office) return company
    const { reportPage: _, ...office } = company.office
    return { ...company, office }
  },
  TenantRuleSet: (company, { data: { news, ways } }) =>
    withOffice(company, { tenantRule: { ...company?.office?.tenantRule, [news]: ways } }),
  DeadlineRulesSet: (company, { data }) => withOffice(company, { deadlines: data }),
  SecondFactorRuleSet: (company, { data }) => withOffice(company, data),
  PlanActivated: (company, { data: { subscriptionId, startedAt, businessTier, expiryDate } }) =>
    withOffice(company, {
      businessTier,
      expiryDate,
      standing: 'active',
      subscription: { subscriptionId, startedAt },
    }),
  PlanRenewed: (company, { data: { expiryDate } }) => withOffice(company, { expiryDate, standing: 'active' }),
  PlanPaymentFailed: (company) => withOffice(company, { standing: 'payment failed' }),
  PlanCancelled: (company) => withOffice(company, { standing: 'cancelled' }),
  PlanResumed: (company) => withOffice(company, { standing: 'active' }),
  CompanyClosed: (company, { data, recordedAt }) =>
    company && { ...company, closing: { closedAt: recordedAt, ...data } },
  CompanyReopened: (company) => {
    if (!company) return undefined
    const { closing: _, ...open } = company
    return open
  },
  EventErased: (company) => company,
}

export const evolve = (state: Company | undefined, event: Folded<CompanyEvent>) => apply(folds, state, event)

const daysAfter = (at: string, days: number) => new Date(Date.parse(at) + days * 86_400_000).toISOString()

const isSame = (one: DeadlineSettings, other: DeadlineSettings) => {
  const inOrder = ({ law, levels }: DeadlineSettings) =>
    JSON.stringify([law, levels.map(({ levelId, name, limit: { amount, unit } }) => [levelId, name, amount, unit])])
  return inOrder(one) === inOrder(other)
}

/** A name as it is compared with what somebody types. */
const sameName = (name: string) => name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

const standingEvents = {
  active: 'PlanResumed',
  'payment failed': 'PlanPaymentFailed',
  cancelled: 'PlanCancelled',
} as const

type Started = { subscriptionId: string; startedAt: string }
/** Of two subscriptions the one bought later counts, in whatever order we learn of them. */
const isNewer = (one: Started, other: Started | undefined) => {
  if (!other) return true
  const later = Date.parse(one.startedAt) - Date.parse(other.startedAt)
  return later > 0 || (later === 0 && one.subscriptionId > other.subscriptionId)
}

export type CompanyFacts = {
  /** The erasable paths of each event named in the command that the caller may see, by seq. */
  erasable?: ReadonlyMap<number, readonly string[]>
  /** Whether the actor has a second factor. */
  hasSecondFactor?: boolean
}

const decisions: Decisions<Company, CompanyCommand, CompanyEvent, CompanyFacts> = {
  RegisterCompany: (company, { name, timeZone = defaultTimeZone }, context) => {
    if (company) return refuse('company-exists')
    const expiryDate = daysAfter(context.at, trialDays)
    return [{ type: 'CompanyRegistered', data: { name, timeZone, businessTier: trialTier, expiryDate } }]
  },
  RecordPlan: (company, { companyId: _, paidUntil, standing, cause, ...bought }) => {
    if (!company?.office) return refuse('company-not-found')
    const { office } = company
    const isCurrent = bought.subscriptionId === office.subscription?.subscriptionId
    if (!isCurrent && (!paidUntil || !isNewer(bought, office.subscription))) return []
    const renewed = paidUntil !== undefined && Date.parse(paidUntil) > Date.parse(office.expiryDate)
    const paid: CompanyEvent[] =
      paidUntil && !isCurrent
        ? [{ type: 'PlanActivated', data: { ...bought, expiryDate: paidUntil, cause } }]
        : paidUntil && renewed
          ? [{ type: 'PlanRenewed', data: { expiryDate: paidUntil, cause } }]
          : []
    const stands = paid.length > 0 ? 'active' : office.standing
    return stands === standing ? paid : [...paid, { type: standingEvents[standing], data: { cause } }]
  },
  SetPhotoRule: (company, { photosNeeded }, { actorRole }) => {
    if (!company) return refuse('company-not-found')
    if (!isOffice(actorRole)) return refuse('office-only')
    return (company.photosNeeded ?? false) === photosNeeded ? [] : [{ type: 'PhotoRuleSet', data: { photosNeeded } }]
  },
  SetPapers: (company, { papers: given, from }, { actorRole }) => {
    if (actorRole !== 'owner') return refuse('owner-only')
    if (!company) return refuse('company-not-found')
    const now = company.papers ?? noPapers
    const data = tidied(given)
    if (isRefusal(data)) return data
    if (isAlike(data, now)) return []
    return isAlike(from, now) ? [{ type: 'PapersSet', data }] : refuse('value-moved-on')
  },
  ...logoDecisions,
  ...invoicingDecisions,
  ...noticeDecisions,
  ...reportPageDecisions,
  ...tenantRuleDecisions,
  SetDeadlineRules: (company, { companyId: _, from, ...given }, { actorRole }) => {
    if (!company) return refuse('company-not-found')
    if (!isOffice(actorRole)) return refuse('office-only')
    const names = given.levels.map((one) => sameName(one.name))
    if (new Set(names).size < names.length) return refuse('level-names-differ', {}, 'levels')
    const now = company.office?.deadlines
    if (now && isSame(now, given)) return []
    if (from && !isSame(now ?? noDeadlineSettings, from)) return refuse('value-moved-on')
    return [{ type: 'DeadlineRulesSet', data: given }]
  },
  SetSecondFactorRule: (company, { secondFactorFor, from }, { actorRole, facts }) => {
    if (actorRole !== 'owner') return refuse('owner-only')
    if (!company) return refuse('company-not-found')
    const present = company.office?.secondFactorFor ?? 'nobody'
    if (present === secondFactorFor) return []
    if (present !== from) return refuse('value-moved-on')
    return secondFactorFor === 'nobody' || facts.hasSecondFactor
      ? [{ type: 'SecondFactorRuleSet', data: { secondFactorFor } }]
      : refuse('own-second-factor-first')
  },
  CloseCompany: (company, { name }, { actorRole, at }) => {
    if (actorRole !== 'owner') return refuse('owner-only')
    if (!company) return refuse('company-not-found')
    if (company.closing) return []
    if (sameName(name) !== sameName(company.name)) return refuse('company-name-differs', {}, 'name')
    return [{ type: 'CompanyClosed', data: { eraseAt: daysAfter(at, closingDays) } }]
  },
  ReopenCompany: (company, _, { actorRole, at }) => {
    if (actorRole !== 'owner') return refuse('owner-only')
    if (!company) return refuse('company-not-found')
    if (!company.closing) return []
    return at < company.closing.eraseAt ? [{ type: 'CompanyReopened', data: {} }] : refuse('company-erased')
  },
  EraseEvents: (_, { companyId: _id, ...erasure }, context) => {
    if (context.actorRole !== 'owner') return refuse('owner-only')
    const reason = erasure.reason.trim()
    if (!reason) return refuse('reason-required', {}, 'reason')
    const isThere = ({ seq, texts }: (typeof erasure.events)[number]) => {
      const there = context.facts.erasable?.get(seq) ?? []
      return texts.every((path) => there.includes(path))
    }
    if (new Set(erasure.events.map((one) => one.seq)).size < erasure.events.length) return refuse('erasure-gone')
    return erasure.events.every(isThere)
      ? [{ type: 'EventErased', data: { ...erasure, reason } }]
      : refuse('erasure-gone')
  },
}
/** Marked as pure, so that pages, which fold companies and decide nothing on them, load none of these rules. */
export const decide = /* @__PURE__ */ decideBy(decisions)
