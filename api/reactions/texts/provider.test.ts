import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { SmsSettings } from '#api/config/sms-settings.ts'
import { openGateway, type TestGateway } from '#test/server/texts/gateway.ts'
import { httpGateway, textProvider } from './provider.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openGateway()
})
afterEach(() => {
  gateway.answer = undefined
  gateway.asked.length = 0
})
afterAll(() => gateway.close())

const text = { to: '+447700900142', text: 'Harrow & Pike: a visit ü', idempotencyKey: 'key-1' }
const send = (settings: Partial<SmsSettings> = {}, timeLimit = 5_000) =>
  httpGateway({ ...gateway.settings, ...settings }, { timeLimit }).send(text)

test('a text is posted as JSON with its key, the sender’s name and the token', async () => {
  expect(await send()).toEqual({ status: 202 })
  const [asked] = gateway.asked
  expect(JSON.parse(asked?.body ?? '')).toEqual({ to: text.to, text: text.text, from: 'Harrow' })
  expect(asked?.headers).toMatchObject({
    ...{ 'content-type': 'application/json', authorization: 'Bearer gateway-token', 'idempotency-key': 'key-1' },
  })
})

test('a text is posted as a form under the gateway’s own names, with what else it asks for', async () => {
  const fields = { to: 'To', text: 'Body', from: 'From', id: 'reference' }
  await send({ format: 'form', fields, more: { type: 'unicode', Body: 'not this' } })
  expect(Object.fromEntries(new URLSearchParams(gateway.asked[0]?.body))).toEqual({
    ...{ type: 'unicode', From: 'Harrow', reference: 'key-1', To: text.to, Body: text.text },
  })
})

test('a gateway that redirects, hangs, never ends or breaks off is answered for what it is, and nobody else is asked', async () => {
  gateway.answer = (_req, res) => res.writeHead(307, { location: gateway.settings.url }).end()
  expect(await send()).toEqual({ status: 307 })
  expect(gateway.asked).toHaveLength(1)
  gateway.answer = () => undefined
  expect(await send({}, 50)).toEqual({ failure: 'timeout' })
  gateway.answer = (req) => req.socket.destroy()
  expect(await send()).toEqual({ failure: 'cut-off' })
  let written = 0
  gateway.answer = (_req, res) => {
    const chunk = Buffer.alloc(65_536, 'x')
    const more = () => {
      if (res.destroyed || written > 1_073_741_824) return
      written += chunk.length
      if (res.write(chunk)) setImmediate(more)
      else res.once('drain', more)
    }
    more()
  }
  expect(await send()).toEqual({ status: 200 })
  expect(written).toBeLessThan(32 * 1_048_576)
})

test('a gateway inside a private network is reached with the setting alone', async () => {
  expect(await send({ mayBePrivate: false })).toEqual({ failure: 'not-https' })
  const url = gateway.settings.url.replace('http:', 'https:')
  expect(await send({ mayBePrivate: false, url })).toEqual({ failure: 'address-not-public' })
  expect(gateway.asked).toEqual([])
})

test('without a gateway texts are written in the sandbox, but not where the address is a public one unless it is asked for', async () => {
  expect(textProvider({})?.isSandbox).toBe(true)
  expect(await textProvider({})?.send(text)).toEqual({ status: 200 })
  expect(textProvider({ publicUrl: 'http://fettle.internal' })?.isSandbox).toBe(true)
  expect(textProvider({ publicUrl: 'https://fettle.example' })).toBeUndefined()
  expect(textProvider({ publicUrl: 'https://fettle.example', smsSandbox: true })?.isSandbox).toBe(true)
  expect(textProvider({ smsSandbox: false })).toBeUndefined()
  expect(textProvider({ publicUrl: 'https://fettle.example', sms: gateway.settings })?.isSandbox).toBe(false)
})
