import * as z from 'zod/mini'
import { deadlineSettings } from '#core/deadlines/schemas.ts'
import { type Message, officeOnly } from '#core/model/messages.ts'
import { givenInstant, id, instant, requiredText, text } from '#core/model/values.ts'
import { noticeCommands, noticeEvents } from '#core/notifications/rules.ts'
import { invoicingCommands, invoicingEvents } from './invoicing.ts'
import { logoCommands, logoEvents } from './logo.ts'
import { papers } from './papers.ts'
import type { Plan } from './plans.ts'
import { reportPageCommands, reportPageEvents } from './report-page.ts'
import { secondFactorRule } from './second-factor-rule.ts'
import { tenantRuleCommands, tenantRuleEvents } from './tenant-rule.ts'

const tier = z.union([z.literal(2), z.literal(3), z.literal(4)] satisfies z.ZodMiniLiteral<Plan['tier']>[])
/** The card provider's id for one of its objects. */
const reference = requiredText(255)
/** The id of the provider's event or checkout that caused this. */
const cause = { cause: reference }
/** A subscription at the card provider. */
export const subscription = { subscriptionId: reference, startedAt: instant }
/** The state of a paid plan: a cancelled one runs until its end and is not renewed. */
export const standing = z.enum(['active', 'payment failed', 'cancelled'])

/** The most events that one erasure can cover. */
export const mostErased = 200
const erasureReason = text(500)
/** `texts` are the paths of the erased texts in an event's data. */
const toErase = z.strictObject({
  seq: z.int().check(z.positive()),
  texts: z.array(text(100)).check(z.minLength(1), z.maxLength(500)),
  /** SHA-256 in hex over a new salt and the remaining data, so that an erasure cannot hide any other change. */
  remains: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})
const erasure = {
  events: z.array(toErase).check(z.minLength(1), z.maxLength(mostErased)),
  reason: erasureReason,
}

export const events = {
  CompanyRegistered: z.strictObject({
    name: text(200),
    timeZone: text(100),
    businessTier: z.int(),
    expiryDate: instant,
  }),
  /** Whether a job needs photos before it is done. */
  PhotoRuleSet: z.strictObject({ photosNeeded: z.boolean() }),
  /** How the company calls itself and is reached on its papers; all of it each time. */
  PapersSet: papers,
  ...logoEvents,
  ...invoicingEvents,
  ...noticeEvents,
  ...reportPageEvents,
  ...tenantRuleEvents,
  /** The law that its homes are under, and its own service levels. */
  DeadlineRulesSet: officeOnly(deadlineSettings),
  /** Whom the company requires to have a second factor. */
  SecondFactorRuleSet: officeOnly(z.strictObject({ secondFactorFor: secondFactorRule })),
  PlanActivated: officeOnly(z.strictObject({ ...subscription, businessTier: tier, expiryDate: instant, ...cause })),
  PlanRenewed: officeOnly(z.strictObject({ expiryDate: instant, ...cause })),
  PlanPaymentFailed: officeOnly(z.strictObject(cause)),
  PlanCancelled: officeOnly(z.strictObject(cause)),
  PlanResumed: officeOnly(z.strictObject(cause)),
  /** The company is read-only until it is erased, unless it is reopened before. */
  CompanyClosed: z.strictObject({ eraseAt: instant }),
  CompanyReopened: z.strictObject({}),
  /** Texts or photos of other events were erased by law. This event itself is never erased, because it vouches for them. */
  EventErased: officeOnly(z.strictObject(erasure)),
}
export type CompanyEvent = Message<typeof events>

export const commands = {
  RegisterCompany: z.strictObject({ companyId: id, name: requiredText(200), timeZone: z.optional(text(100)) }),
  /** The current state of a subscription at the card provider; `paidUntil` is missing until something is paid. */
  RecordPlan: z.strictObject({
    companyId: id,
    ...subscription,
    startedAt: givenInstant,
    businessTier: tier,
    paidUntil: z.optional(givenInstant),
    standing,
    ...cause,
  }),
  /** `from` is what the person was shown. */
  SetDeadlineRules: z.extend(deadlineSettings, { companyId: id, from: z.optional(deadlineSettings) }),
  SetPhotoRule: z.strictObject({ companyId: id, photosNeeded: z.boolean() }),
  /** `from` is what the owner was shown. */
  SetPapers: z.strictObject({ companyId: id, papers, from: papers }),
  ...logoCommands,
  ...invoicingCommands,
  ...noticeCommands,
  ...reportPageCommands,
  ...tenantRuleCommands,
  /** `from` is the rule that the owner was shown. */
  SetSecondFactorRule: z.strictObject({ companyId: id, secondFactorFor: secondFactorRule, from: secondFactorRule }),
  /** The owner types the company's name. */
  CloseCompany: z.strictObject({ companyId: id, name: text(200) }),
  ReopenCompany: z.strictObject({ companyId: id }),
  EraseEvents: z.strictObject({ companyId: id, ...erasure }),
}
export type CompanyCommand = Message<typeof commands>
