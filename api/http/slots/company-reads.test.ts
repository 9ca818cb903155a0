import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginChange } from '#api/http/turns/stand-back.ts'
import { companyRead } from './company-reads.ts'

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
  const change = beginChange()
  const many = reads('c')
  for (let nth = 0; nth < 5; nth += 1) many.ask()
  await settled()
  expect(many.begun).toHaveLength(4)
  many.begun[0]?.emit('close')
  await settled()
  expect(many.begun).toHaveLength(4)
  change()
  await settled()
  expect(many.begun).toHaveLength(5)
})

test('a read that is no short one no longer counts', async () => {
  const long = reads('d')
  for (let nth = 0; nth < 5; nth += 1) long.ask()
  await vi.advanceTimersByTimeAsync(250)
  expect(long.begun).toHaveLength(5)
})

test('a flood is refused, once five hundred wait', async () => {
  const flood = reads('e')
  for (let nth = 0; nth < 510; nth += 1) flood.ask()
  await settled()
  expect(flood.refusals).toHaveLength(6)
  expect(flood.refusals[0]).toMatchObject({ status: 429, headers: { 'Retry-After': '5' } })
})
