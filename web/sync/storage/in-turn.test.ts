import { expect, test } from 'vitest'
import { inTurn } from './in-turn.ts'

test('work waits for its turn, but not for a tab that keeps the lock for ever', async () => {
  const done: string[] = []
  const patient = inTurn('a', 10_000)
  const first = patient(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    done.push('first')
  })
  await patient(async () => done.push('second'))
  await first
  expect(done).toEqual(['first', 'second'])
  const { promise: thawed, resolve: thaw } = Promise.withResolvers<void>()
  const frozen = inTurn('b', 10_000)(() => thawed)
  expect(await inTurn('b', 20)(async () => 'sent')).toBe('sent')
  thaw()
  await frozen
})

test('a failure of the work itself is not mistaken for a lock that took too long', async () => {
  let runs = 0
  const work = async () => {
    runs += 1
    throw new Error('No.')
  }
  await expect(inTurn('c', 5_000)(work)).rejects.toThrow('No.')
  expect(runs).toBe(1)
})
