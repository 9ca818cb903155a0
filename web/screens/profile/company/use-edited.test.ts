import { expect, test } from 'vitest'
import { afterSave } from './use-edited.ts'

const before = { telephone: '' }
const sent = { telephone: '0113 496 0018 ' }
const kept = { telephone: '0113 496 0018' }

test('a form follows what is saved once its own save is done', () => {
  expect(afterSave({ given: sent, before }, sent, kept)).toBeUndefined()
  expect(afterSave(undefined, sent, kept)).toBeUndefined()
})

test('what is typed while a save is under way stays, and replaces what that save has kept', () => {
  const given = { telephone: '0113 496 0019' }
  expect(afterSave({ given, before }, sent, kept)).toEqual({ given, before: kept })
})
