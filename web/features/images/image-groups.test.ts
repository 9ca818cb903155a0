import { expect, test } from 'vitest'
import { uniqueNameOf } from './image-groups.ts'

test('no two images of a job have the same name, also those without a description', () => {
  const names = [
    uniqueNameOf({ description: '' }, 0, 'From Office'),
    uniqueNameOf({ description: '' }, 0, 'From Team'),
    uniqueNameOf({ description: '' }, 1, 'From Team'),
    uniqueNameOf({ description: 'New trap' }, 2, 'From Team'),
    uniqueNameOf({ description: 'New trap' }, 3, 'From Team'),
  ]
  expect(names[0]).toBe('Image 1 from office')
  expect(names[3]).toBe('New trap, image 3 from team')
  expect(new Set(names).size).toBe(names.length)
})
