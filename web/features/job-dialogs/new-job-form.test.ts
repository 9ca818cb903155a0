import { expect, test } from 'vitest'
import { commandOf, emptyForm, emptyTask, isTyped, priceError, totalOf } from './new-job-form.ts'

test('an untouched form has nothing to lose; one with input has', () => {
  expect(isTyped(emptyForm())).toBe(false)
  expect(isTyped({ ...emptyForm(), workOrder: 'WO-1' })).toBe(true)
  expect(isTyped({ ...emptyForm(), tasks: [emptyTask()] })).toBe(false)
})

test('prices are typed in pounds and sent in pence, and empty tasks are left out', () => {
  const first = { ...emptyTask(), description: ' Replace tap ', price: '£1,085.50' }
  const second = { ...emptyTask(), description: 'Reseal bath' }
  const form = { ...emptyForm(), apartmentName: '14 Marlowe Court', tasks: [first, second, emptyTask()] }
  expect(totalOf(form.tasks)).toBe(108_550)
  expect(commandOf(form)).toMatchObject({
    type: 'CreateJob',
    data: {
      tasks: [
        { taskId: first.taskId, description: 'Replace tap', status: 'not completed', price: 108_550 },
        { taskId: second.taskId, description: 'Reseal bath', status: 'not completed' },
      ],
    },
  })
})

test('an invalid price shows how to write one', () => {
  expect(priceError('10,50')).toBe('Enter pounds, such as 85 or 85.50')
  expect(priceError('')).toBeUndefined()
})
