import { describe, test } from 'vitest'
import type { Command } from '#core/ledger/ledger.ts'
import { companyId, dana, given, jobId, maya, priya, tom } from '#test/core/given-when-then.ts'
import {
  bath,
  completed,
  created,
  jobCreated,
  jobWithoutTasks,
  jobWithTwoTasks,
  priced,
  ready,
  referred,
  reopened,
  status,
  tap,
  taskCompleted,
  toEstimate,
} from '#test/core/job-events.ts'

const createJob = (data: Partial<Extract<Command, { type: 'CreateJob' }>['data']> = {}): Command => ({
  type: 'CreateJob',
  data: { jobId, apartmentName: '14 marlowe COURT', createdAt: '2026-11-19', tasks: [], ...data },
})
const editJob = (data: Omit<Extract<Command, { type: 'EditJob' }>['data'], 'jobId'>): Command => ({
  type: 'EditJob',
  data: { jobId, ...data },
})
const deleteTask = (task: { taskId: string }): Command => ({ type: 'DeleteTask', data: { jobId, taskId: task.taskId } })
const cycle = (from: 'not completed' | 'completed' | 'to estimate', task = tap): Command => ({
  type: 'CycleTask',
  data: { jobId, taskId: task.taskId, from },
})
const setReady = (isReady: boolean): Command => ({
  type: 'SetTaskReady',
  data: { jobId, taskId: tap.taskId, ready: isReady },
})
const priceTask = (price: number): Command => ({ type: 'PriceTask', data: { jobId, taskId: tap.taskId, price } })
const describeTask = (description: string, from?: string): Command => ({
  type: 'DescribeTask',
  data: { jobId, taskId: tap.taskId, description, ...(from === undefined ? {} : { from }) },
})
const addTask = (data: Partial<Extract<Command, { type: 'AddTask' }>['data']> = {}): Command => ({
  type: 'AddTask',
  data: { jobId, ...bath, ...data },
})

describe('creating a job', () => {
  test('the site name is saved with each word capitalised', () =>
    given().when(createJob(), priya).gives(jobWithoutTasks))
  test('a site name may become longer as its letters change case', () =>
    given()
      .when(createJob({ apartmentName: 'İ'.repeat(200) }))
      .gives({
        type: 'JobCreated',
        data: { apartmentName: `İ${'i̇'.repeat(199)}`, createdAt: '2026-11-19', jobPriority: 1, tasks: [] },
      }))
  test('a site name of spaces is refused', () =>
    given()
      .when(createJob({ apartmentName: '  \t ' }))
      .refuses('Site name is required.', 'apartmentName'))
  test('work order, agency, received by and prices are separate events', () =>
    given()
      .when(
        createJob({
          workOrder: ' WO-88209 ',
          agency: 'Bright Oak Lettings',
          receivedBy: 'Dana Whitfield',
          tasks: [
            { ...tap, price: 8500 },
            { ...bath, price: 0 },
          ],
        }),
      )
      .gives(jobWithTwoTasks, referred, priced(tap, 8500), priced(bath, 0)))
  test('an empty referral is not recorded', () =>
    given()
      .when(createJob({ workOrder: ' ', agency: '', receivedBy: '' }))
      .gives(jobWithoutTasks))
  test('a new job is pending whatever the status of its tasks', () =>
    given()
      .when(createJob({ tasks: [{ ...tap, status: 'completed' }] }))
      .gives(created({ ...tap, status: 'completed' })))
  test('the team may not create a job', () => given().when(createJob(), tom).refuses('Only the office may do this.'))
  test('a job can be created only once', () => given(jobCreated).when(createJob()).refuses('This job already exists.'))
  test('two tasks with the same id are refused', () =>
    given()
      .when(createJob({ tasks: [tap, tap] }))
      .refuses('This task already exists.', 'tasks'))
})

describe('editing a job', () => {
  test('each changed field is recorded, office facts separately', () =>
    given(jobCreated)
      .when(editJob({ apartmentName: '9 sutler street', createdAt: '2026-11-18', agency: ' Northgate ' }), priya)
      .gives(
        { type: 'JobSiteChanged', data: { apartmentName: '9 Sutler Street' } },
        { type: 'JobDateChanged', data: { createdAt: '2026-11-18' } },
        { type: 'JobReferred', data: { agency: 'Northgate' } },
      ))
  test('unchanged fields record nothing', () =>
    given(jobCreated, referred)
      .when(editJob({ apartmentName: '14 Marlowe court', createdAt: '2026-11-19', workOrder: 'WO-88209' }))
      .givesNothing())
  test('a work order can be cleared', () =>
    given(jobCreated, referred)
      .when(editJob({ workOrder: '' }))
      .gives({ type: 'JobReferred', data: { workOrder: '' } }))
  test('the site name cannot be cleared', () =>
    given(jobCreated)
      .when(editJob({ apartmentName: ' ' }))
      .refuses('Site name is required.', 'apartmentName'))
  test('a field that someone else has changed since is refused', () =>
    given(jobCreated, referred)
      .when(editJob({ agency: 'Northgate', from: { agency: 'Harrow' } }))
      .refuses('Someone else has changed this field.', 'agency'))
  test('a field that the editor did not change may have changed since', () =>
    given(jobCreated, referred)
      .when(editJob({ workOrder: 'WO-1', from: { workOrder: 'WO-88209', agency: 'Harrow' } }))
      .gives({ type: 'JobReferred', data: { workOrder: 'WO-1' } }))
  test('two people who enter the same value are not in conflict', () =>
    given(jobCreated, referred)
      .when(editJob({ agency: 'Bright Oak Lettings', from: { agency: 'Harrow' } }))
      .givesNothing())
  test('the team may not edit a job', () =>
    given(jobCreated)
      .when(editJob({ apartmentName: 'Elsewhere' }), maya)
      .refuses('Only the office may do this.'))
  test('a job that does not exist cannot be edited', () =>
    given()
      .when(editJob({ apartmentName: 'Elsewhere' }))
      .refuses('Job not found.'))
})

describe('the list of tasks', () => {
  test('a new task is open, and its price is a separate event', () =>
    given(jobWithoutTasks)
      .when(addTask({ price: 12_000 }))
      .gives({ type: 'TaskAdded', data: { ...bath, status: 'not completed' } }, priced(bath, 12_000)))
  test('an open task makes a completed job pending again', () =>
    given(jobCreated, taskCompleted, status('pending', 'completed', 'tasks'))
      .when(addTask())
      .gives(
        { type: 'TaskAdded', data: { ...bath, status: 'not completed' } },
        status('completed', 'pending', 'tasks'),
      ))
  test('a task to estimate sets the job to estimate', () =>
    given(jobCreated)
      .when(addTask({ status: 'to estimate' }))
      .gives(
        { type: 'TaskAdded', data: { ...bath, status: 'to estimate' } },
        status('pending', 'to estimate', 'tasks'),
      ))
  test('a task can be added only once', () => given(jobCreated).when(addTask(tap)).refuses('This task already exists.'))
  test('deleting the last open task completes the job', () =>
    given(jobWithTwoTasks, taskCompleted)
      .when(deleteTask(bath))
      .gives({ type: 'TaskDeleted', data: { taskId: bath.taskId } }, status('pending', 'completed', 'tasks')))
  test('with no tasks left the status does not change', () =>
    given(jobCreated, toEstimate(tap), status('pending', 'to estimate', 'tasks'))
      .when(deleteTask(tap))
      .gives({ type: 'TaskDeleted', data: { taskId: tap.taskId } }))
  test('a deleted task cannot be deleted again', () =>
    given(jobCreated).when(deleteTask(bath)).refuses('Task not found.'))
  test('a task gets a new description', () =>
    given(jobCreated)
      .when(describeTask('Replace both taps', tap.description))
      .gives({ type: 'TaskDescribed', data: { taskId: tap.taskId, description: 'Replace both taps' } }))
  test('the same description records nothing', () =>
    given(jobCreated).when(describeTask(tap.description)).givesNothing())
  test('a description that someone else has changed since is refused', () =>
    given(jobCreated)
      .when(describeTask('Replace both taps', 'Mend tap'))
      .refuses('Someone else has changed this task.'))
  test('a price is set and changed', () => {
    given(jobCreated).when(priceTask(8500), priya).gives(priced(tap, 8500))
    given(jobCreated, priced(tap, 8500)).when(priceTask(0), dana).gives(priced(tap, 0))
  })
  test('the same price records nothing', () =>
    given(jobCreated, priced(tap, 8500)).when(priceTask(8500)).givesNothing())

  for (const command of [addTask(), deleteTask(tap), describeTask('Else'), priceTask(1)]) {
    test(`the team may not ${command.type}`, () =>
      given(jobCreated).when(command, tom).refuses('Only the office may do this.'))
    test(`${command.type} needs a job`, () => given().when(command).refuses('Job not found.'))
  }
})

describe('the status of a task', () => {
  test('a click completes an open task, and with all tasks completed the job is completed', () =>
    given(jobCreated)
      .when(cycle('not completed'), tom)
      .gives(taskCompleted, status('pending', 'completed', 'tasks')))
  test('while another task is open the job stays pending', () =>
    given(jobWithTwoTasks).when(cycle('not completed'), tom).gives(taskCompleted))
  test('a click on a completed task sets it to estimate, which overrides the others', () =>
    given(jobWithTwoTasks, taskCompleted)
      .when(cycle('completed'), tom)
      .gives(toEstimate(tap), status('pending', 'to estimate', 'tasks')))
  test('a click on a task to estimate opens it again', () =>
    given(jobCreated, toEstimate(tap), status('pending', 'to estimate', 'tasks'))
      .when(cycle('to estimate'), tom)
      .gives(reopened(tap), status('to estimate', 'pending', 'tasks')))
  test('a task change can turn booked into pending', () =>
    given(jobWithTwoTasks, status('pending', 'booked', 'scheduled'))
      .when(cycle('not completed'), tom)
      .gives(taskCompleted, status('booked', 'pending', 'tasks')))
  test('a double tap records only one change', () =>
    given(jobCreated, taskCompleted, status('pending', 'completed', 'tasks'))
      .when(cycle('not completed'), maya)
      .givesNothing())
  test('a click on an outdated status is refused', () =>
    given(jobCreated, toEstimate(tap)).when(cycle('not completed'), tom).refuses('Someone else has changed this task.'))
  test('a status that was chosen over another one is set over whatever the task has by then', () =>
    given(jobCreated, toEstimate(tap), status('pending', 'to estimate', 'tasks'))
      .when({ type: 'SetTaskStatus', data: { jobId, taskId: tap.taskId, status: 'completed' } }, tom)
      .gives(taskCompleted, status('to estimate', 'completed', 'tasks')))
  test('a deleted task cannot be completed', () =>
    given(jobCreated).when(cycle('not completed', bath), tom).refuses('Task not found.'))
  test('an open task is marked ready and not ready by anyone', () => {
    given(jobCreated).when(setReady(true), tom).gives(ready(tap))
    given(jobCreated, ready(tap))
      .when(setReady(false), priya)
      .gives({ type: 'TaskNotReady', data: { taskId: tap.taskId } })
  })
  test('setting the same ready mark again records nothing', () => {
    given(jobCreated, ready(tap)).when(setReady(true), tom).givesNothing()
    given(jobCreated, completed(tap)).when(setReady(false), tom).givesNothing()
  })
  test('only an open task can be ready', () => {
    given(jobCreated, completed(tap))
      .when(setReady(true), tom)
      .refuses('Only a task that is not completed can be marked ready.')
    given(jobCreated, toEstimate(tap))
      .when(setReady(true), tom)
      .refuses('Only a task that is not completed can be marked ready.')
  })
  test('the tasks of a job that does not exist cannot be changed', () => {
    given().when(cycle('not completed'), tom).refuses('Job not found.')
    given().when(setReady(true), tom).refuses('Job not found.')
  })
})

test('the system has the rights of the office', () =>
  given(jobWithoutTasks)
    .when(addTask(), { userId: companyId, role: 'system' })
    .gives({ type: 'TaskAdded', data: { ...bath, status: 'not completed' } }))
