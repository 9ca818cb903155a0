import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import type { Job } from '#core/job/job.ts'
import type { JobCommand } from '#core/job/messages.ts'
import type { Warning } from '#core/job/values.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { predict } from '#core/prediction/prediction.ts'
import { isOfJob } from '#core/prediction/subjects.ts'
import type { CommandResult } from '#core/wire/commands.ts'
import { type Entry, type Queue, refused, withKept } from '#web/sync/outbox/outbox.ts'
import { contextOf } from './asker-context.ts'
import { dispatch, dispatchDeletion } from './dispatch.ts'
import type { Asker } from './ledger-state.ts'
import { confirmJob, openLedger, useLedger } from './ledger-store.ts'
import { shownJob } from './shown-documents.ts'

const sarah: Asker = {
  userId: '0198c000-0000-7000-8000-000000000001',
  userRole: 'admin',
  companyId: '0198c000-0000-7000-8000-00000000000c',
}
const jobId = '0198c000-0000-7000-8000-0000000000a1'
const idOf = (kind: 'b' | 'd', nth: number) => `0198c000-0000-7000-8000-0000000000${kind}${nth}`
const tasks = [1, 2, 3].map((nth) => ({ taskId: idOf('b', nth), description: `Task ${nth}` }))

const created: JobCommand = {
  type: 'CreateJob',
  data: { jobId, apartmentName: '14 Marlowe Court', createdAt: '2026-11-20', tasks },
}

/** The server: the real rules, each command accepted once, in order of arrival. */
function aServer() {
  let job: Job | undefined
  let seq = 0
  const take = ({ commandId, command, happenedAt }: Pick<Entry, 'commandId' | 'command' | 'happenedAt'>) => {
    if (!isOfJob(command)) throw new Error('This server knows one job and nothing else')
    const outcome = predict(job, command, contextOf(sarah, { happenedAt }), { commandId, happenedAt, seq })
    if (isRefusal(outcome)) return { commandId, status: 'refused', error: outcome.error } satisfies CommandResult
    job = outcome.document
    seq += outcome.events.length
    return { commandId, status: 'accepted', seq } satisfies CommandResult
  }
  return { take, now: () => ({ job, seq }) }
}

type Change =
  | { does: 'cycle'; of: number }
  | { does: 'say' | 'book' | 'unbook' | 'add' }
  | { does: 'warn'; warning: Warning }
type Deletion = { does: 'delete task' | 'delete note'; of: number }
type Step = Change | Deletion | { does: 'wait'; milliseconds: number }

const of = fc.nat(2)
const warning = fc.constantFrom<Warning>('', 'invoiced', 'free of charge', 'cancelled', 'no access', 'quote sent')
const step = fc.oneof<fc.Arbitrary<Step>[]>(
  fc.record({ does: fc.constantFrom('delete task' as const, 'delete note' as const), of }),
  fc.record({ does: fc.constant('cycle' as const), of }),
  fc.record({ does: fc.constantFrom('say' as const, 'book' as const, 'unbook' as const, 'add' as const) }),
  fc.record({ does: fc.constant('warn' as const), warning }),
  fc.record({ does: fc.constant('wait' as const), milliseconds: fc.nat(12_000) }),
)

function commandOf(job: Job, change: Change): JobCommand | undefined {
  if (change.does === 'warn')
    return { type: 'ChangeWarning', data: { jobId, warning: change.warning, invoice: 'INV-1' } }
  if (change.does === 'say') return { type: 'AddNote', data: { jobId, noteId: crypto.randomUUID(), note: 'No answer' } }
  if (change.does === 'add')
    return { type: 'AddTask', data: { jobId, taskId: crypto.randomUUID(), description: 'More' } }
  if (change.does === 'unbook') return { type: 'DeleteBooking', data: { jobId } }
  if (change.does === 'cycle') {
    const task = job.jobDescriptions[change.of]
    return task && { type: 'CycleTask', data: { jobId, taskId: task.taskId, from: task.status } }
  }
  const times = { jobStart: '2026-12-01T09:00:00.000Z', jobEnd: '2026-12-01T11:00:00.000Z' }
  return { type: 'ScheduleJob', data: { jobId, jobBookingId: idOf('d', 1), ...times, access: '', assignedTo: [] } }
}

function deletionOf(job: Job, { does, of: nth }: Deletion): JobCommand | undefined {
  const task = job.jobDescriptions[nth]
  const note = job.extraNotes[nth]
  if (does === 'delete task') return task && { type: 'DeleteTask', data: { jobId, taskId: task.taskId } }
  return note && { type: 'DeleteNote', data: { jobId, noteId: note.noteId } }
}

const isDeletion = (one: Step): one is Deletion => one.does === 'delete task' || one.does === 'delete note'

/** A job without the fields that only tell when and how often it was changed. */
const factsOf = (job: Job | undefined) => {
  const { version: _, lastModified: _at, ...facts } = job ?? { version: 0, lastModified: '' }
  return facts
}
const shown = () => shownJob(useLedger.getState(), jobId)

let close = () => {}
afterEach(() => {
  close()
  vi.useRealTimers()
})

// Hundreds of random orders take a minute on a machine that does other work too.
test('with held deletions, no command is refused because of its order, and the result is as shown', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T09:00:00.000Z') })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      close()
      let stored: Queue = []
      const storage = {
        read: async () => stored,
        change: async (by: (queue: Queue) => Queue) => (stored = by(structuredClone(stored))),
        wipe: async () => undefined,
        watch: () => () => undefined,
        keep: async (entries: readonly Entry[]) => {
          stored = withKept(stored, entries)
        },
      }
      const server = aServer()
      const send = async (entries: readonly Entry[]) => ({ results: entries.map(server.take) })
      close = openLedger(sarah, { storage, sending: { send, alone: (work) => work(), pause: () => 1 } })
      server.take({ commandId: 'first', command: created, happenedAt: '2026-11-20T08:00:00.000Z' })
      confirmJob(jobId, server.now().job, server.now().seq)
      for (const one of steps) {
        const job = shown()
        if (!job) throw new Error('The job is shown no more')
        if (one.does === 'wait') await vi.advanceTimersByTimeAsync(one.milliseconds)
        else if (isDeletion(one)) {
          const command = deletionOf(job, one)
          if (command) dispatchDeletion(command)
        } else {
          const command = commandOf(job, one)
          if (command) dispatch(command)
        }
        await vi.advanceTimersByTimeAsync(1)
      }
      const last = factsOf(shown())
      await vi.advanceTimersByTimeAsync(60_000)
      expect(refused(useLedger.getState().queue)).toEqual([])
      expect(factsOf(server.now().job)).toEqual(last)
    }),
    { numRuns: 300 },
  )
}, 300_000)
