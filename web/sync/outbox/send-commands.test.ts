import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { create } from 'zustand'
import { commandsRequest } from '#core/wire/commands.ts'
import type { Entry } from './outbox.ts'
import { sendingFor } from './send-commands.ts'

// Other test files in this process load the same modules, but with the real session.
vi.hoisted(() => vi.resetModules())
vi.mock('#web/client/session.ts', () => ({
  accessToken: async () => 'token',
  isLimited: () => false,
  renew: vi.fn(),
  signedInAs: () => 'dana',
  useSession: create(() => ({ state: 'signed-in' })),
}))
const fetch = vi.fn<(path: string, init: RequestInit) => Promise<Response>>()
beforeEach(() => {
  fetch.mockReset()
  vi.stubGlobal('fetch', fetch)
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const entry: Entry = {
  commandId: '0198c000-0000-7000-8000-0000000000c1',
  happenedAt: '2026-11-20T09:00:00.000Z',
  command: { type: 'DeleteBooking', data: { jobId: '0198c000-0000-7000-8000-0000000000a1' } },
  events: [],
  state: 'waiting',
}
const bodies = () => fetch.mock.calls.map(([, { body }]): unknown => JSON.parse(String(body)))
const { commandId, happenedAt, command } = entry
const results = [{ commandId, status: 'accepted', seq: 1 }]

test('a command is sent with the number of its attempt, as the API takes it', async () => {
  fetch.mockImplementation(async () => Response.json({ results }))
  expect(await sendingFor('dana').send([entry])).toEqual({ results })
  await sendingFor('dana').send([{ ...entry, attempt: 2, wasStuck: true }])
  expect(bodies()).toEqual([1, 2].map((attempt) => ({ commands: [{ commandId, happenedAt, ...command, attempt }] })))
  for (const body of bodies()) expect(commandsRequest.safeParse(body).success).toBe(true)
})

test('a server of the release before gets it without the number', async () => {
  const unknown = { error: 'There is no field called commands.0.attempt.', code: 'unknown-field' }
  fetch.mockResolvedValueOnce(Response.json(unknown, { status: 400 }))
  fetch.mockResolvedValueOnce(Response.json({ results }))
  expect(await sendingFor('dana').send([entry])).toEqual({ results })
  expect(bodies()[1]).toEqual({ commands: [{ commandId, happenedAt, ...command }] })
})

test('a request that is rejected for another reason, or once more, is not sent again', async () => {
  const rejecting = (code: string) => async () => Response.json({ error: 'No.', code }, { status: 400 })
  fetch.mockImplementation(rejecting('invalid'))
  expect(await sendingFor('dana').send([entry])).toEqual({ failed: 'rejected', error: 'No.' })
  expect(fetch).toHaveBeenCalledTimes(1)
  fetch.mockImplementation(rejecting('unknown-field'))
  expect(await sendingFor('dana').send([entry])).toEqual({ failed: 'rejected', error: 'No.' })
  expect(fetch).toHaveBeenCalledTimes(3)
})

test('a page of a proxy or a firewall refuses no command and ends no session', async () => {
  const error = 'An error occurred while processing the request'
  for (const status of [400, 401, 403, 404, 413]) {
    fetch.mockImplementation(async () => new Response('<h1>Blocked</h1>', { status }))
    expect(await sendingFor('dana').send([entry])).toEqual({ failed: 'failing', error })
    fetch.mockImplementation(async () => Response.json({ message: 'Blocked' }, { status }))
    expect(await sendingFor('dana').send([entry])).toEqual({ failed: 'failing', error })
  }
  fetch.mockImplementation(async () => new Response('Slow down', { status: 429 }))
  expect(await sendingFor('dana').send([entry])).toEqual({ failed: 'unreachable' })
})
