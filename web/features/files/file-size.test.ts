import { expect, test } from 'vitest'
import { fileSize } from './file-size.ts'

test('sizes are said as people say them', () => {
  expect([0, 999, 1_000, 184_320, 999_499, 999_500, 2_400_000].map(fileSize)).toEqual([
    '0 bytes',
    '999 bytes',
    '1 kB',
    '184 kB',
    '999 kB',
    '1.0 MB',
    '2.4 MB',
  ])
})
