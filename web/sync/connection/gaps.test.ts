import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import type { CatchUpRequest, Push, SyncPosition } from '#core/wire/push.ts'
import { CallFailure } from '#web/client/request.ts'
import { openDevice } from '#web/sync/device/device-reads.ts'
import { documentSeq, emptyLedger } from '#web/sync/ledger/ledger-state.ts'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import { calendarRead } from '#web/sync/reads/calendar.ts'
import { jobRead } from '#web/sync/reads/job.ts'
import { listen } from './listen.ts'
import { openQueries } from './open-queries.ts'

type Job = 'tap' | 'bath'
type Message = { push: Push } | { place: SyncPosition; to: (place: SyncPosition) => void }

/** A server with two jobs, whose every event is pushed, and a line to one browser that carries messages in order until it is cut. */
const server = vi.hoisted(() => ({
  events: ['tap', 'bath'] as string[],
  isDown: false,
  tell: new EventTarget(),
  /** Answers that are on their way. */
  answers: [] as (() => void)[],
  onCaughtUp: (_: CatchUpRequest, _answer: (place: SyncPosition) => void) => {},
}))
vi.mock('socket.io-client', () => {
  const emitter = { on: () => undefined, off: () => undefined }
  const on = (event: string, hear: (told: unknown) => void) =>
    server.tell.addEventListener(event, (told) => hear(told instanceof CustomEvent && told.detail))
  const emit = (_: string, missed: CatchUpRequest, answer: (place: SyncPosition) => void) =>
    server.onCaughtUp(missed, answer)
  return { io: () => ({ ...emitter, on, emit, io: emitter, disconnect: () => undefined, connected: true }) }
})
vi.mock('#web/client/call.ts', () => ({
  call: async (path: string) => {
    const seq = server.events.length
    const versionOf = (jobId: string) => server.events.filter((one) => one === jobId).length
    if (path === paths.ledger) {
      if (server.isDown) throw new CallFailure(0, 'unreachable')
      return { epoch: 1, seq }
    }
    const jobId = path.split('/').at(-1) ?? ''
    const answer =
      path === paths.calendar
        ? { bookings: ['tap', 'bath'].map((one) => bookingAt(one, versionOf(one))), seq }
        : { job: { jobId, version: versionOf(jobId), jobDescriptions: [], extraNotes: [] }, urls: {}, seq }
    await new Promise<void>((resolve) => server.answers.push(resolve))
    return answer
  },
}))

const bookingAt = (jobId: string, version: number) => ({
  ...{ jobId, jobRef: '00001', apartmentName: `version ${version}`, jobStatus: 'scheduled', warning: '' },
  ...{ jobStart: '2026-11-20T09:00:00.000Z', jobEnd: '2026-11-20T10:00:00.000Z', assignedTo: [] },
})
const range = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' }

const versionAt = (jobId: string, seq: number) => server.events.slice(0, seq).filter((one) => one === jobId).length

/** Resolves when whatever is ready has been done. */
const settled = async () => {
  for (let turn = 0; turn < 8; turn += 1) await new Promise((resolve) => setTimeout(resolve))
}

/** The server's end of the line. */
function aLine() {
  let line: Message[] | undefined
  let sent = 0
  let asked: { missed: CatchUpRequest; answer: (place: SyncPosition) => void } | undefined
  const reachedAt = (seq: number) => ({ job: { generation: 1, seq }, calendar: { generation: 1, seq } })
  const now = () => server.events.length
  const pushes = (after: number) => {
    const jobs = [...new Set(server.events.slice(after))]
    const rowsOf = {
      job: jobs.map((jobId) => ({ jobId, version: versionAt(jobId, now()), jobDescriptions: [], extraNotes: [] })),
      calendar: jobs.map((jobId) => bookingAt(jobId, versionAt(jobId, now()))),
    }
    const head = { epoch: 1, seq: now(), removed: [] }
    const { job, calendar } = reachedAt(now())
    // A browser that is cut off between the two has not received the second.
    const reached = { job: { job, calendar: reachedAt(after).calendar }, calendar: { job, calendar } }
    return jobs.length === 0
      ? []
      : (['job', 'calendar'] as const).map((projection) => ({
          push: { ...head, reached: reached[projection], projection, rows: rowsOf[projection] },
        }))
  }
  server.onCaughtUp = (missed, answer) => {
    asked = { missed, answer }
  }
  const push = () => {
    line?.push(...pushes(sent))
    sent = now()
  }
  const hear = (message: Message) => {
    if ('place' in message) message.to(message.place)
    else server.tell.dispatchEvent(new CustomEvent('changed', { detail: message.push }))
  }
  return {
    connect() {
      if (line) return
      line = []
      sent = now()
      server.tell.dispatchEvent(new CustomEvent('connect'))
    },
    cut() {
      if (!line) return
      line = undefined
      asked = undefined
      server.tell.dispatchEvent(new CustomEvent('disconnect', { detail: 'transport close' }))
    },
    push,
    /** Sends what the browser says it missed. */
    catchUp() {
      if (!asked || !line) return
      const { missed, answer } = asked
      asked = undefined
      line.push(
        ...pushes(
          'reached' in missed ? Math.min(missed.reached.job?.seq ?? 0, missed.reached.calendar?.seq ?? 0) : missed.seq,
        ),
      )
      line.push({ place: { epoch: 1, reached: reachedAt(now()) }, to: answer })
    },
    /** Lets the browser hear the next message. */
    deliver() {
      const message = line?.shift()
      if (message) hear(message)
      return message !== undefined
    },
  }
}

let queries = openQueries()
let leave = () => {}
beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined)
})
afterEach(() => {
  leave()
  vi.unstubAllGlobals()
})

function aPage() {
  leave()
  Object.assign(server, { events: ['tap', 'bath'], isDown: false, tell: new EventTarget(), answers: [] })
  queries = openQueries()
  useLedger.setState(emptyLedger, true)
  openDevice({ companyId: `harrow ${crypto.randomUUID()}`, userId: 'dana', userRole: 'owner' })
  const stop = listen(queries, 'dana')
  leave = () => {
    stop()
    queries.clear()
  }
  return aLine()
}

/** What the page takes for read of a job is what happened to it until then. */
function expectTruth() {
  const state = useLedger.getState()
  for (const [jobId, { body }] of Object.entries(state.jobs))
    if (body) expect(`${jobId} ${body.version}`).toBe(`${jobId} ${versionAt(jobId, documentSeq(state, jobId))}`)
}
const shown = () =>
  Object.fromEntries(Object.entries(useLedger.getState().jobs).map(([jobId, { body }]) => [jobId, body?.version]))
const booked = () =>
  Object.fromEntries(
    (
      queries.getQueryData<{ bookings: { jobId: string; apartmentName: string }[] }>(calendarRead(range).queryKey)
        ?.bookings ?? []
    ).map((one) => [one.jobId, one.apartmentName]),
  )

type Step =
  | 'tap'
  | 'bath'
  | 'push'
  | 'connect'
  | 'cut'
  | 'catch up'
  | 'deliver'
  | 'answer'
  | 'down'
  | 'up'
  | 'read tap'
  | 'read bath'
  | 'read calendar'

async function take(line: ReturnType<typeof aLine>, step: Step) {
  const read = (job: Job) => void queries.fetchQuery(jobRead(job)).catch(() => undefined)
  if (step === 'tap' || step === 'bath') server.events.push(step)
  if (step === 'push') line.push()
  if (step === 'connect') line.connect()
  if (step === 'cut') line.cut()
  if (step === 'catch up') line.catchUp()
  if (step === 'deliver') line.deliver()
  if (step === 'answer') server.answers.shift()?.()
  if (step === 'down') server.isDown = true
  if (step === 'up') server.isDown = false
  if (step === 'read tap') read('tap')
  if (step === 'read bath') read('bath')
  if (step === 'read calendar') void queries.fetchQuery(calendarRead(range)).catch(() => undefined)
  await settled()
  expectTruth()
}

/** Lets everything arrive that is on its way. */
async function arrive(line: ReturnType<typeof aLine>) {
  server.isDown = false
  await take(line, 'cut')
  await take(line, 'connect')
  await vi.waitFor(async () => {
    for (const answer of server.answers.splice(0)) answer()
    line.push()
    line.catchUp()
    while (line.deliver());
    await settled()
    expect(useLedger.getState()).not.toHaveProperty('ahead')
    expect(queries.isFetching()).toBe(0)
  }, 8_000)
}

test('a push from before a gap is closed is shown, but what lies between does not count as read', async () => {
  const line = aPage()
  for (const step of ['read tap', 'read bath', 'read calendar'] as const) {
    await take(line, step)
    await take(line, 'answer')
  }
  server.isDown = true
  // The change to the bath is missed; the one to the tap is pushed while the page cannot ask for what it missed.
  for (const step of ['bath', 'connect', 'tap', 'push', 'deliver', 'deliver'] as const) await take(line, step)
  expect(shown()).toEqual({ tap: 2, bath: 1 })
  expect(useLedger.getState().seqs).toEqual({})
  await arrive(line)
  expect(shown()).toEqual({ tap: 2, bath: 2 })
  expect(booked()).toEqual({ tap: 'version 2', bath: 'version 2' })
  expect(useLedger.getState().seqs).toMatchObject({ job: 4, calendar: 4 })
})

/** The line is cut after the push of the jobs and before that of the calendar. */
const cutBetween: Step[] = ['connect', 'catch up', 'deliver', 'tap', 'bath', 'push', 'deliver']

test('in whatever order pushes, answers and what was missed arrive, the page shows what happened, and at no time takes for read what it was not told', async () => {
  const steps: fc.Arbitrary<Step> = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom<Step>('tap', 'bath') },
    { weight: 4, arbitrary: fc.constantFrom<Step>('push', 'catch up', 'connect') },
    { weight: 8, arbitrary: fc.constantFrom<Step>('deliver', 'answer') },
    { weight: 2, arbitrary: fc.constantFrom<Step>('cut', 'down', 'up') },
    { weight: 3, arbitrary: fc.constantFrom<Step>('read tap', 'read bath', 'read calendar') },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 10, maxLength: 40 }), async (chosen) => {
      const line = aPage()
      for (const step of ['read tap', 'answer', 'read bath', 'answer', 'read calendar', 'answer', ...chosen] as const)
        await take(line, step)
      await arrive(line)
      const now = (jobId: string) => versionAt(jobId, server.events.length)
      expect(shown()).toEqual({ tap: now('tap'), bath: now('bath') })
      expect(booked()).toEqual({ tap: `version ${now('tap')}`, bath: `version ${now('bath')}` })
    }),
    { numRuns: 40, endOnFailure: true, examples: [[cutBetween]] },
  )
}, 180_000)
