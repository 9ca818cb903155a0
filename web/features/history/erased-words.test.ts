import { expect, test } from 'vitest'
import { erasedWords } from './erased-words.ts'

test('what can be erased is named by what it is: a file is no photo', () => {
  const of = (ending: string) => `/0193a5f0-0001-7c3e-8a11-3f5be01d7c01/${'ab'.repeat(32)}.${ending}`
  expect([
    erasedWords({ field: 'src', text: of('file') }),
    erasedWords({ field: 'src', text: of('webp') }),
    erasedWords({ field: 'name', text: 'Plan.pdf' }),
    erasedWords({ field: 'apartmentName', text: 'Flat 3' }),
  ]).toEqual(['File: the file itself', 'Photo: the photo itself', 'Name: Plan.pdf', 'Site: Flat 3'])
})
