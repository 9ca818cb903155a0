import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginChange } from '#api/http/turns/stand-back.ts'
import { openCompanyLines } from './company-lines.ts'
import { companyChange, companyCommands, companyRead } from './company-requests.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Reads of a company, with how many have begun and a way to answer the oldest of these. */
function reads(companyId: string) {
  const begun: EventEmitter[] = []
  const refusals: unknown[] = []
  const ask = () => {
    const response = Object.assign(new EventEmitter(), { closed: false })
    companyRead(companyId, response).then(
      () => begun.push(response),
      (refusal: unknown) => refusals.push(refusal),
    )
  }
  return { ask, begun, refusals }
}
const settled = () => vi.advanceTimersByTimeAsync(0)

test('a company that reads a hundred pages at once waits for itself, and nobody else does', async () => {
  const many = reads('a')
  const one = reads('b')
  for (let nth = 0; nth < 100; nth += 1) many.ask()
  one.ask()
  await settled()
  expect(many.begun).toHaveLength(4)
  expect(one.begun).toHaveLength(1)
  many.begun[0]?.emit('close')
  await settled()
  expect(many.begun).toHaveLength(5)
  await vi.advanceTimersByTimeAsync(100 * 250)
  expect(many.begun).toHaveLength(100)
})

test('reads above the share stand back for changes, and the first ones do not', async () => {
  const change = beginChange('another')
  const many = reads('c')
  for (let nth = 0; nth < 5; nth += 1) many.ask()
  await settled()
  expect(many.begun).toHaveLength(4)
  many.begun[0]?.emit('close')
  await settled()
  expect(many.begun).toHaveLength(4)
  change()
  await vi.advanceTimersByTimeAsync(40)
  expect(many.begun).toHaveLength(5)
})

test('a read that is no short one no longer counts', async () => {
  const long = reads('d')
  for (let nth = 0; nth < 5; nth += 1) long.ask()
  await vi.advanceTimersByTimeAsync(250 + 40)
  expect(long.begun).toHaveLength(5)
})

test('a flood is refused, once five hundred wait', async () => {
  const flood = reads('e')
  for (let nth = 0; nth < 510; nth += 1) flood.ask()
  await settled()
  expect(flood.refusals).toHaveLength(6)
  expect(flood.refusals[0]).toMatchObject({ status: 429, headers: { 'Retry-After': '5' } })
})

/**
 * How many requests of a company that floods the server are handled while another company waits for one change of its own, at most. The
 * server handles one request after the other, each in a millisecond; the flood is a hundred that are sent again as soon as they are answered.
 */
async function handledBefore(enter: typeof companyCommands): Promise<number> {
  const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))
  let server = Promise.resolve()
  let handled = 0
  let isOver = false
  const send = async (companyId: string) => {
    const response = Object.assign(new EventEmitter(), { closed: false })
    response.once('close', beginChange(companyId))
    await enter(companyId, response)
    server = server.then(() => wait(1))
    await server
    response.closed = true
    response.emit('close')
  }
  const flood = async () => {
    for (; !isOver; handled += 1) await send('flood')
  }
  const flooding = Array.from({ length: 100 }, flood)
  const ahead: number[] = []
  const neighbour = async () => {
    for (let nth = 0; nth < 20; nth += 1) {
      await wait(25)
      const before = handled
      await send('neighbour')
      ahead.push(handled - before)
    }
    isOver = true
  }
  const done = Promise.all([neighbour(), ...flooding])
  while (!isOver) await vi.advanceTimersByTimeAsync(1_000)
  await vi.advanceTimersByTimeAsync(1_000)
  await done
  return Math.max(...ahead)
}

test.each([
  ['commands', companyCommands, 16],
  ['other changes', companyChange, 4],
])(
  'of a company that floods the server with %s few are handled before the next change of another',
  async (_, enter, few) => {
    expect(await handledBefore(enter)).toBeLessThanOrEqual(few)
  },
)

test('where nobody waits, as a control, the other company waits for the whole flood', async () => {
  const all = {
    atOnce: 1_000,
    mostWaiting: 1_000,
    share: 1_000,
    standBack: async () => undefined,
    tooMany: () => new Error(),
  }
  expect(await handledBefore(openCompanyLines(all))).toBeGreaterThan(90)
})

test('a request that is handled again keeps its place', async () => {
  const response = Object.assign(new EventEmitter(), { closed: false })
  for (let nth = 0; nth < 20; nth += 1) await companyCommands('f', response)
  response.emit('close')
})
