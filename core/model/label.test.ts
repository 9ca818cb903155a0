import { expect, test } from 'vitest'
import { label } from './label.ts'

test('screens show a value with a capital first letter', () => {
  expect(['no access', '', 'to estimate', 'not completed'].map(label)).toEqual([
    'No access',
    'No Warning',
    'To estimate',
    'Not completed',
  ])
})
