import { timingSafeEqual } from 'node:crypto'
import { deriveToken, type TokenSecret } from '#api/keys/tokens.ts'
import { id } from '#core/model/values.ts'

/** In milliseconds: nobody fills in a form faster, and a page that has been open for longer gets another form. */
const fastest = 3_000
const longest = 2 * 24 * 3_600_000

type Place = { pageId: string; siteId?: string | undefined }

/**
 * A form's own token: the report that it would become, and when it was given, signed for its page. So a form is sent to no other page, and
 * is one report however often it is sent.
 */
export const formToken = (secret: TokenSecret, place: Place, reportId: string, now: Date): string => {
  const given = `${reportId}.${now.getTime().toString(36)}`
  return `${given}.${signature(secret, place, given)}`
}

/** What a token says: whose report it would be, or that the form came too soon or too late. Undefined for a token of no form. */
export function readFormToken(secret: TokenSecret, place: Place, token: string, now: Date) {
  const [reportId = '', at = '', signed = ''] = token.split('.')
  const [expected, actual] = [signature(secret, place, `${reportId}.${at}`), signed].map((one) => Buffer.from(one))
  if (!expected || !actual || expected.length !== actual.length || !timingSafeEqual(expected, actual)) return undefined
  if (!id.safeParse(reportId).success) return undefined
  const age = now.getTime() - Number.parseInt(at, 36)
  return { reportId, isTooSoon: age < fastest, isTooLate: age > longest }
}

const signature = (secret: TokenSecret, { pageId, siteId = '' }: Place, given: string) =>
  deriveToken(secret, `report-form:${pageId}:${siteId}:${given}`)
