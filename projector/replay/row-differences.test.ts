import { expect, test } from 'vitest'
import { collectDifferences, differenceOf } from './row-differences.ts'

const row = { jobId: '01999999-0000-7000-8000-000000000001', jobRef: '00187', warning: 'quote sent', assignedTo: ['a'] }

test('a differing row is named by its job number, with each field before and after', () => {
  expect(differenceOf({ key: 'k', before: row, after: { ...row, warning: '', assignedTo: ['a', 'b'] } })).toEqual({
    key: 'k',
    label: '00187',
    jobId: row.jobId,
    change: 'changed',
    fields: [
      { field: 'warning', before: 'quote sent', after: '' },
      { field: 'assignedTo', before: '["a"]', after: '["a","b"]' },
    ],
  })
})

test('nested fields are named by their path, also within lists of equal length', () => {
  const tasks = [
    { status: 'completed', ready: false },
    { status: 'completed', ready: true },
  ]
  const before = { name: 'Tap', office: { agency: 'castlefield' }, tasks }
  const after = { name: 'Tap', office: { agency: 'Castlefield', workOrder: '7' }, tasks: [tasks[0], { status: 'x' }] }
  expect(differenceOf({ key: 'k', before, after })).toEqual({
    key: 'k',
    label: 'Tap',
    change: 'changed',
    fields: [
      { field: 'office.agency', before: 'castlefield', after: 'Castlefield' },
      { field: 'office.workOrder', after: '7' },
      { field: 'tasks.1.status', before: 'completed', after: 'x' },
      { field: 'tasks.1.ready', before: 'true' },
    ],
  })
})

test('a row on only one side shows all of its fields', () => {
  const only = { name: 'Tap', used: 2 }
  expect(differenceOf({ key: 'tap', before: undefined, after: only })).toMatchObject({
    change: 'added',
    fields: [
      { field: 'name', after: 'Tap' },
      { field: 'used', after: '2' },
    ],
  })
  expect(differenceOf({ key: 'tap', before: only, after: undefined })).toMatchObject({ change: 'removed' })
})

test('many rows are counted exactly, by kind of difference and by field, and the first are kept', () => {
  const gathered = collectDifferences()
  for (let at = 0; at < 500; at += 1)
    gathered.add({ key: `${at}`, before: { tasks: [{ a: 1, b: at }] }, after: { tasks: [{ a: 2, b: 7 }] } })
  gathered.add({ key: 'new', before: undefined, after: { a: 1 } })
  expect(gathered.counts).toEqual({ changed: 500, added: 1, removed: 0 })
  expect(gathered.fields()).toEqual([
    { field: 'tasks.a', rows: 500 },
    { field: 'tasks.b', rows: 499 },
  ])
  expect(gathered.differences()).toHaveLength(200)
})
