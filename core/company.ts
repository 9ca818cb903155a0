import * as z from 'zod/mini'
import { apply, type Decisions, decideBy, type Folds, type Message, type Recorded } from './model.ts'
import { refuse } from './refusals.ts'
import { filled, id, instant, text } from './values.ts'

/** A new company may try everything for this many days. */
export const trialDays = 14
export const defaultTimeZone = 'Europe/London'

export const events = {
  CompanyRegistered: z.strictObject({
    name: text(200),
    timeZone: text(100),
    businessTier: z.int(),
    expiryDate: instant,
  }),
}
export type CompanyEvent = Message<typeof events>

export const commands = {
  RegisterCompany: z.strictObject({ companyId: id, name: filled(200), timeZone: z.optional(text(100)) }),
}
export type CompanyCommand = Message<typeof commands>

/** A company; its plan ends at `expiryDate`, a UTC instant. */
export const companyDocument = z.object({
  companyId: id,
  name: z.string(),
  timeZone: z.string(),
  businessTier: z.int(),
  createdAt: instant,
  expiryDate: instant,
})
export type Company = z.infer<typeof companyDocument>

const folds: Folds<Company, CompanyEvent> = {
  CompanyRegistered: (_, { data, streamId, recordedAt }) => ({ companyId: streamId, createdAt: recordedAt, ...data }),
}

export const evolve = (state: Company | undefined, event: Recorded<CompanyEvent>) => apply(folds, state, event)

const decisions: Decisions<Company, CompanyCommand, CompanyEvent> = {
  RegisterCompany: (company, { name, timeZone = defaultTimeZone }, asked) => {
    if (company) return refuse('company-exists')
    const expiryDate = new Date(Date.parse(asked.at) + trialDays * 86_400_000).toISOString()
    return [{ type: 'CompanyRegistered', data: { name, timeZone, businessTier: 1, expiryDate } }]
  },
}
export const decide = decideBy(decisions)
