import * as z from 'zod/mini'
import { id, instant, requiredText } from '#core/model/values.ts'
import {
  endings,
  findings,
  hazards,
  holidayDivisions,
  laws,
  mostLevels,
  offerAnswers,
  proofs,
  reportWays,
  sendingWays,
  severities,
  steps,
  units,
} from './values.ts'

/** Apart from the values themselves, which screens show without loading zod. */
export const hazard = z.enum(hazards)
export const severity = z.enum(severities)
export const finding = z.enum(findings)
export const step = z.enum(steps)
export const law = z.enum(laws)
export const holidayDivision = z.enum(holidayDivisions)
export const reportWay = z.enum(reportWays)
export const proof = z.enum(proofs)
export const sendingWay = z.enum(sendingWays)
export const ending = z.enum(endings)
export const offerAnswer = z.enum(offerAnswers)
/** The id of one of the rules; a release knows all rules of earlier ones. */
export const ruleId = z.string().check(z.regex(/^[a-z]{2,20}-[a-z]{2,20}-\d{1,3}$/))

export const limit = z.strictObject({ amount: z.int().check(z.minimum(1), z.maximum(1_000)), unit: z.enum(units) })

export const clock = z.strictObject({
  step,
  from: z.enum(['aware', 'investigated']),
  startedAt: instant,
  due: instant,
  latest: z.optional(instant),
})

/** A deadline that a company has promised its customers, such as 'Urgent: 24 hours'. */
export const serviceLevel = z.strictObject({ levelId: id, name: requiredText(60), limit })
export type ServiceLevel = z.infer<typeof serviceLevel>

/** The law that a company's homes are under, and its own service levels. */
export const deadlineSettings = z.strictObject({
  law,
  levels: z.array(serviceLevel).check(z.maxLength(mostLevels)),
})
export type DeadlineSettings = z.infer<typeof deadlineSettings>
