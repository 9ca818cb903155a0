import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { importJWK, jwtVerify } from 'jose'
import { type NewPushDevice, type PushMessage, pushMessage } from '#core/notifications/push.ts'

/** What a browser's push service took for a device, decrypted as the browser would. */
export type Taken = { message: PushMessage; ttl: string; urgency: string; topic: string; subject: string }

/** A push service of our own, with devices that decrypt. */
export type PushService = {
  /** What each device has taken, by its name. */
  taken(name: string): Taken[]
  /** What a browser gives once it has subscribed. */
  subscribe(name: string): NewPushDevice
  /** What is answered to messages for a device from now on. */
  answer(name: string, status: number): void
  /** How many messages came for a device, whatever was answered. */
  tries(name: string): number
  close(): Promise<void>
}

type Browser = { ecdh: ECDH; auth: Buffer; status: number; tries: number; taken: Taken[] }

export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Browser>()
  const server = http.createServer(async (req, res) => {
    const browser = browsers.get(decodeURIComponent(req.url?.slice(1) ?? ''))
    const body = Buffer.concat(await req.toArray())
    if (!browser) return void res.writeHead(404).end()
    browser.tries += 1
    if (browser.status === 201) {
      const { headers } = req
      browser.taken.push({
        message: pushMessage.parse(JSON.parse(decrypted(browser, body).toString())),
        ttl: String(headers.ttl),
        urgency: String(headers.urgency),
        topic: String(headers.topic),
        subject: await vapidSubject(String(headers.authorization), origin),
      })
    }
    res.writeHead(browser.status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const browserOf = (name: string) => {
    const browser = browsers.get(name)
    if (!browser) throw new Error(`${name} has not subscribed`)
    return browser
  }
  return {
    taken: (name) => browserOf(name).taken,
    tries: (name) => browserOf(name).tries,
    subscribe(name) {
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      const auth = randomBytes(16)
      browsers.set(name, { ecdh, auth, status: 201, tries: 0, taken: [] })
      return {
        endpoint: `${origin}/${encodeURIComponent(name)}`,
        keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
      }
    },
    answer(name, status) {
      browserOf(name).status = status
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Decrypts a message of one record, written from RFC 8188 and 8291 and not with the sender's library. */
function decrypted({ ecdh, auth }: Pick<Browser, 'ecdh' | 'auth'>, body: Buffer): Buffer {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const theirs = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  if (record.length > body.readUInt32BE(16)) throw new Error('The message has more than one record')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), theirs])
  const input = hkdfSync('sha256', ecdh.computeSecret(theirs), auth, info, 32)
  const derived = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(input), salt, Buffer.from(`Content-Encoding: ${name}\0`), length))
  const cipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
  cipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('The padding is wrong')
  return padded.subarray(0, end)
}

/** Who sent it, by a signature that is valid for this push service (RFC 8292). Throws if it is not. */
async function vapidSubject(authorization: string, audience: string): Promise<string> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256')
  const { payload } = await jwtVerify(token, publicKey, { audience, algorithms: ['ES256'] })
  return String(payload.sub)
}
