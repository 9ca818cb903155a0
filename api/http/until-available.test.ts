import { expect, test } from 'vitest'
import { untilAvailable } from './until-available.ts'

const down = () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })

test('a question is asked again while the database is unavailable, and only then', async () => {
  let tries = 0
  const answer = (failures: number, error: Error) => async () => {
    tries += 1
    if (tries <= failures) throw error
    return 'known'
  }
  expect(await untilAvailable(answer(3, down()), { pause: 1 })).toBe('known')
  expect(tries).toBe(4)
  tries = 0
  await expect(untilAvailable(answer(9, down()), { pause: 1, most: 5 })).rejects.toThrow('connect')
  expect(tries).toBe(5)
  tries = 0
  await expect(untilAvailable(answer(1, new Error('a bug')), { pause: 1 })).rejects.toThrow('a bug')
  expect(tries).toBe(1)
})
