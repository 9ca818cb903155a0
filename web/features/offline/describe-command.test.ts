import { expect, test } from 'vitest'
import { describeCommand, failureMessage } from './describe-command.ts'

const zone = 'Europe/London'
const words = (command: Parameters<typeof describeCommand>[0]) => describeCommand(command, undefined, zone)

test('an unsent change is described by what it does', () => {
  const jobId = 'j'
  expect(words({ type: 'ChangeWarning', data: { jobId, warning: 'no access' } })).toBe('Warning: No access')
  expect(words({ type: 'ChangeWarning', data: { jobId, warning: '' } })).toBe('Warning: No Warning')
  expect(words({ type: 'AddNote', data: { jobId, noteId: 'n', note: 'Gate code 4471' } })).toBe(
    'Comment: “Gate code 4471”',
  )
  expect(words({ type: 'CycleTask', data: { jobId, taskId: 't', from: 'not completed' } })).toBe(
    'Completed: a task on this job',
  )
  expect(words({ type: 'SetNextVisit', data: { jobId, nextVisitHours: 1, nextVisitPeople: 2 } })).toBe(
    'Next visit: 1 hour, 2 people',
  )
  expect(words({ type: 'PriceTask', data: { jobId, taskId: 't', price: 8_500 } })).toBe(
    'Price £85.00: a task on this job',
  )
})

test('a failure is described in the words of the error catalogue', () => {
  expect(failureMessage('AddNote')).toBe('Failed to add note.')
  expect(failureMessage('CycleTask')).toBe('Failed to update job. Please try again.')
})
