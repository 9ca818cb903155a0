import { expect, test } from 'vitest'
import { type EditFields, editOf, resolved } from './edit-fields.ts'

const jobId = 'job'
const before: EditFields = {
  apartmentName: '14 Marlowe Court',
  createdAt: '2026-11-19',
  workOrder: 'WO-1',
  agency: 'Bright Oak Lettings',
  receivedBy: '',
}
const edit = editOf(jobId, before, { ...before, workOrder: 'WO-2', agency: 'Castlefield Lets' })

test('an edit contains only the changed fields, with their old values', () => {
  expect(edit).toEqual({
    jobId,
    workOrder: 'WO-2',
    agency: 'Castlefield Lets',
    from: { workOrder: 'WO-1', agency: 'Bright Oak Lettings' },
  })
})

test('keeping mine overwrites theirs; taking theirs leaves the rest of the edit', () => {
  expect(resolved(edit, 'agency', 'Northgate', 'mine')).toEqual({
    ...edit,
    from: { workOrder: 'WO-1', agency: 'Northgate' },
  })
  expect(resolved(edit, 'agency', 'Northgate', 'theirs')).toEqual({
    jobId,
    workOrder: 'WO-2',
    from: { workOrder: 'WO-1' },
  })
})

test('an edit whose only field goes to the other person is dropped', () => {
  const only = editOf(jobId, before, { ...before, agency: 'Castlefield Lets' })
  expect(resolved(only, 'agency', 'Northgate', 'theirs')).toBeUndefined()
})
