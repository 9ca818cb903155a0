import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { jobChanges } from '#core/history/changes.ts'
import { decide } from '#core/job/decisions.ts'
import { evolve, type Job } from '#core/job/job.ts'
import type { JobCommand } from '#core/job/messages.ts'
import { isJobCommand, isJobEvent, type StoredEvent } from '#core/ledger/ledger.ts'
import { visible } from '#core/model/access.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { companyId, dana, type Given, jobId, now, type Person, recorded, tom } from '#test/core/given-when-then.ts'
import {
  booking,
  completed,
  invoiced,
  jobCreated,
  jobScheduled,
  priced,
  referred,
  status,
  tap,
  taskCompleted,
  warned,
} from '#test/core/job-events.ts'
import { memoryLedger } from '#test/core/memory-ledger.ts'
import { steps } from '#test/core/random-commands.ts'
import { sequences, sequencesTimeout } from '#test/core/random-sequences.ts'
import { predict } from './prediction.ts'
import { undoAtOnce } from './undo-at-once.ts'

vi.setConfig({ testTimeout: sequencesTimeout })

const asked = (who: Person) => ({ actorId: who.userId, actorRole: who.role, companyId, at: now, facts: {} })
const folded = (...past: Given[]) =>
  recorded(...past)
    .filter(isJobEvent)
    .reduce(evolve, undefined)

/** What a person's command does to a job, and how it is undone. */
function made(before: Job | undefined, command: JobCommand, who = dana) {
  const done = predict(before, command, asked(who), { commandId: '', happenedAt: now, seq: 0 })
  if (!before || isRefusal(done) || !done.document) return expect.fail('the change is refused')
  const { document: after } = done
  const undo = undoAtOnce({ before, after, events: done.events.filter(isJobEvent) }, asked(who))
  return { before, after, undo }
}
const warn = (
  warning: 'no access' | 'cancelled' | 'invoiced' | 'quote approved' | '',
  invoice?: string,
): JobCommand => ({
  type: 'ChangeWarning',
  data: { jobId, warning, ...(invoice ? { invoice } : {}) },
})
const office = [jobCreated, referred]
const booked = [...office, jobScheduled, status('pending', 'booked', 'scheduled')]
const finished = [...office, taskCompleted, status('pending', 'completed', 'tasks')]

test.each([
  ['a warning on a booked job, which was set to pending', booked, warn('no access')],
  ['a cancellation', office, warn('cancelled')],
  ['an invoice, with its number', finished, warn('invoiced', 'INV-7')],
  ['a cleared warning', [...office, warned('', 'management')], warn('')],
  ['another invoice number', [...finished, warned('', 'invoiced'), invoiced('INV-7')], warn('invoiced', 'INV-8')],
  [
    'another invoice number after one that had stayed',
    [...finished, warned('', 'invoiced'), invoiced('INV-7'), warned('invoiced', '')],
    warn('invoiced', 'INV-8'),
  ],
  [
    'another price',
    [...office, priced(tap, 8_500)],
    { type: 'PriceTask', data: { jobId, taskId: tap.taskId, price: 9_900 } } as const,
  ],
])('%s is undone to the last field', (_, past, command) => {
  const { before, after, undo } = made(folded(...past), command)
  const events = undo && decide(after, undo, asked(dana))
  if (!events || isRefusal(events)) return expect.fail('it can be undone')
  const { after: back } = made(after, undo)
  expect(jobChanges(before, back)).toEqual([])
  expect(back.office?.invoicedAt).toBe(before.office?.invoicedAt)
})

test.each([
  ['a first price', office, { type: 'PriceTask', data: { jobId, taskId: tap.taskId, price: 9_900 } } as const],
  [
    'a warning after which the status was another one for good',
    [...office, status('pending', 'to estimate', 'tasks')],
    warn('cancelled'),
  ],
])('%s cannot be undone at once', (_, past, command) => {
  expect(made(folded(...past), command).undo).toBeUndefined()
})

test('the team undoes its own warning, and never an invoice number', () => {
  const { undo } = made(folded(...booked), warn('no access'), tom)
  expect(undo).toMatchObject({ type: 'ChangeWarning', data: { warning: '', from: { warning: 'no access' } } })
  const paid = folded(...finished, warned('', 'invoiced'), invoiced('INV-7'))
  const taken = decide(paid, { type: 'ChangeWarning', data: { jobId, warning: '', undo: true } }, asked(tom))
  expect(isRefusal(taken) ? taken : taken.map(({ type }) => type)).toEqual(['WarningChanged'])
})

test('the team undoes its own warning beside an invoice number that it does not see, and cannot guess the number', () => {
  const past = [...finished, warned('', 'invoiced'), invoiced('INV-7'), warned('invoiced', '')]
  const whole = folded(...past)
  const seen = whole && visible('team', whole)
  const { undo } = made(seen, warn('no access'), tom)
  if (undo?.type !== 'ChangeWarning') return expect.fail('it can be undone')
  expect(undo.data.from).toEqual({ warning: 'no access' })
  const { after } = made(whole, warn('no access'), tom)
  const undone = decide(after, undo, asked(tom))
  expect(undone).not.toHaveProperty('refused')
  for (const invoice of ['INV-7', 'INV-8']) {
    const guess: JobCommand = { ...undo, data: { ...undo.data, from: { warning: 'no access', invoice, vat: '' } } }
    expect(decide(after, guess, asked(tom))).toEqual(undone)
  }
})

test('once somebody has changed the same, the undo is refused and theirs stands', () => {
  const { after, undo } = made(folded(...booked), warn('no access'))
  const theirs = made(after, warn('cancelled')).after
  if (!undo) return expect.fail('it can be undone')
  expect(decide(theirs, undo, asked(dana))).toMatchObject({ error: 'Someone else has changed this in the meantime.' })
  // What they did to a task is no reason.
  const worked = made(after, { type: 'SetTaskReady', data: { jobId, taskId: tap.taskId, ready: true } }).after
  expect(decide(worked, undo, asked(dana))).not.toHaveProperty('refused')
})

test('a booking that somebody has moved since is not undone', () => {
  const schedule = (jobEnd: string): JobCommand => ({ type: 'ScheduleJob', data: { jobId, ...booking, jobEnd } })
  const { after, undo } = made(folded(...office), schedule(booking.jobEnd))
  expect(undo).toMatchObject({ type: 'DeleteBooking', data: { from: { jobStart: booking.jobStart } } })
  const theirs = made(after, schedule('2026-11-20T15:00:00.000Z')).after
  if (!undo) return expect.fail('it can be undone')
  expect(decide(theirs, undo, asked(dana))).toMatchObject({ error: 'Someone else has changed this in the meantime.' })
})

test('an undo takes back only the invoice number that was seen', () => {
  const { after, undo } = made(folded(...finished), warn('invoiced', 'INV-7'))
  const theirs = made(after, warn('invoiced', 'INV-8')).after
  if (!undo) return expect.fail('it can be undone')
  expect(decide(theirs, undo, asked(dana))).toMatchObject({ error: 'Someone else has changed this in the meantime.' })
  // An undo that was given before there was such a number, by an older page, says none.
  const blind: JobCommand = {
    type: 'ChangeWarning',
    data: { jobId, warning: '', undo: true, from: { warning: 'invoiced' } },
  }
  expect(decide(theirs, blind, asked(dana))).not.toHaveProperty('refused')
})

test('taking back a warning that set no status changes none', () => {
  const job = folded(...office, completed(tap), status('pending', 'completed', 'tasks'), warned('', 'management'))
  const undone = decide(job, { type: 'ChangeWarning', data: { jobId, warning: '', undo: true } }, asked(dana))
  expect(isRefusal(undone) ? undone : undone.map(({ type }) => type)).toEqual(['WarningChanged'])
})

test('whatever is undone at once is exactly as before', () => {
  const undone = new Set<string>()
  fc.assert(
    fc.property(steps, (sample) => {
      const ledger = memoryLedger()
      const jobOf = (log: readonly StoredEvent[], id: string) =>
        log
          .filter((one) => one.streamId === id)
          .filter(isJobEvent)
          .reduce(evolve, undefined)
      for (const { command, who } of sample) {
        if (!isJobCommand(command)) {
          ledger.handle(command, who)
          continue
        }
        const before = jobOf(ledger.log, command.data.jobId)
        const now = ledger.handle(command, who)
        const after = jobOf(ledger.log, command.data.jobId)
        if (isRefusal(now) || !before || !after || now.length === 0) continue
        const undo = undoAtOnce({ before, after, events: now.filter(isJobEvent) }, asked(who))
        if (!undo || isRefusal(ledger.handle(undo, who))) continue
        const back = jobOf(ledger.log, command.data.jobId)
        expect(jobChanges(before, back)).toEqual([])
        expect(back?.office?.invoicedAt).toBe(before.office?.invoicedAt)
        undone.add(command.type)
      }
    }),
    sequences,
  )
  // Which types there are is a matter of chance.
  expect(undone.size).toBeGreaterThan(3)
})
