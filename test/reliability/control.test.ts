import { expect, type TaskMeta, test } from 'vitest'
import { expectFound, objectionsOf } from './control.ts'

test('a control in which the checks find something is noted with what they found', () => {
  const meta: TaskMeta = {}
  expectFound({ meta }, 'a log that lost two', ['note 1 is lost', 'note 2 is lost'])
  expectFound({ meta }, 'a fold that throws', ['parked at 3'])
  expect(meta).toEqual({
    controls: ['a log that lost two: note 1 is lost and 1 more', 'a fold that throws: parked at 3'],
  })
})

test('a control in which the checks find nothing fails, and is noted as missed', () => {
  const meta: TaskMeta = {}
  expect(() => expectFound({ meta }, 'a log that lost two', [])).toThrow(
    'The checks found nothing wrong with a log that lost two',
  )
  expect(meta).toEqual({ missed: ['a log that lost two'] })
})

test('only an assertion objects: another error is a fault of the control', async () => {
  expect(await objectionsOf(() => expect(1).toBe(1))).toEqual([])
  expect(await objectionsOf(() => expect([1], 'the rows').toEqual([2]))).toEqual([
    'the rows: expected [ 1 ] to deeply equal [ 2 ]',
  ])
  expect(await objectionsOf(() => expect.poll(() => 1, { timeout: 1, interval: 1 }).toBe(2))).toHaveLength(1)
  await expect(objectionsOf(() => Promise.reject(new Error('No connection')))).rejects.toThrow('No connection')
})
