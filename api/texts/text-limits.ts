import type { Config } from '#api/config/config.ts'
import { HttpFailure } from '#api/http/errors.ts'
import { digestOf, storedLimiter } from '#api/rights/rate-limits.ts'
import type { Services } from '#api/services/services.ts'

const day = 24 * 60 * 60
/** Texts that a company can send in a day, unless the operator set it, and that one number can get from it. Each costs money. */
const ofCompany = 300
const ofNumber = 10

/** A number may belong to several contacts, or be entered as one's again and again. */
type Whose = { companyId: string; number: string }
/** Why a text may not be sent now, and in how many milliseconds it may. */
export type TextWait = { of: 'company' | 'number'; milliseconds: number }

/** The most texts that a company can send in a day. */
export const mostOfCompany = ({ smsDaily }: Pick<Config, 'smsDaily'>): number => smsDaily ?? ofCompany

/** Counts texts, for all processes together. */
export function textLimits({ authPool, config }: Pick<Services, 'authPool'> & { config: Pick<Config, 'smsDaily'> }) {
  const companies = storedLimiter(authPool, 'texts-company', mostOfCompany(config), day)
  const numbers = storedLimiter(authPool, 'texts-number', ofNumber, day)
  const waitOf = (counted: Promise<unknown>): Promise<number | undefined> =>
    counted.then(
      () => undefined,
      (reason: { msBeforeNext?: number }) => {
        if (typeof reason.msBeforeNext !== 'number') throw reason
        return Math.max(reason.msBeforeNext, 1_000)
      },
    )
  return {
    /** Counts a text; undefined if it may be sent. */
    async count({ companyId, number }: Whose): Promise<TextWait | undefined> {
      const ofTheirs = await waitOf(numbers.consume(`${companyId}:${digestOf(number)}`))
      if (ofTheirs !== undefined) return { of: 'number', milliseconds: ofTheirs }
      const ofAll = await waitOf(companies.consume(companyId))
      return ofAll === undefined ? undefined : { of: 'company', milliseconds: ofAll }
    },
  }
}
export type TextLimits = ReturnType<typeof textLimits>

/** Refuses a text that may not be sent now. */
export function tooManyTexts({ of, milliseconds }: TextWait, config: Pick<Config, 'smsDaily'>): HttpFailure {
  const seconds = Math.ceil(milliseconds / 1_000)
  const hours = Math.ceil(seconds / 3_600)
  const later = `Try again in ${hours === 1 ? 'an hour' : `${hours} hours`}, or send an email.`
  const error =
    of === 'company'
      ? `Your company has sent ${mostOfCompany(config)} texts today, the most for one day. ${later}`
      : `This number has already had ${ofNumber} texts today, the daily limit. ${later}`
  return new HttpFailure(429, { error, code: 'too-many-attempts' }, { 'Retry-After': String(seconds) })
}
