import { expect, test } from 'vitest'
import { savedName } from './save-photos.ts'

test('a saved photo has the ending of what it has become on the device', () => {
  expect(savedName('IMG 0042.HEIC', 'image/webp')).toBe('IMG 0042.webp')
  expect(savedName('sink.JPG', 'image/jpeg')).toBe('sink.JPG')
  expect(savedName('image', 'image/png')).toBe('image.png')
  expect(savedName('door.heic', 'image/heic')).toBe('door.heic')
})
