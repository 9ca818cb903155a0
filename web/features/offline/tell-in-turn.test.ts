import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { CallFailure } from '#web/client/request.ts'
import { tellInTurn } from './tell-in-turn.ts'

// Other test files in this process load the same modules, but with the real session.
vi.hoisted(() => vi.resetModules())
const server = vi.hoisted(() => ({
  who: 'maya',
  told: [] as unknown[],
  answer: async (): Promise<void> => undefined,
}))
vi.mock('#web/client/session.ts', () => ({ signedInAs: () => server.who }))
vi.mock('#web/client/call.ts', () => ({
  call: async (_: string, { body, person }: { body: { unsent: number }; person: string }) => {
    await server.answer()
    server.told.push([person, body.unsent])
  },
}))

const report = (unsent: number) => ({ unsent, refused: 0 })
const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  Object.assign(server, { who: 'maya', told: [], answer: async () => undefined })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('what is unsent is told, and then that it is sent; with nothing unsent before, nothing is said', async () => {
  for (const unsent of [0, 2, 0, 0]) await tellInTurn(report(unsent))
  expect(server.told).toEqual([
    ['maya', 2],
    ['maya', 0],
  ])
})

test('that all is sent is told although the number before is still on its way, and after it', async () => {
  const line = Promise.withResolvers<void>()
  server.answer = () => line.promise
  const all = [tellInTurn(report(3)), tellInTurn(report(0))]
  line.resolve()
  await Promise.all(all)
  expect(server.told).toEqual([
    ['maya', 3],
    ['maya', 0],
  ])
})

test('a number whose answer is lost counts as told: the next time all is sent, that is told', async () => {
  server.answer = () => Promise.reject(new CallFailure(0, 'unreachable'))
  await tellInTurn(report(3))
  server.answer = async () => undefined
  await tellInTurn(report(0))
  expect(server.told).toEqual([['maya', 0]])
})

test('nothing is told of somebody who has left meanwhile in the name of the next', async () => {
  const telling = tellInTurn(report(3))
  server.who = 'tom'
  await telling
  expect(server.told).toEqual([])
})
