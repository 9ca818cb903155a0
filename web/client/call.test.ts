import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { create } from 'zustand'
import { secondFactorNeeded } from '#core/wire/account/confirmation-codes.ts'
import { sendingFor } from '#web/sync/outbox/send-commands.ts'
import { call } from './call.ts'
import { useConfirmation } from './confirmation.ts'
import { CallFailure, request } from './request.ts'
import { accessToken, isLimited, renew, signedInAs, useSession } from './session.ts'

// Other test files in this process load the same modules, but with the real session.
vi.hoisted(() => vi.resetModules())
afterAll(() => vi.resetModules())
vi.mock('./session.ts', () => ({
  accessToken: vi.fn(),
  isLimited: vi.fn(),
  renew: vi.fn(),
  signedInAs: vi.fn(),
  useSession: create(() => ({ state: 'signed-in' })),
}))

const fetch = vi.fn<(path: string, init: RequestInit) => Promise<Response>>()
vi.stubGlobal('fetch', fetch)

beforeEach(() => {
  fetch.mockReset()
  vi.mocked(renew).mockReset()
  vi.mocked(accessToken).mockReset().mockResolvedValue('first')
  vi.mocked(signedInAs).mockReset().mockReturnValue('dana')
})

const refused = () => Response.json({ error: 'Sign in again.', code: 'token-refused' }, { status: 401 })
const bearers = () => fetch.mock.calls.map(([, init]) => new Headers(init.headers).get('authorization'))
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('It went well'),
    (error: unknown) => error,
  )

test('a call carries the token, the query without undefined values, and the body as JSON', async () => {
  fetch.mockImplementation(async () => Response.json({ seq: 7 }))
  expect(await call('/api/jobs', { query: { page: 2, status: undefined, search: 'a&b' } })).toEqual({ seq: 7 })
  await call('/api/commands', { body: { commands: [] } })
  expect(fetch.mock.calls.map(([path, { method, body }]) => [path, method, body])).toEqual([
    ['/api/jobs?page=2&search=a%26b', 'GET', undefined],
    ['/api/commands', 'POST', '{"commands":[]}'],
  ])
  expect(bearers()).toEqual(['Bearer first', 'Bearer first'])
})

test('a rejected token is renewed once and the call retried', async () => {
  vi.mocked(accessToken).mockResolvedValueOnce('first').mockResolvedValueOnce('second')
  fetch.mockResolvedValueOnce(refused()).mockResolvedValueOnce(Response.json({ seq: 8 }))
  expect(await call('/api/ledger')).toEqual({ seq: 8 })
  expect(renew).toHaveBeenCalledOnce()
  expect(bearers()).toEqual(['Bearer first', 'Bearer second'])
})

test('a call by one user is never retried as another who signed in meanwhile', async () => {
  const tokens: Record<string, string> = { dana: 'first', tom: 'second' }
  vi.mocked(accessToken).mockImplementation(async (person = signedInAs()) =>
    person === signedInAs() ? tokens[person ?? ''] : undefined,
  )
  vi.mocked(renew).mockImplementation(async () => void vi.mocked(signedInAs).mockReturnValue('tom'))
  fetch.mockImplementation(async () => refused())
  expect(await failureOf(call('/api/commands', { body: { commands: [] } }))).toMatchObject({ status: 401 })
  expect(bearers()).toEqual(['Bearer first'])
  // Commands queued in the meantime are not sent as him either.
  expect(await sendingFor('dana').send([])).toEqual({ failed: 'signed-out' })
  expect(bearers()).toEqual(['Bearer first'])
})

test('a second refusal is reported, not retried', async () => {
  vi.mocked(accessToken).mockResolvedValueOnce('first').mockResolvedValueOnce('second')
  fetch.mockImplementation(async () => refused())
  expect(await failureOf(call('/api/ledger'))).toMatchObject({ status: 401, code: 'token-refused' })
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('without a session no request is made; a session without a token could not reach the server', async () => {
  vi.mocked(accessToken).mockResolvedValue(undefined)
  expect(await failureOf(call('/api/ledger'))).toMatchObject({ status: 0, code: 'unreachable' })
  vi.mocked(signedInAs).mockReturnValue(undefined)
  const failure = await failureOf(call('/api/ledger'))
  expect(failure).toMatchObject({ message: 'Authentication token not available. Please log in again.', status: 401 })
  expect(fetch).not.toHaveBeenCalled()
})

test('every kind of failure comes with a message', async () => {
  const general = 'An error occurred while processing the request'
  fetch
    .mockResolvedValueOnce(
      Response.json({ error: 'Site name is required.', code: 'site-required', field: 'site' }, { status: 400 }),
    )
    .mockResolvedValueOnce(new Response('<html>Bad gateway</html>', { status: 502 }))
    .mockResolvedValueOnce(Response.json('oops', { status: 500 }))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const failures = []
  for (let at = 0; at < 4; at += 1) failures.push(await failureOf(request('/api/jobs')))
  expect(failures.every((failure) => failure instanceof CallFailure)).toBe(true)
  expect(failures).toMatchObject([
    { status: 400, code: 'site-required', field: 'site', message: 'Site name is required.' },
    { status: 502, code: 'http-502', message: general },
    { status: 500, code: 'http-500', message: general },
    { status: 0, code: 'unreachable', message: general },
  ])
})

test('a response that breaks off, or is not JSON despite status 200, counts as unreachable', async () => {
  const broken = new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) })
  fetch
    .mockResolvedValueOnce(new Response(broken))
    .mockResolvedValueOnce(new Response('<html>Please accept the terms of this hotel</html>'))
  for (let at = 0; at < 2; at += 1)
    expect(await failureOf(request('/api/jobs'))).toMatchObject({ status: 0, code: 'unreachable' })
})

test('an aborted request is not a server failure', async () => {
  const giveUp = new AbortController()
  giveUp.abort()
  fetch.mockRejectedValueOnce(giveUp.signal.reason)
  expect(await failureOf(request('/api/jobs', { signal: giveUp.signal }))).toMatchObject({ name: 'AbortError' })
})

test('a response without a body is undefined', async () => {
  fetch.mockResolvedValueOnce(new Response(null, { status: 204 }))
  expect(await request('/api/auth/logout', { method: 'POST' })).toBeUndefined()
})

const unconfirmed = () => Response.json({ error: 'Please confirm.', code: 'code-needed' }, { status: 403 })
/** Answers the question that calls wait for, and waits until it is gone. */
async function answer(isConfirmed: boolean) {
  await vi.waitFor(() => expect(useConfirmation.getState().asked).toMatchObject({ by: 'code' }))
  useConfirmation.getState().asked?.answer(isConfirmed)
  await vi.waitFor(() => expect(useConfirmation.getState().asked).toBeUndefined())
}

test('calls that need a confirmation share one question, and are made again as they were after it', async () => {
  let isConfirmed = false
  fetch.mockImplementation(async () => (isConfirmed ? Response.json({ seq: 9 }) : unconfirmed()))
  const calls = [call('/api/erasures', { body: { reason: 'law' } }), call('/api/export/jobs')]
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(2))
  isConfirmed = true
  await answer(true)
  expect(await Promise.all(calls)).toEqual([{ seq: 9 }, { seq: 9 }])
  const bodies = fetch.mock.calls.map(([path, { body }]) => [path, body])
  expect(bodies.slice(2)).toEqual(bodies.slice(0, 2))
})

test('who cancels the question, or signs out, gets the refusal', async () => {
  fetch.mockImplementation(async () => unconfirmed())
  const cancelled = failureOf(call('/api/export/jobs'))
  await answer(false)
  expect(await cancelled).toMatchObject({ status: 403, code: 'code-needed' })
  const signedOut = failureOf(call('/api/export/jobs'))
  await vi.waitFor(() => expect(useConfirmation.getState().asked).toBeDefined())
  useSession.setState({ state: 'signed-out' }, true)
  expect(await signedOut).toMatchObject({ code: 'code-needed' })
  expect(useConfirmation.getState().asked).toBeUndefined()
})

test('the sender of waiting changes never waits for a confirmation', async () => {
  fetch.mockImplementation(async () => unconfirmed())
  expect(await sendingFor('dana').send([])).toEqual({ failed: 'rejected', error: 'Please confirm.' })
  expect(useConfirmation.getState().asked).toBeUndefined()
})

test('a call that needs a second factor first renews the session, and changes wait instead of being refused', async () => {
  fetch.mockImplementation(async () =>
    Response.json({ error: 'Set one up.', code: secondFactorNeeded }, { status: 403 }),
  )
  expect(await failureOf(call('/api/jobs'))).toMatchObject({ status: 403, message: 'Set one up.' })
  expect(renew).toHaveBeenCalledOnce()
  expect(await sendingFor('dana').send([])).toEqual({ failed: 'signed-out' })
  fetch.mockClear()
  vi.mocked(isLimited).mockReturnValueOnce(true)
  expect(await sendingFor('dana').send([])).toEqual({ failed: 'signed-out' })
  expect(fetch).not.toHaveBeenCalled()
})
