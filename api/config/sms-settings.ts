import { isSupportedCountry } from 'libphonenumber-js/mobile'
import * as z from 'zod/mini'
import { InvalidSetting } from './invalid-setting.ts'
import { onOrOff, wholeNumber } from './setting-values.ts'

/** An http(s) address, with nothing in it that logs should not show. */
function isWebAddress(text: string) {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password
}

const fieldName = z.string().check(z.regex(/^[\w.[\]-]{1,60}$/))

/** A JSON object whose values are texts. */
const moreFields = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(4_000)),
    z.transform((text, context) => {
      try {
        const read: unknown = JSON.parse(text)
        return read
      } catch {
        context.issues.push({ code: 'custom', message: 'not JSON', input: text })
        return z.NEVER
      }
    }),
  ),
  z.record(fieldName, z.string()),
)

/** Countries by their ISO codes, with commas or spaces between. */
const countries = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) =>
      text
        .toUpperCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    ),
  ),
  z.array(z.string().check(z.refine((code) => isSupportedCountry(code)))).check(z.minLength(1)),
)

/** The settings of text messages. */
export const smsSettings = {
  /** Our gateway for text messages: where each is posted, as JSON or as a form, under which names; and the sender's name there. */
  FETTLE_SMS_URL: z.optional(z.string().check(z.refine(isWebAddress), z.maxLength(1_000))),
  FETTLE_SMS_FORMAT: z._default(z.enum(['json', 'form']), 'json'),
  FETTLE_SMS_TO_FIELD: z._default(fieldName, 'to'),
  FETTLE_SMS_TEXT_FIELD: z._default(fieldName, 'text'),
  FETTLE_SMS_FROM: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
  FETTLE_SMS_FROM_FIELD: z._default(fieldName, 'from'),
  /** The name under which the gateway takes the message's id, if it does in the body; it is in a header anyway. */
  FETTLE_SMS_ID_FIELD: z.optional(fieldName),
  /** Other fields of each message, as a JSON object of texts. */
  FETTLE_SMS_FIELDS: z.optional(moreFields),
  /** Our bearer token there, or a name and a password. */
  FETTLE_SMS_TOKEN: z.optional(z.string().check(z.regex(/^[\x21-\x7e]+$/))),
  FETTLE_SMS_USER: z.optional(z.string().check(z.regex(/^[^:]+$/))),
  FETTLE_SMS_PASSWORD: z.optional(z.string().check(z.minLength(1))),
  /** Whether the gateway may be at a private address and use http. */
  FETTLE_SMS_PRIVATE: z.optional(onOrOff),
  /** Text messages that a company can send in a day; 300 unless set. */
  FETTLE_SMS_DAILY: z.optional(wholeNumber(1, 1_000_000)),
  /** The countries whose numbers are sent texts; GB, GG, JE, IM and IE unless set. */
  FETTLE_SMS_COUNTRIES: z.optional(countries),
  /** Whether texts are written in the sandbox, where none is sent; unless set, only where FETTLE_PUBLIC_URL is not https. */
  FETTLE_SMS_SANDBOX: z.optional(onOrOff),
}

/** Our gateway for text messages: where and how each is posted. */
export type SmsSettings = {
  url: string
  format: 'json' | 'form'
  fields: { to: string; text: string; from: string; id?: string }
  /** What else each message has. */
  more: Readonly<Record<string, string>>
  from?: string
  /** The value of the Authorization header. */
  authorization?: string
  /** Whether it may be at a private address, and use http. */
  mayBePrivate: boolean
}

type Data = z.infer<z.ZodMiniObject<typeof smsSettings>> & { FETTLE_PUBLIC_URL?: string | undefined }

/** Our gateway; undefined without one. Links in text messages need a configured public address, as those in mail do. */
export function smsIn(data: Data): SmsSettings | undefined {
  const { FETTLE_SMS_URL: url, FETTLE_SMS_TOKEN: token, FETTLE_SMS_USER: user, FETTLE_SMS_PASSWORD: password } = data
  if (!url) return undefined
  const mayBePrivate = data.FETTLE_SMS_PRIVATE ?? false
  if (!url.startsWith('https:') && !mayBePrivate) throw new InvalidSetting('FETTLE_SMS_URL')
  if (!data.FETTLE_PUBLIC_URL) throw new InvalidSetting('FETTLE_PUBLIC_URL')
  if (user !== undefined && token) throw new InvalidSetting('FETTLE_SMS_TOKEN')
  if ((user === undefined) !== (password === undefined)) throw new InvalidSetting('FETTLE_SMS_PASSWORD')
  const basic = user === undefined ? undefined : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const authorization = token ? `Bearer ${token}` : basic
  const [from, id] = [data.FETTLE_SMS_FROM, data.FETTLE_SMS_ID_FIELD]
  return {
    ...{ url, format: data.FETTLE_SMS_FORMAT, more: data.FETTLE_SMS_FIELDS ?? {}, mayBePrivate },
    fields: {
      to: data.FETTLE_SMS_TO_FIELD,
      text: data.FETTLE_SMS_TEXT_FIELD,
      from: data.FETTLE_SMS_FROM_FIELD,
      ...(id ? { id } : {}),
    },
    ...(from ? { from } : {}),
    ...(authorization ? { authorization } : {}),
  }
}
