import { expect, test } from 'vitest'
import { inOrder } from './team-order.ts'

const person = (username: string, userRole: 'owner' | 'admin' | 'team') => ({
  userId: username,
  username,
  userRole,
  state: 'active' as const,
})
const people = [person('tom', 'team'), person('priya', 'admin'), person('dana', 'owner'), person('maya', 'team')]
const names = (...order: Parameters<typeof inOrder>) => inOrder(...order).map((one) => one.username)

test('users are sorted by role, owner before admin before team, or by username', () => {
  expect(names(people, 'role')).toEqual(['dana', 'priya', 'maya', 'tom'])
  expect(names(people, 'role', true)).toEqual(['maya', 'tom', 'priya', 'dana'])
  expect(names(people, 'username')).toEqual(['dana', 'maya', 'priya', 'tom'])
  expect(names(people, 'username', true)).toEqual(['tom', 'priya', 'maya', 'dana'])
})
