import { expect, test } from 'vitest'
import { placeByKey } from './slot-keys.ts'

const table = { rows: 3, columns: 7 }

test('arrows lead to the next slot and stop at the edges; Home and End lead along the row', () => {
  const from = { row: 0, column: 6 }
  expect(placeByKey('ArrowDown', from, table)).toEqual({ row: 1, column: 6 })
  expect(placeByKey('ArrowLeft', from, table)).toEqual({ row: 0, column: 5 })
  expect(placeByKey('ArrowUp', from, table)).toBeUndefined()
  expect(placeByKey('ArrowRight', from, table)).toBeUndefined()
  expect(placeByKey('Home', from, table)).toEqual({ row: 0, column: 0 })
  expect(placeByKey('End', { row: 2, column: 1 }, table)).toEqual({ row: 2, column: 6 })
  expect(placeByKey('Enter', from, table)).toBeUndefined()
})
