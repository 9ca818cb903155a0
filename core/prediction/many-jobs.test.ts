import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jobChanges } from '#core/history/changes.ts'
import { evolve, type Job } from '#core/job/job.ts'
import { isJobEvent } from '#core/ledger/ledger.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { companyId, dana, type Given, idOf, maya, now, recorded, tom } from '#test/core/given-when-then.ts'
import {
  booking,
  invoiced,
  jobCreated,
  jobScheduled,
  referred,
  status,
  taskCompleted,
  warned,
} from '#test/core/job-events.ts'
import {
  assignEach,
  type ChangeOfMany,
  invoiceEach,
  invoiceNumbers,
  isAlreadySo,
  mostAtOnce,
  planned,
  tooManyAtOnce,
  warnEach,
} from './many-jobs.ts'
import { predict } from './prediction.ts'
import { undoAtOnce } from './undo-at-once.ts'

const asked = { actorId: dana.userId, actorRole: dana.role, companyId, at: now, facts: {} }
function jobAfter(...past: Given[]): Job {
  const job = recorded(jobCreated, referred, ...past)
    .filter(isJobEvent)
    .reduce<Job | undefined>(evolve, undefined)
  return job ?? expect.fail('there is a job')
}
const pending = jobAfter()
const booked = jobAfter(jobScheduled, status('pending', 'booked', 'scheduled'))
const finished = jobAfter(taskCompleted, status('pending', 'completed', 'tasks'))
const plan = (job: Job, change: ChangeOfMany) => planned(job, change, asked)

test('each of many jobs says what would become of it', () => {
  const reschedule = warnEach('reschedule')
  expect(plan(booked, reschedule)).toMatchObject({ made: { after: { jobStatus: 'pending', warning: 'reschedule' } } })
  expect(plan(pending, reschedule)).toMatchObject({ made: { after: { jobStatus: 'pending' } } })
})

test('a job that is like this already is left out, and one that cannot take the change says why', () => {
  const warnedAlready = plan(jobAfter(warned('', 'reschedule')), warnEach('reschedule'))
  expect(isAlreadySo(warnedAlready)).toBe(true)
  const unfinished = plan(pending, warnEach('free of charge'))
  expect(isAlreadySo(unfinished)).toBe(false)
  expect(unfinished).toMatchObject({
    refusal: { error: 'All tasks must be completed before setting the job to Free of charge.' },
  })
})

const invoices = (jobs: readonly Job[], first: string, isForAll = false) => {
  const change = invoiceEach(jobs, { first, isForAll }, asked)
  return jobs.map((job) => {
    const one = plan(job, change)
    return 'made' in one ? one.made.after.office?.invoice : one.refusal.error
  })
}
const named = (job: Job, nth: number): Job => ({ ...job, jobId: idOf('b', nth) })

test('jobs are invoiced under numbers that are counted up without a gap for those that refuse, or under one', () => {
  const jobs = [named(finished, 1), named(pending, 2), named(finished, 3)]
  const open = 'All tasks must be completed before setting the job to Invoiced.'
  expect(invoices(jobs, 'INV-9')).toEqual(['INV-9', open, 'INV-10'])
  expect(invoices(jobs, 'INV-9', true)).toEqual(['INV-9', open, 'INV-9'])
  expect(invoices([finished], '  ')).toEqual(['Invoice number is required to set the job to Invoiced.'])
})

test('a job that is invoiced already keeps its number', () => {
  const paid = jobAfter(
    taskCompleted,
    status('pending', 'completed', 'tasks'),
    warned('', 'invoiced'),
    invoiced('INV-7'),
  )
  const change = invoiceEach([paid], { first: 'INV-8', isForAll: false }, asked)
  expect(isAlreadySo(plan(paid, change))).toBe(true)
})

test('a visit keeps its time and its access note when it is given to other people', () => {
  const { jobStart, jobEnd, access } = booking
  expect(plan(booked, assignEach([maya.userId]))).toMatchObject({
    made: { after: { jobStart, jobEnd, access, assignedTo: [maya.userId], jobStatus: 'booked' } },
  })
  expect(isAlreadySo(plan(booked, assignEach([tom.userId, maya.userId])))).toBe(true)
  expect(plan(pending, assignEach([maya.userId]))).toMatchObject({
    refusal: { error: 'This job has no visit yet. Book one first.' },
  })
})

test.each([
  ['a visit of a booked job', booked],
  [
    'a visit of a job that was to be rescheduled, whose status becomes booked',
    jobAfter(
      jobScheduled,
      status('pending', 'booked', 'scheduled'),
      warned('', 'reschedule'),
      status('booked', 'pending', 'warning'),
    ),
  ],
])('%s that was given to others is given back to the last field', (_, job) => {
  const given = plan(job, assignEach([maya.userId]))
  if (!('made' in given)) return expect.fail('it can be assigned')
  const undo = undoAtOnce(given.made, asked)
  if (!undo) return expect.fail('it can be undone')
  const undone = predict(given.made.after, undo, asked, { commandId: '', happenedAt: now, seq: 0 })
  expect(isRefusal(undone) ? undone : jobChanges(job, undone.document)).toEqual([])
})

test('more jobs than can be changed at once get a sentence', () => {
  expect(tooManyAtOnce(mostAtOnce)).toBeUndefined()
  expect(tooManyAtOnce(10_000)).toBe(
    'You can change, export or print up to 500 jobs at once, and there are 10,000 here. Filter the list first, or do it in batches.',
  )
})

test.each([
  ['INV-0099', ['INV-0099', 'INV-0100', 'INV-0101']],
  ['999', ['999', '1000', '1001']],
  ['2026/7', ['2026/7', '2026/8', '2026/9']],
  [' Statement May ', ['Statement May', 'Statement May', 'Statement May']],
  ['', ['', '', '']],
])('invoice numbers count up from %s', (first, numbers) => {
  expect(invoiceNumbers(first, 3)).toEqual(numbers)
})

test('counted invoice numbers are as many as asked for and all different, however long the number', () => {
  const first = fc.tuple(fc.string(), fc.stringMatching(/^\d{1,40}$/)).map((parts) => parts.join(''))
  fc.assert(
    fc.property(first, fc.integer({ min: 1, max: mostAtOnce }), (number, count) => {
      const numbers = invoiceNumbers(number, count)
      expect(numbers[0]).toBe(number.trim())
      expect(new Set(numbers).size).toBe(count)
    }),
  )
})
