import { expect, test } from 'vitest'
import { by, type Given, idOf, recorded, tom } from '#test/core/given-when-then.ts'
import { jobCreated } from '#test/core/job-events.ts'
import { type EvidenceChoice, evidenceOf } from './evidence.ts'
import { pairsOf } from './pairs.ts'
import { photosOf } from './photos.ts'

const choice: EvidenceChoice = { copy: 'team', prices: false, notes: true, zone: 'Europe/London' }
const photo = (nth: number): Given =>
  by(tom, { type: 'ImageAdded', data: { imageId: idOf('e', nth), src: `/jobs/${nth}.webp`, description: '' } })
const paired = (nth: number, pair: number, side: 'before' | 'after'): Given =>
  by(tom, { type: 'ImagePaired', data: { imageId: idOf('e', nth), pairId: idOf('f', pair), side } })

test('a pack shows photos before and after side by side, and the others after them, by the numbers they had', () => {
  const log = recorded(
    jobCreated,
    ...[paired(3, 1, 'after'), photo(1), photo(2), photo(3), paired(1, 1, 'before')],
    // This photo never arrived.
    ...[paired(9, 2, 'before')],
  )
  const evidence = evidenceOf(log, choice)
  const { pairs, others } = pairsOf(evidence, photosOf(evidence))
  expect(pairs.map(({ before, after }) => [before?.number, after?.number])).toEqual([[1, 3]])
  expect(others.map((one) => one.number)).toEqual([2])
})
