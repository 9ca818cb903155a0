import sharp from 'sharp'
import { expect, test } from 'vitest'
import { takenAt } from '#core/model/camera-time.ts'

async function exifOf(photo: Record<string, string>): Promise<Buffer> {
  const blank = sharp({ create: { width: 2, height: 2, channels: 3, background: '#fff' } })
  const { exif } = await sharp(await blank.withExif({ IFD2: photo }).jpeg().toBuffer()).metadata()
  if (!exif) throw new Error('The picture has no EXIF')
  return exif
}
const abroad = { DateTimeOriginal: '2026:11:20 10:08:41', OffsetTimeOriginal: '+01:00' }

test('a photo’s time is its camera’s clock, with the offset from UTC if the camera knows it', async () => {
  expect(takenAt(await exifOf({ DateTimeOriginal: '2026:11:20 09:08:41' }))).toBe('2026-11-20T09:08:41')
  expect(takenAt(await exifOf({ DateTimeDigitized: '2026:11:20 09:08:41' }))).toBe('2026-11-20T09:08:41')
  expect(takenAt(await exifOf(abroad))).toBe('2026-11-20T10:08:41+01:00')
})

test('an impossible time is ignored', async () => {
  for (const senseless of ['0000:00:00 00:00:00', '1970:01:01 00:00:00', 'yesterday'])
    expect(takenAt(await exifOf({ DateTimeOriginal: senseless }))).toBeUndefined()
  expect(takenAt(await exifOf({ ...abroad, OffsetTimeOriginal: '<b>' }))).toBe('2026-11-20T10:08:41')
  expect(takenAt(await exifOf({}))).toBeUndefined()
})

test('broken EXIF yields no time and does not fail', async () => {
  const exif = await exifOf(abroad)
  for (let at = 0; at < exif.length; at += 1) {
    const broken = Buffer.from(exif)
    broken[at] = 0xff
    expect(takenAt(broken) ?? '').toMatch(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([+-]\d\d:\d\d)?)?$/)
    expect(takenAt(exif.subarray(0, at)) ?? '').toMatch(/^(\d{4}-.*)?$/)
  }
})
