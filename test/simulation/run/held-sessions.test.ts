import { expect, test } from 'vitest'
import { eventLoop } from '#test/simulation/clock/event-loop.ts'
import { heldSessions } from './held-sessions.ts'

const opened = () => {
  const loop = eventLoop((error) => {
    throw error
  })
  return { sessions: heldSessions(loop), at: (time: number) => loop.runUntil(time) }
}

test('somebody who signs in has to stay signed in', async () => {
  const { sessions, at } = opened()
  await at(10)
  sessions.asksToLeave('phone')
  sessions.removed('maya')
  await at(30)
  sessions.entered('phone', 'tom', 20)
  expect(sessions.on('phone')).toBe('tom')
})

test('a sign-in answered after the person has asked to log out need not last', async () => {
  const { sessions, at } = opened()
  await at(20)
  sessions.asksToLeave('phone')
  sessions.entered('phone', 'tom', 10)
  expect(sessions.on('phone')).toBeUndefined()
})

test('a sign-in answered after the person was removed need not last', async () => {
  const { sessions, at } = opened()
  sessions.entered('phone', 'maya', 0)
  await at(20)
  sessions.removed('tom')
  sessions.entered('phone', 'tom', 10)
  expect(sessions.on('phone')).toBeUndefined()
})
