import { expect, test } from 'vitest'
import { callScopes } from '#api/rights/api-keys/call-scopes.ts'
import { describedRoutes } from './routes.ts'

test('an API key calls only what is described, and nothing about people, sign-in, payment, erasure or other keys', () => {
  const described = describedRoutes.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  expect([...callScopes.keys()].filter((call) => !described.includes(call))).toEqual([])
  const ofPeople = /\/(auth|users|claims|subscriptions|erasures?|connections|projections|imports|calendar-feed|me)\b/
  expect([...callScopes.keys()].filter((call) => ofPeople.test(call))).toEqual([])
})
