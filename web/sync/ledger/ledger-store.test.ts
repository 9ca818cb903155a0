import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import type { JobCommand } from '#core/job/messages.ts'
import { aDisk, aServer, created, cycle, jobId, sarah, taskIds } from '#test/core/one-job-device.ts'
import { answered, type Entry, refused, waiting } from '#web/sync/outbox/outbox.ts'
import type { SendOutcome } from '#web/sync/outbox/outbox-sender.ts'
import { confirmPush } from './confirm-pushes.ts'
import { dispatch } from './dispatch.ts'
import { confirmJob, discard, openLedger, retry, unsentCount, useLedger, wakeOutbox } from './ledger-store.ts'
import { shownJob } from './shown-documents.ts'

let close = () => {}
afterEach(() => close())

const open = (disk: ReturnType<typeof aDisk>, send: (entries: readonly Entry[]) => Promise<SendOutcome>) => {
  close()
  close = openLedger(sarah, { storage: disk.storage, sending: { send, alone: (work) => work(), pause: () => 1 } })
}
const reread = (server: ReturnType<typeof aServer>) => {
  const { job, seq } = server.now()
  confirmJob(jobId, job, seq)
}
/** Waits until every command is answered and a newly opened tab has read storage. */
const allAnswered = (disk: ReturnType<typeof aDisk>) =>
  vi.waitFor(
    () => {
      expect(unsentCount() + waiting(disk.stored()).length).toBe(0)
      expect(useLedger.getState().queue).toEqual(disk.stored())
    },
    { interval: 1, timeout: 60_000 },
  )

test('a change is shown and stored on the device before it is sent', async () => {
  const disk = aDisk()
  const server = aServer()
  const sent: (readonly string[])[] = []
  open(disk, async (entries) => {
    sent.push(disk.stored().map((one) => one.commandId))
    return { results: entries.map(server.take) }
  })
  expect(dispatch(created)).toBeUndefined()
  expect(shownJob(useLedger.getState(), jobId)?.apartmentName).toBe('14 Marlowe Court')
  expect(sent).toEqual([])
  await allAnswered(disk)
  expect(sent[0]).toEqual(server.applied)
})

test('what is answered after a change of role is shown as answered', async () => {
  const disk = aDisk()
  const server = aServer()
  const answer = Promise.withResolvers<void>()
  const send = vi.fn(async (entries: readonly Entry[]) => {
    await answer.promise
    return { results: entries.map(server.take) }
  })
  // A page does not hear of its own changes.
  const storage = { ...disk.storage, watch: () => () => undefined }
  close = openLedger(sarah, { storage, sending: { send, alone: (work) => work(), pause: () => 1 } })
  dispatch(created)
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
  // The first is still sending: the other waits for its lock.
  const sending = { send, alone: () => new Promise<never>(() => undefined), pause: () => 1 }
  close()
  close = openLedger({ ...sarah, userRole: 'team' }, { storage, sending })
  await vi.waitFor(() => expect(waiting(useLedger.getState().queue)).toHaveLength(1))
  answer.resolve()
  await vi.waitFor(() => expect(waiting(useLedger.getState().queue)).toEqual([]))
})

test('what another tab stored before it was killed, untold, is shown with the next attempt to send', async () => {
  const disk = aDisk()
  const server = aServer()
  const storage = { ...disk.storage, watch: () => () => undefined }
  const send = vi.fn(async () => ({ failed: 'unreachable' as const }))
  close = openLedger(sarah, { storage, sending: { send, alone: (work) => work(), pause: () => 60_000 } })
  dispatch(created)
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
  await disk.storage.change((queue) => answered(queue, queue.map(server.take), queue))
  expect(waiting(useLedger.getState().queue)).toHaveLength(1)
  wakeOutbox()
  await vi.waitFor(() => expect(waiting(useLedger.getState().queue)).toEqual([]))
  expect(send).toHaveBeenCalledOnce()
})

test('a command that the rules refuse is refused immediately and never sent', async () => {
  const disk = aDisk()
  const send = vi.fn(async () => ({ results: [] }))
  open(disk, send)
  confirmJob(jobId, undefined, 0)
  const refusal = dispatch({ type: 'ChangeWarning', data: { jobId, warning: 'no access' } })
  expect(refusal?.error).toBe('Job not found.')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(send).not.toHaveBeenCalled()
})

test('a change to a job that this device has not read is stored, and the server decides on it', async () => {
  const disk = aDisk()
  const server = aServer()
  server.take({ commandId: 'first', command: created, happenedAt: '2026-11-20T09:00:00.000Z' })
  open(disk, async (entries) => ({ results: entries.map(server.take) }))
  const times = { jobStart: '2026-11-21T09:00:00.000Z', jobEnd: '2026-11-21T11:00:00.000Z' }
  const booking = { jobId, jobBookingId: crypto.randomUUID(), ...times, access: '', assignedTo: [] }
  expect(dispatch({ type: 'ScheduleJob', data: booking })).toBeUndefined()
  expect(
    dispatch({ type: 'ChangeWarning', data: { jobId: crypto.randomUUID(), warning: 'no access' } }),
  ).toBeUndefined()
  await allAnswered(disk)
  expect(server.now().job?.jobStart).toBe(times.jobStart)
})

test('a prediction is dropped when the push reaches its seq, and not before', async () => {
  const disk = aDisk()
  const server = aServer()
  server.take({ commandId: 'first', command: created, happenedAt: '2026-11-20T09:00:00.000Z' })
  open(disk, async (entries) => ({ results: entries.map(server.take) }))
  reread(server)
  const before = server.now()
  dispatch(cycle(before.job, 0))
  await allAnswered(disk)
  const shown = () => shownJob(useLedger.getState(), jobId)?.jobDescriptions[0]?.status
  expect(shown()).toBe('completed')
  confirmPush('job', before.seq, before.job ? [before.job] : [], [])
  expect(shown()).toBe('completed')
  const after = server.now()
  confirmPush('job', after.seq, after.job ? [after.job] : [], [])
  expect(shownJob(useLedger.getState(), jobId)).toEqual(after.job)
})

test('a command that the server refuses keeps its reason, delays nothing, and can be retried or discarded', async () => {
  const disk = aDisk()
  const server = aServer()
  server.take({ commandId: 'first', command: created, happenedAt: '2026-11-20T09:00:00.000Z' })
  open(disk, async (entries) => ({
    results: entries.map((one) =>
      one.command.type === 'AddNote'
        ? { commandId: one.commandId, status: 'refused', error: 'Not today.' }
        : server.take(one),
    ),
  }))
  reread(server)
  dispatch({ type: 'AddNote', data: { jobId, noteId: crypto.randomUUID(), note: 'Keys with concierge' } })
  dispatch(cycle(server.now().job, 0))
  await allAnswered(disk)
  const [entry] = refused(useLedger.getState().queue)
  expect(entry?.reason).toBe('Not today.')
  expect(server.now().job?.jobDescriptions[0]?.status).toBe('completed')
  expect(shownJob(useLedger.getState(), jobId)?.extraNotes).toEqual([])
  await retry(entry?.commandId ?? '')
  await allAnswered(disk)
  expect(refused(useLedger.getState().queue)).toHaveLength(1)
  await discard(entry?.commandId ?? '')
  expect(refused(useLedger.getState().queue)).toEqual([])
})

test('a command that the server cannot parse does not delay the others', async () => {
  const disk = aDisk()
  const server = aServer()
  server.take({ commandId: 'first', command: created, happenedAt: '2026-11-20T09:00:00.000Z' })
  open(disk, async (entries) =>
    entries.some((one) => one.command.type === 'AddNote')
      ? { failed: 'rejected', error: 'This text contains a character that cannot be stored.' }
      : { results: entries.map(server.take) },
  )
  reread(server)
  dispatch({ type: 'AddNote', data: { jobId, noteId: crypto.randomUUID(), note: 'odd' } })
  dispatch(cycle(server.now().job, 1))
  await allAnswered(disk)
  expect(server.now().job?.jobDescriptions[1]?.status).toBe('completed')
  expect(refused(useLedger.getState().queue)[0]?.reason).toBe('This text contains a character that cannot be stored.')
})

/** A sequence of things that happen to the device and its network. */
const step = fc.oneof(
  fc.record({ does: fc.constant('cycle' as const), task: fc.nat(1) }),
  fc.record({ does: fc.constant('ready' as const), task: fc.nat(1), ready: fc.boolean() }),
  fc.record({ does: fc.constant('note' as const), noteId: fc.uuid({ version: 7 }) }),
  fc.record({ does: fc.constant('someone else cycles' as const), task: fc.nat(1) }),
  fc.record({ does: fc.constant('reload' as const) }),
  fc.record({ does: fc.constant('read' as const) }),
  fc.record({ does: fc.constant('push' as const) }),
  fc.record({ does: fc.constant('pause' as const), milliseconds: fc.nat(6) }),
)
const network = fc.array(fc.constantFrom('works', 'drops the request', 'drops the answer', 'sends it twice'), {
  minLength: 1,
  maxLength: 12,
})

test('whatever the network drops and however often the page reloads, the screen ends up matching the server', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), network, async (steps, weather) => {
      const disk = aDisk()
      const server = aServer()
      server.take({ commandId: 'first', command: created, happenedAt: '2026-11-20T09:00:00.000Z' })
      let requests = 0
      const send = async (entries: readonly Entry[]): Promise<SendOutcome> => {
        const now = requests < weather.length ? weather[requests] : 'works'
        requests += 1
        if (now === 'drops the request') return { failed: 'unreachable' }
        const results = entries.map(server.take)
        if (now === 'sends it twice') entries.map(server.take)
        return now === 'drops the answer' ? { failed: 'unreachable' } : { results }
      }
      open(disk, send)
      reread(server)
      const given: string[] = []
      const dispatched = (command: JobCommand) => {
        const before = useLedger.getState().queue.length
        dispatch(command)
        const { queue } = useLedger.getState()
        if (queue.length > before) given.push(queue.at(-1)?.commandId ?? '')
      }
      for (const one of steps) {
        const job = shownJob(useLedger.getState(), jobId)
        if (one.does === 'cycle') dispatched(cycle(job, one.task))
        if (one.does === 'ready')
          dispatched({ type: 'SetTaskReady', data: { jobId, taskId: taskIds[one.task] ?? '', ready: one.ready } })
        if (one.does === 'note')
          dispatched({ type: 'AddNote', data: { jobId, noteId: one.noteId, note: 'No answer at the door' } })
        if (one.does === 'someone else cycles')
          server.take({
            commandId: crypto.randomUUID(),
            command: cycle(server.now().job, one.task),
            happenedAt: '2026-11-20T09:30:00.000Z',
          })
        if (one.does === 'reload') {
          // A command counts once it is stored; a tab that dies earlier never accepted it.
          await vi.waitFor(
            () =>
              expect(disk.stored().map((entry) => entry.commandId)).toEqual(
                useLedger.getState().queue.map((entry) => entry.commandId),
              ),
            { interval: 1, timeout: 60_000 },
          )
          open(disk, send)
          reread(server)
        }
        if (one.does === 'read') reread(server)
        if (one.does === 'push') {
          const { job: pushed, seq } = server.now()
          confirmPush('job', seq, pushed ? [pushed] : [], [])
        }
        if (one.does === 'pause') await new Promise((resolve) => setTimeout(resolve, one.milliseconds))
      }
      await allAnswered(disk)
      reread(server)
      const { queue } = useLedger.getState()
      expect(shownJob(useLedger.getState(), jobId)).toEqual(server.now().job)
      const answered = new Set([...server.applied, ...refused(queue).map((entry) => entry.commandId)])
      expect(given.filter((commandId) => !answered.has(commandId))).toEqual([])
      expect(new Set(server.applied).size).toBe(server.applied.length)
    }),
    { numRuns: 120 },
  )
}, 180_000)

test('nothing is dispatched in a company that this device knows to be closed', async () => {
  const disk = aDisk()
  const send = vi.fn(async () => ({ results: [] }))
  let isClosed = true
  close()
  close = openLedger(sarah, {
    storage: disk.storage,
    sending: { send, alone: (work) => work(), pause: () => 1 },
    isReadOnly: () => isClosed,
  })
  expect(dispatch(created)).toMatchObject({ refused: 'company-closed' })
  expect([useLedger.getState().queue, disk.stored()]).toEqual([[], []])
  isClosed = false
  expect(dispatch(created)).toBeUndefined()
  expect(unsentCount()).toBe(1)
})
