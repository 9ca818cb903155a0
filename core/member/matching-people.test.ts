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

test('people are found by their full name and by their username', () => {
  const named = [
    { username: 'tokafor', fullName: 'Tom Okafor' },
    { username: 'mreed', fullName: 'Maya Tomlin' },
  ]
  const found = (typed: string) => matchingPeople(named, typed).map((one) => one.fullName)
  expect(found('tom')).toEqual(['Tom Okafor', 'Maya Tomlin'])
  expect(found('mre')).toEqual(['Maya Tomlin'])
  expect(found('okaf')).toEqual(['Tom Okafor'])
})

test('without a text everybody is suggested, in their order; with another nobody is', () => {
  expect(named('  ')).toEqual(people.map((one) => one.username))
  expect(named('tina')).toEqual([])
})
