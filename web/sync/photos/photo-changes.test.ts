import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import {
  again,
  askedAgain,
  attemptOf,
  givenAtOf,
  kept,
  merged,
  nextPhoto,
  photoStatus,
  whyUnsendable,
  withPhoto,
} from './photo-changes.ts'
import type { Photo } from './photo-store.ts'

const photo = (imageId: string, over: Partial<Photo> = {}): Photo => ({
  imageId,
  jobId: 'job',
  name: `${imageId}.jpg`,
  size: 4_200_000,
  state: 'waiting',
  part: 0,
  ...over,
})

const none = { busy: new Set<string>(), timesFailed: new Map<string, number>() }

test('photos are sent in the order they were chosen, skipping failed ones and those not ready', () => {
  const photos = [photo('a', { state: 'failed' }), photo('b', { isOriginal: true }), photo('c'), photo('d')]
  expect(nextPhoto(photos, 'first', none)?.imageId).toBe('c')
  expect(nextPhoto(withPhoto(photos, 'c', { state: 'sent' }), 'first', none)?.imageId).toBe('d')
  expect(nextPhoto(photos, 'first', { ...none, busy: new Set(['c']) })?.imageId).toBe('d')
  expect(nextPhoto(photos, 'first', { ...none, timesFailed: new Map([['c', 1]]) })?.imageId).toBe('d')
  expect(nextPhoto([], 'first', none)).toBeUndefined()
})

test('the smallest photo does not wait for larger ones, unless it failed more often', () => {
  const photos = [photo('a', { size: 900 }), photo('b', { size: 1_000 }), photo('c', { size: 10 })]
  expect(nextPhoto(photos, 'smallest', none)?.imageId).toBe('c')
  expect(nextPhoto(photos, 'smallest', { ...none, timesFailed: new Map([['c', 1]]) })?.imageId).toBe('a')
})

test('a photo being sent when the page closed is sent again, a failed one stays failed', () => {
  expect(kept(photo('a', { state: 'sending', part: 0.4, reason: 'x' }))).toEqual(photo('a'))
  const failed = photo('b', { state: 'failed', reason: 'Too large' })
  expect(kept(failed)).toEqual(failed)
  expect(again(failed)).toEqual(photo('b'))
  const stuck = photo('c', { state: 'stuck', reason: 'No answer' })
  expect(kept(stuck)).toEqual(stuck)
  expect(again(stuck)).toEqual(photo('c', { wasStuck: true }))
})

test('a photo that its person asks for after a refusal is another attempt; what Fettle sends again by itself is the same', () => {
  const failed = photo('b', { state: 'failed', reason: 'Job not found.' })
  expect(attemptOf(failed)).toBe(1)
  expect(askedAgain(failed)).toEqual(photo('b', { attempt: 2 }))
  expect(attemptOf(askedAgain({ ...askedAgain(failed), state: 'failed' }))).toBe(3)
  expect(attemptOf(askedAgain(photo('c', { state: 'stuck', attempt: 2 })))).toBe(2)
  expect(attemptOf(kept(photo('d', { state: 'sending', attempt: 2 })))).toBe(2)
})

test('a photo kept by an earlier build was given when its id was made', () => {
  const imageId = uuid({ msecs: Date.parse('2026-11-20T10:41:00.000Z') })
  expect(givenAtOf(photo(imageId))).toBe('2026-11-20T10:41:00.000Z')
  expect(givenAtOf(photo(imageId, { givenAt: '2026-11-20T10:42:00.000Z' }))).toBe('2026-11-20T10:42:00.000Z')
})

test('two tabs show the same photos: new ones appear, those sent elsewhere go, and progress stays', () => {
  const here = [photo('a', { state: 'sending', part: 0.5 }), photo('b'), photo('c', { state: 'sent' })]
  const stored = [photo('a'), photo('d')]
  expect(merged(here, stored).map(({ imageId, state }) => [imageId, state])).toEqual([
    ['a', 'sending'],
    ['c', 'sent'],
    ['d', 'waiting'],
  ])
})

test('a file that cannot be sent is refused at once', () => {
  expect(whyUnsendable({ size: 0 })).toBe('This file is empty.')
  expect(whyUnsendable({ size: 26 * 1024 * 1024 + 1 })).toBe('A photo may be at most 25 MB.')
  expect(whyUnsendable({ size: 12_000_000 })).toBeUndefined()
})

test('each state has its text', () => {
  const words = (over: Partial<Photo>, offline = false, held = false) => photoStatus(photo('a', over), offline, held)
  expect(words({ isUnsaved: true }, true)).toBe('Not saved on this device. Keep this page open until it is sent.')
  expect(words({ state: 'sending', part: 0.455 })).toBe('45% of 4.2 MB')
  expect(words({ state: 'sending', part: 0.5, size: 42_100 })).toBe('50% of 43 kB')
  expect(words({ state: 'stuck', reason: 'No answer.' })).toBe('No answer. Fettle tries again every few minutes.')
  expect(words({ state: 'sending', part: 1 })).toBe('Processing')
  expect(words({})).toBe('Waiting')
  expect(words({}, true)).toBe('Saved on this device. It will be sent when you are back online.')
  expect(words({}, false, true)).toBe('Waiting for Wi-Fi.')
  expect(words({ state: 'sending', part: 0.5 }, false, true)).toBe('50% of 4.2 MB')
  expect(words({ reason: 'Failed to upload images. Please try again.' })).toBe(
    'Failed to upload images. Please try again.',
  )
  expect(words({ state: 'failed', reason: 'Upload failed' })).toBe('Upload failed')
  expect(words({ state: 'failed', reason: 'Job not found.' })).toBe('Upload failed. Job not found.')
})
