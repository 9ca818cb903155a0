import { expect, test } from 'vitest'
import { commandOf, emptyForm, emptyTask, isTyped, priceError, taskAfter, totalOf } from './new-job-form.ts'

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

test('a new job starts with one empty row, which is left out if nothing is typed', () => {
  expect(emptyForm().tasks).toMatchObject([{ description: '', price: '', status: 'not completed' }])
  expect(commandOf({ ...emptyForm(), apartmentName: '14 Marlowe Court' })).toMatchObject({ data: { tasks: [] } })
})

test('typing goes on in the next row, and in a new one after the last', () => {
  const [tap, bath] = [
    { ...emptyTask(), description: 'Replace tap' },
    { ...emptyTask(), price: '85' },
  ]
  expect(taskAfter([tap, bath], tap.taskId)).toEqual({ tasks: [tap, bath], next: bath.taskId })
  const after = taskAfter([tap, bath], bath.taskId)
  expect(after.tasks).toMatchObject([tap, bath, { taskId: after.next, description: '' }])
  expect(taskAfter([tap, bath]).tasks).toHaveLength(3)
  expect(taskAfter([]).tasks).toHaveLength(1)
})

test('no empty row is added after an empty one', () => {
  const [tap, empty] = [{ ...emptyTask(), description: 'Replace tap' }, emptyTask()]
  expect(taskAfter([tap, empty], empty.taskId)).toEqual({ tasks: [tap, empty], next: empty.taskId })
  expect(taskAfter([tap, empty])).toEqual({ tasks: [tap, empty], next: empty.taskId })
})

test('an invalid price shows how to write one', () => {
  expect(priceError('10,50')).toBe('Enter pounds, such as 85 or 85.50')
  expect(priceError('')).toBeUndefined()
})
