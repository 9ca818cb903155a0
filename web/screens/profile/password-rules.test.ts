import { expect, test } from 'vitest'
import { errorIn } from './password-rules.ts'

const typed = { currentPassword: 'sash window 14', newPassword: 'ladder 15', confirmation: 'ladder 15' }

test('a change of password needs all three fields, the new one twice, and six characters', () => {
  expect(errorIn(typed)).toBeUndefined()
  for (const field of ['currentPassword', 'newPassword', 'confirmation'] as const)
    expect(errorIn({ ...typed, [field]: '' })).toEqual({ field, text: 'Please fill all required fields.' })
  expect(errorIn({ ...typed, confirmation: 'ladder 16' })).toEqual({
    field: 'confirmation',
    text: 'New passwords do not match.',
  })
  expect(errorIn({ ...typed, newPassword: 'short', confirmation: 'short' })).toEqual({
    field: 'newPassword',
    text: 'Password must be at least 6 characters long.',
  })
})
