import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { evolve, type Job } from '#core/job/job.ts'
import { commands, isJobCommand, isJobEvent, type StoredEvent } from '#core/ledger/ledger.ts'
import type { DecisionContext } from '#core/model/messages.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { by, dana, type Given, maya, type Person, priya, recorded, tom } from '#test/core/given-when-then.ts'
import {
  bath,
  booking,
  bookingDeleted,
  imageAdded,
  imageId,
  invoiced,
  jobCreated,
  jobScheduled,
  jobWithTwoTasks,
  noteAdded,
  priced,
  referred,
  tap,
  taskCompleted,
  warned,
} from '#test/core/job-events.ts'
import { memoryLedger } from '#test/core/memory-ledger.ts'
import { steps } from '#test/core/random-commands.ts'
import { sequences, sequencesTimeout } from '#test/core/random-sequences.ts'
import { jobChanges } from './changes.ts'
import { undoOf } from './undo.ts'

vi.setConfig({ testTimeout: sequencesTimeout })

const context = (who: Person): DecisionContext<object> => ({
  actorId: who.userId,
  actorRole: who.role,
  companyId: 'c',
  at: '2026-11-20T09:00:00.000Z',
  facts: {},
})

const folded = (log: readonly StoredEvent[]) => log.filter(isJobEvent).reduce(evolve, undefined)

/** Undoes the last of these events, as Dana. */
function undoLast(...past: Given[]) {
  const log = recorded(...past).filter(isJobEvent)
  const last = log.at(-1) ?? expect.fail('nothing happened')
  return undoOf(last, folded(log.slice(0, -1)), folded(log), context(dana))
}

describe('a change is undone by another change', () => {
  test('a price returns to the one before it, and the first price cannot be undone', () => {
    expect(undoLast(jobWithTwoTasks, priced(tap, 12_500), priced(tap, 99))).toMatchObject({
      type: 'PriceTask',
      data: { taskId: tap.taskId, price: 12_500 },
    })
    expect(undoLast(jobWithTwoTasks, priced(tap, 99))).toMatchObject({ refused: 'undo-no-price' })
  })

  test('a completed task is open again, without cycling through the statuses', () => {
    expect(undoLast(jobWithTwoTasks, taskCompleted)).toMatchObject({
      type: 'SetTaskStatus',
      data: { taskId: tap.taskId, status: 'not completed', from: 'completed' },
    })
  })

  test('a first booking is deleted, and a deleted one is booked again', () => {
    expect(undoLast(jobWithTwoTasks, jobScheduled)).toMatchObject({ type: 'DeleteBooking' })
    expect(undoLast(jobWithTwoTasks, jobScheduled, bookingDeleted)).toMatchObject({
      type: 'ScheduleJob',
      data: booking,
    })
  })

  test('office details get their former values back, and name the ones they replace', () => {
    expect(undoLast(jobWithTwoTasks, referred)).toMatchObject({ type: 'EditJob', data: { workOrder: '' } })
  })

  test('a deleted task comes back as it was', () => {
    const [was] = [bath]
    expect(
      undoLast(jobWithTwoTasks, priced(was, 700), { type: 'TaskDeleted', data: { taskId: was.taskId } }),
    ).toMatchObject({ type: 'AddTask', data: { taskId: was.taskId, description: was.description, price: 700 } })
  })
})

describe('a change that cannot be undone is refused with a reason', () => {
  test('another person’s comment, a deleted image, the creation of the job, and a consequence', () => {
    expect(undoLast(jobWithTwoTasks, by(tom, noteAdded))).toMatchObject({ refused: 'not-your-note' })
    expect(undoLast(jobWithTwoTasks, imageAdded, { type: 'ImageDeleted', data: { imageId } })).toMatchObject({
      refused: 'undo-image',
    })
    expect(undoLast(jobWithTwoTasks)).toMatchObject({ refused: 'undo-beginning' })
    expect(undoLast(jobWithTwoTasks, invoiced('INV-1'))).toMatchObject({ refused: 'undo-invoice' })
    const under = { type: 'JobInvoiced', data: { invoice: 'INV-1', vat: 'reduced' } } as const
    const undone = (...of: Given[]) => undoLast(jobCreated, taskCompleted, warned('', 'invoiced'), ...of)
    expect(undone(invoiced('INV-1'), under)).toMatchObject({ data: { invoice: 'INV-1', vat: '' } })
    expect(undone(under, invoiced('INV-2'))).toMatchObject({ data: { invoice: 'INV-1', vat: 'reduced' } })
  })

  test('a task that no longer exists, and a field that already has its former value', () => {
    const log = recorded(jobWithTwoTasks, taskCompleted, { type: 'TaskDeleted', data: { taskId: tap.taskId } })
    const jobEvents = log.filter(isJobEvent)
    const completed = jobEvents.find((one) => one.type === 'TaskCompleted') ?? expect.fail('it was completed')
    const before = folded(jobEvents.slice(0, jobEvents.indexOf(completed)))
    expect(undoOf(completed, before, folded(jobEvents), context(priya))).toMatchObject({ refused: 'undo-gone' })
    const again = recorded(jobWithTwoTasks, priced(tap, 1), priced(tap, 2), priced(tap, 1)).filter(isJobEvent)
    const second = again.findLast((one) => one.type === 'TaskPriced' && one.data.price === 2) ?? expect.fail('priced')
    expect(undoOf(second, folded(again.slice(0, again.indexOf(second))), folded(again), context(dana))).toMatchObject({
      refused: 'already-so',
    })
  })

  test('the team can undo only what it may change', () => {
    const log = recorded(jobWithTwoTasks, warned('', 'management')).filter(isJobEvent)
    const last = log.at(-1) ?? expect.fail('warned')
    expect(undoOf(last, folded(log.slice(0, -1)), folded(log), context(maya))).toMatchObject({ type: 'ChangeWarning' })
    const office = recorded(jobWithTwoTasks, warned('', 'management'), warned('management', 'no access')).filter(
      isJobEvent,
    )
    const later = office.at(-1) ?? expect.fail('warned')
    expect(undoOf(later, folded(office.slice(0, -1)), folded(office), context(maya))).toMatchObject({
      refused: 'warning-not-for-team',
    })
  })
})

/** The fields of an event itself. The job status, its consequence, may take another value. */
const own = (before: Job | undefined, after: Job | undefined) =>
  jobChanges(before, after).filter((one) => one.field !== 'jobStatus')

test('whatever happened, undoing the last change that can be undone restores its former values, by a valid command', () => {
  let undone = 0
  fc.assert(
    fc.property(steps, (sample) => {
      const ledger = memoryLedger()
      for (const { command, who } of sample) {
        const before = folded(ledger.log.filter((one) => isJobCommand(command) && one.streamId === command.data.jobId))
        const now = ledger.handle(command, who)
        if (isRefusal(now) || !isJobCommand(command)) continue
        const [first, ...rest] = now.filter(isJobEvent)
        if (!first || rest.some((one) => one.type !== 'JobStatusChanged')) continue
        const after = [first, ...rest].reduce(evolve, before)
        const undo = undoOf(first, before, after, context(who))
        if (isRefusal(undo)) continue
        expect(commands[undo.type].safeParse(undo.data), undo.type).toMatchObject({ success: true })
        const put = ledger.handle(undo, who)
        // Somebody may have been booked elsewhere since, or the company needs photos, which only the server knows.
        if (isRefusal(put)) {
          expect(['already-booked', 'not-a-member', 'photos-needed']).toContain(put.refused)
          continue
        }
        undone += 1
        const back = put.filter(isJobEvent).reduce(evolve, after)
        expect(own(before, back).filter((one) => own(before, after).some((was) => was.field === one.field))).toEqual([])
        // Whatever number is put back is on the invoice that it was on.
        if (back?.office?.invoice === before?.office?.invoice)
          expect(back?.office?.invoicedAt).toBe(before?.office?.invoicedAt)
      }
    }),
    sequences,
  )
  expect(undone).toBeGreaterThan(sequences.numRuns)
})
