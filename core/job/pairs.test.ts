import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Command } from '#core/ledger/ledger.ts'
import { by, dana, type Given, given, idOf, jobAfter, jobId, maya, priya, tom } from '#test/core/given-when-then.ts'
import { imageAdded, imageId, jobCreated } from '#test/core/job-events.ts'
import { type Pair, placeOf, type Side, sides, withImage, withoutImage } from './pairs/pairs.ts'

const pairId = idOf('f', 40)
const other = idOf('e', 2)
const pair = (side: Side, image = imageId, of = pairId): Command => ({
  type: 'PairImage',
  data: { jobId, imageId: image, pairId: of, side },
})
const paired = (side: Side, image = imageId, of = pairId): Given => ({
  type: 'ImagePaired',
  data: { imageId: image, pairId: of, side },
})
const unpair: Command = { type: 'UnpairImage', data: { jobId, imageId } }
const notYours = 'An image can be changed or deleted only by its uploader or the office.'

describe('photos before and after', () => {
  test('are marked by their uploader or the office', () => {
    for (const person of [tom, dana, priya])
      given(jobCreated, by(tom, imageAdded)).when(pair('before'), person).gives(paired('before'))
    given(jobCreated, by(tom, imageAdded)).when(pair('before'), maya).refuses(notYours)
  })
  test('are marked when they are taken, before they have arrived', () => {
    given(jobCreated).when(pair('after', other), tom).gives(paired('after', other))
    given(jobCreated, by(tom, paired('after', other)))
      .when(pair('before', other), maya)
      .refuses(notYours)
    expect(jobAfter(jobCreated, by(tom, paired('after', other))).pairs).toMatchObject([
      { pairId, after: { imageId: other, userId: tom.userId, timestamp: '2026-11-19T08:01:00.000Z' } },
    ])
  })
  test('are marked once', () =>
    given(jobCreated, imageAdded, paired('before')).when(pair('before'), dana).givesNothing())
  test('a photo taken later for the same place takes it, and the earlier photo stays with the job', () => {
    const job = jobAfter(jobCreated, imageAdded, paired('after'), paired('after', other))
    expect(job.pairs).toMatchObject([{ pairId, after: { imageId: other } }])
    expect(job.images.map((one) => one.imageId)).toEqual([imageId])
  })
  test('are taken out of their pair, which goes with its last photo', () => {
    given(jobCreated, imageAdded, paired('before')).when(unpair).gives({ type: 'ImageUnpaired', data: { imageId } })
    given(jobCreated, imageAdded).when(unpair).givesNothing()
    given(jobCreated, by(tom, imageAdded), paired('before')).when(unpair, maya).refuses(notYours)
    expect(
      jobAfter(jobCreated, imageAdded, paired('before'), { type: 'ImageUnpaired', data: { imageId } }).pairs,
    ).toEqual([])
  })
  test('leave their pair when they are deleted', () => {
    const log: Given[] = [jobCreated, imageAdded, paired('before'), paired('after', other)]
    const job = jobAfter(...log, { type: 'ImageDeleted', data: { imageId } })
    expect(job.pairs).toMatchObject([{ pairId, after: { imageId: other } }])
    expect(job.pairs?.[0]).not.toHaveProperty('before')
  })
  test.each([pair('before'), unpair])('$type needs a job', (command) =>
    given().when(command, tom).refuses('Job not found.'),
  )
})

test('whatever is marked, a photo is in at most one place, and no pair is empty', () => {
  const some = fc.constantFrom('1', '2', '3', '4')
  const step = fc.record({ imageId: some, pairId: some, side: fc.constantFrom<Side>(...sides), out: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step), (all) => {
      let pairs: Pair[] = []
      for (const { imageId: image, pairId: of, side, out } of all) {
        pairs = out ? withoutImage(pairs, image) : withImage(pairs, of, side, { imageId: image })
        expect(placeOf(pairs, image)).toEqual(out ? undefined : expect.objectContaining({ pairId: of, side }))
        const placed = pairs.flatMap((one) => [one.before, one.after].flatMap((slot) => slot?.imageId ?? []))
        expect(new Set(placed).size).toBe(placed.length)
        expect(new Set(pairs.map((one) => one.pairId)).size).toBe(pairs.length)
        expect(pairs.every((one) => one.before || one.after)).toBe(true)
      }
    }),
  )
})
