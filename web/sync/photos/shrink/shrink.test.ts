import sharp from 'sharp'
import { expect, test } from 'vitest'
import { takenAt } from '#core/model/camera-time.ts'
import { exifInFile } from './exif-in-file.ts'
import { isReadableByServer, previewSize, smallerSize } from './smaller-size.ts'

const blank = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
const taken = { IFD2: { DateTimeOriginal: '2026:11:20 09:08:41', OffsetTimeOriginal: '+00:00' } }
const timeIn = (file: Uint8Array) => {
  const exif = exifInFile(file)
  return exif && takenAt(exif)
}

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'the time of the camera is found in a photo: %s',
  async (format) => {
    expect(timeIn(await blank().withExif(taken).toFormat(format).toBuffer())).toBe('2026-11-20T09:08:41+00:00')
    expect(timeIn(await blank().toFormat(format).toBuffer())).toBeUndefined()
  },
)

test('a file that is cut anywhere has a time or none, and does not fail', async () => {
  const whole = await blank().withExif(taken).jpeg().toBuffer()
  for (let length = 0; length < whole.length; length += 1)
    expect(timeIn(whole.subarray(0, length)) ?? '').toMatch(/^(2026-11-20T.*)?$/)
})

test('a photo has at most 2,560 pixels on its longest side, and one that is small already stays as it is', () => {
  expect(smallerSize({ width: 4032, height: 3024 }, 900_000, true)).toEqual({ width: 2560, height: 1920 })
  expect(smallerSize({ width: 1000, height: 8000 }, 900_000, true)).toEqual({ width: 320, height: 2560 })
  expect(smallerSize({ width: 2560, height: 1920 }, 1_100_000, true)).toBeUndefined()
  expect(smallerSize({ width: 2560, height: 1920 }, 6_000_000, true)).toEqual({ width: 2560, height: 1920 })
  expect(smallerSize({ width: 2000, height: 1500 }, 500_000, false)).toEqual({ width: 2000, height: 1500 })
  expect(previewSize({ width: 1920, height: 2560 })).toEqual({ width: 240, height: 320 })
  expect(previewSize({ width: 5000, height: 2 })).toEqual({ width: 320, height: 1 })
})

test('the server reads JPEG, PNG and WebP; other formats are changed on the device if it can', async () => {
  for (const format of ['jpeg', 'png', 'webp'] as const)
    expect(isReadableByServer(await blank().toFormat(format).toBuffer())).toBe(true)
  for (const format of ['avif', 'gif'] as const)
    expect(isReadableByServer(await blank().toFormat(format).toBuffer())).toBe(false)
})
