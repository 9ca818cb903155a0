import { expect, test } from 'vitest'
import { matchingPeople } from './matching-people.ts'

const people = ['ottoman.reed', 'maya.tomlin', 'tom.okafor', 'sam.west'].map((username) => ({
  userId: username,
  username,
}))
const named = (typed: string) => matchingPeople(people, typed).map((one) => one.username)

test('Enter picks a name that begins with the text, then one whose surname does, then one that contains it', () => {
  expect(named('tom')).toEqual(['tom.okafor', 'maya.tomlin', 'ottoman.reed'])
  expect(named(' WEST ')).toEqual(['sam.west'])
})

test('without a text everybody is suggested, in their order; with another nobody is', () => {
  expect(named('  ')).toEqual(people.map((one) => one.username))
  expect(named('tina')).toEqual([])
})
