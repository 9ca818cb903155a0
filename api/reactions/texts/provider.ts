import type { Config } from '#api/config/config.ts'
import type { SmsSettings } from '#api/config/sms-settings.ts'
import { postOnce, type SendOptions } from '#api/reactions/webhooks/sending/post-once.ts'
import { textMode } from '#api/texts/text-mode.ts'
import type { TextOutcome } from '#core/texts/delivery.ts'

/** A text message to be sent; the key is the same on every try. */
export type OutgoingText = { to: string; text: string; idempotencyKey: string }

/** Sends text messages. */
export type TextProvider = {
  /** Sends one, and tells what came of it. Never throws. */
  send(text: OutgoingText): Promise<TextOutcome>
  /** Whether nothing leaves the server: what would be sent is kept to be shown. */
  isSandbox: boolean
}

type Options = Pick<SendOptions, 'resolve' | 'timeLimit' | 'signal'>

/** What this installation sends text messages by; undefined if it sends none. */
export function textProvider(
  config: Pick<Config, 'sms' | 'smsSandbox' | 'publicUrl'>,
  options: Options = {},
): TextProvider | undefined {
  if (config.sms) return httpGateway(config.sms, options)
  return textMode(config) === 'sandbox' ? { isSandbox: true, send: async () => ({ status: 200 }) } : undefined
}

/**
 * Posts each text to a gateway. It is reached as a webhook is: at addresses that were looked up once and may be reached, without following
 * where it points, and with limits to the time and the answer. Gateways that know the Idempotency-Key header send one once.
 */
export function httpGateway(settings: SmsSettings, options: Options = {}): TextProvider {
  const { url, format, authorization, mayBePrivate } = settings
  const contentType = format === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'
  return {
    isSandbox: false,
    async send(text) {
      const fields = fieldsOf(settings, text)
      const body = format === 'json' ? JSON.stringify(fields) : new URLSearchParams(fields).toString()
      const headers = {
        'content-type': contentType,
        'user-agent': 'Fettle-Texts/1',
        'idempotency-key': text.idempotencyKey,
        ...(authorization ? { authorization } : {}),
      }
      return (await postOnce({ url, headers, body }, { ...options, mayBePrivate })).outcome
    },
  }
}

/** A message under the gateway's own names. */
const fieldsOf = ({ fields, more, from }: SmsSettings, { to, text, idempotencyKey }: OutgoingText) => ({
  ...more,
  ...(from ? { [fields.from]: from } : {}),
  ...(fields.id ? { [fields.id]: idempotencyKey } : {}),
  [fields.to]: to,
  [fields.text]: text,
})
