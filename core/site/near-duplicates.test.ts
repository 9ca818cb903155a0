import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearDuplicateSteps } from './near-duplicates.ts'

const pairsIn = (...names: string[]) =>
  [...nearDuplicateSteps(names.map((name) => ({ name })))].filter((pair) => pair !== undefined)
const areAlike = (one: string, other: string) => pairsIn(one, other).length === 1

test.each([
  ['Flat 3, Ashdown House', 'Ashdown House Flat 3'],
  ['Flat 3, Ashdown House', 'Apt 03 Ashdown Hse'],
  ['14 Marlowe Court', '14, Marlow Ct'],
  ['12a Castle St', '12A Castle Street'],
  ['St. Mary’s Lodge', 'St Marys Lodge'],
  ['7 Kestrel Mews', '7 Kestral Mews'],
])('%s and %s are shown as the same place', (one, other) => {
  expect(areAlike(one, other)).toBe(true)
})

test.each([
  ['Flat 3, Ashdown House', 'Flat 4, Ashdown House'],
  ['12a Castle Street', '12b Castle Street'],
  ['35 Castle Street', '35 Linden Grove'],
  ['Block A', 'Block B'],
  ['', '!'],
])('%s and %s are not', (one, other) => {
  expect(areAlike(one, other)).toBe(false)
})

test('the order of names makes no difference, and no name is like itself', () => {
  const names = fc.uniqueArray(
    fc.stringMatching(/^(Flat|Apt)? ?[1-3]{0,2} (Ash|Oak|Elm)(down|field)? ?(House|Hse|Court)?$/),
  )
  fc.assert(
    fc.property(names, (some) => {
      const told = (pairs: ReturnType<typeof pairsIn>) =>
        pairs.map(({ one, other }) => [one.name, other.name].toSorted().join(' = ')).toSorted()
      const pairs = pairsIn(...some)
      expect(told(pairs)).toEqual(told(pairsIn(...some.toReversed())))
      for (const { one, other } of pairs) expect(one).not.toBe(other)
    }),
  )
})

test('20,000 sites are compared within its limit', () => {
  const sites = Array.from({ length: 20_000 }, (_, nth) => ({ name: `Flat ${nth % 40}, House ${nth} Road` }))
  let steps = 0
  for (const _ of nearDuplicateSteps(sites)) steps += 1
  expect(steps).toBeGreaterThanOrEqual(20_000)
})
