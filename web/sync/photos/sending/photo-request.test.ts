import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { secondFactorNeeded } from '#core/wire/account/confirmation-codes.ts'
import { requestForPhoto } from './photo-request.ts'

const session = vi.hoisted(() => ({ limited: false, renewals: 0, limitedBy: () => {} }))
vi.mock('#web/client/session.ts', () => ({
  accessToken: async () => 'token',
  isLimited: () => session.limited,
  renew: async () => {
    session.renewals += 1
    session.limitedBy()
  },
}))

/** What the server answers to each request in turn. */
let answers: { status: number; body: unknown }[] = []
const sent: string[] = []
class Answered {
  upload = {}
  status = 0
  responseText = ''
  onload = () => {}
  onloadend = () => {}
  open(method: string) {
    sent.push(method)
  }
  setRequestHeader() {}
  send() {
    const { status, body } = answers.shift() ?? { status: 200, body: {} }
    Object.assign(this, { status, responseText: JSON.stringify(body) })
    this.onload()
    this.onloadend()
  }
}

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', Answered)
  Object.assign(session, { limited: false, renewals: 0, limitedBy: () => {} })
  answers = []
  sent.length = 0
})
afterEach(() => vi.unstubAllGlobals())

const ask = () =>
  requestForPhoto({
    userId: 'tom',
    method: 'POST',
    path: '/photo',
    signal: new AbortController().signal,
    patience: 1_000,
  })
const limit = { status: 403, body: { error: 'Set up an app.', code: secondFactorNeeded } }

test('a photo waits, and is not refused, while its sender has to set up a second factor', async () => {
  answers = [limit]
  session.limitedBy = () => {
    session.limited = true
  }
  expect(await ask()).toBe('signed-out')
  expect(session.renewals).toBe(1)
  // From then on nothing is tried.
  expect(await ask()).toBe('signed-out')
  expect(sent).toEqual(['POST'])
})

test('a photo is sent at once if the company requires it no longer', async () => {
  answers = [limit, { status: 200, body: { images: [] } }]
  expect(await ask()).toMatchObject({ status: 200 })
  answers = [limit, limit]
  expect(await ask()).toBe('signed-out')
})

test('any other refusal is the answer', async () => {
  answers = [{ status: 403, body: { code: 'office-only' } }]
  expect(await ask()).toEqual({ status: 403, body: { code: 'office-only' } })
  expect(session.renewals).toBe(0)
})
