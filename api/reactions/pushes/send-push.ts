import webPush from 'web-push'
import type { Config } from '#api/config/config.ts'
import type { Subscription } from '#api/notices/push-devices.ts'
import { postOnce, type SendOptions } from '#api/reactions/webhooks/sending/post-once.ts'
import type { Services } from '#api/services/services.ts'
import type { PushMessage } from '#core/notifications/push.ts'
import { patience } from '#core/notifications/pushing.ts'
import { isDelivered } from '#core/webhooks/delivery.ts'

export type PushSender = Pick<Services, 'pushKeys'> & {
  config: Pick<Config, 'publicUrl' | 'pushPrivate'>
  options?: Partial<SendOptions>
}

/** What came of it: `gone` if there is no such device any more, `refused` if another try would not help. */
export type Pushed = 'arrived' | 'gone' | 'refused' | 'failed'

/** Push services want to know whom to ask; an address of nobody where Fettle has none of its own. */
const nobody = 'https://fettle.invalid'

/**
 * Encrypts a message for a device and posts it to the push service of its browser, as RFC 8030, 8291 and 8292 have it. A later one with the
 * same tag takes the place of one that the device has not got yet.
 */
export async function sendPush(
  { config, pushKeys, options }: PushSender,
  { endpoint, p256dh, auth }: Pick<Subscription, 'endpoint' | 'p256dh' | 'auth'>,
  message: PushMessage,
  isPressing: boolean,
): Promise<Pushed> {
  const subject = config.publicUrl?.startsWith('https:') ? config.publicUrl : nobody
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      vapidDetails: { subject, ...pushKeys },
      TTL: patience / 1_000,
      urgency: isPressing ? 'high' : 'normal',
      topic: message.tag.replaceAll('-', '').slice(0, 32),
      contentEncoding: 'aes128gcm',
    },
  )
  const sent = await postOnce(
    {
      url: endpoint,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])),
      body,
    },
    { mayBePrivate: config.pushPrivate ?? false, ...options },
  )
  if (isDelivered(sent.outcome)) return 'arrived'
  if ('failure' in sent.outcome) {
    const isForbidden = sent.outcome.failure === 'address-not-public' || sent.outcome.failure === 'not-https'
    return isForbidden ? 'gone' : 'failed'
  }
  const { status } = sent.outcome
  if (status === 404 || status === 410) return 'gone'
  return status === 429 || status >= 500 ? 'failed' : 'refused'
}
