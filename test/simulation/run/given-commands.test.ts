import { expect, test } from 'vitest'
import { givenCommands } from './given-commands.ts'

test('what is given while a request to log out is under way may be deleted with the rest, and not after it has failed', () => {
  const given = givenCommands()
  const tab: Parameters<typeof given.wipeAsked>[2] = Object.assign(Object.create(null), { alive: true })
  const give = (commandId: string) =>
    given.gave({
      ...{ commandId, userId: 'tom', device: 'phone', tab, isStoring: true, isDeletion: false },
      command: { type: 'DeletePart', data: { partId: 'tap' } },
    })
  const endAsking = given.wipeAsked('phone', 'tom', tab)
  give('meanwhile')
  expect(given.of('meanwhile')?.wipesAsked).toBe(1)
  endAsking(false)
  give('later')
  expect(given.all().map(({ wipesAsked }) => wipesAsked)).toEqual([0, 0])
})
