import { expect, test } from 'vitest'
import { spaced } from './spaced.ts'

test('callers go on one by one with time between them, and too many are told to come again', async () => {
  const enter = spaced(20, 2)
  const times: number[] = []
  const three = [1, 2, 3].map(async () => {
    await enter()
    times.push(performance.now())
  })
  expect(enter).toThrow(expect.objectContaining({ status: 429, headers: { 'Retry-After': '5' } }))
  await Promise.all(three)
  const [first = 0, second = 0, third = 0] = times
  expect(second - first).toBeGreaterThan(15)
  expect(third - second).toBeGreaterThan(15)
})
