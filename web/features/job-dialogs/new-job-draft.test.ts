import { expect, test } from 'vitest'
import { keptIn } from './new-job-draft.ts'
import { emptyForm, emptyTask } from './new-job-form.ts'

test('a half-filled New Job form is read as it was kept', () => {
  const form = { ...emptyForm(), apartmentName: '14 Marlowe', tasks: [{ ...emptyTask(), price: '8' }] }
  expect(keptIn(JSON.stringify(form))).toEqual(form)
})

test('a form that an earlier build kept in another shape is dropped', () => {
  expect(keptIn('')).toBeUndefined()
  expect(keptIn('{"apartmentName":"14 Marlowe"}')).toBeUndefined()
  expect(keptIn('not JSON')).toBeUndefined()
})
