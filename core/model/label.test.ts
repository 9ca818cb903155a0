import { expect, test } from 'vitest'
import { label } from './label.ts'

test('screens show a value with its first letter upper', () => {
  expect(['no access', '', 'to estimate', 'not completed'].map(label)).toEqual([
    'No access',
    'No Warning',
    'To estimate',
    'Not completed',
  ])
})
