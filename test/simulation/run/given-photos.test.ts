import { expect, test } from 'vitest'
import { givenPhotos } from './given-photos.ts'

test('a request to log out that fails does not take back another that is under way', () => {
  const photos = givenPhotos()
  const tab: Parameters<typeof photos.gave>[0]['tab'] = Object.create(null)
  photos.gave({ imageId: 'sink', jobId: 'job', userId: 'tom', device: 'phone', tab, digests: [] })
  photos.wipeAsked('phone', 'tom')
  const takeBack = photos.wipeAsked('phone', 'tom')
  takeBack()
  expect(photos.of('sink')?.wipesAsked).toBe(1)
})
