import { describe, expect, test } from 'vitest'
import { historyOf } from '#core/history/history.ts'
import { isEventType, isJobEvent, type StoredEvent } from '#core/ledger/ledger.ts'
import { by, dana, type Given, idOf, jobId, priya, recorded, tom } from '#test/core/given-when-then.ts'
import {
  bath,
  completed,
  created,
  jobWithTwoTasks,
  noteAdded,
  picture,
  priced,
  referred,
  tap,
  toEstimate,
} from '#test/core/job-events.ts'
import { memoryLedger } from '#test/core/memory-ledger.ts'
import { burstsOf } from './job-bursts.ts'

/** Events as stored in the log, each by a command of its own, this many seconds apart. */
const apart = (seconds: number, ...given: Given[]): StoredEvent[] =>
  recorded(...given).map((event, nth) => {
    const at = new Date(Date.parse('2026-11-19T08:00:00.000Z') + nth * seconds * 1_000).toISOString()
    return { ...event, commandId: `0193f000-0000-7000-8000-0000000${10_000 + nth}`, happenedAt: at, recordedAt: at }
  })
const bursts = (log: readonly StoredEvent[]) => burstsOf(historyOf(log))

describe('changes that one person makes close together are one burst', () => {
  test('with their net change', () => {
    const [burst, ...rest] = bursts(
      apart(30, jobWithTwoTasks, priced(tap, 1), priced(tap, 2), priced(bath, 5), priced(tap, 3)),
    )
    expect(burst?.kind).toBe('money')
    expect(burst?.sentence).toBe('set 2 prices')
    expect(burst?.groups.map(({ cause }) => cause.version)).toEqual([5, 4, 3, 2])
    expect(burst?.net).toEqual([
      { field: 'price', of: tap.description, to: 3 },
      { field: 'price', of: bath.description, to: 5 },
    ])
    expect(rest).toHaveLength(1)
  })

  test('a value that returned to its start is not a net change', () => {
    const [burst] = bursts(apart(30, jobWithTwoTasks, priced(tap, 1), priced(tap, 2), priced(tap, 1)))
    expect(burst?.net).toEqual([{ field: 'price', of: tap.description, to: 1 }])
    const log = apart(30, jobWithTwoTasks, priced(tap, 1), by(priya, priced(tap, 2)), by(priya, priced(tap, 1)))
    expect(bursts(log)[0]?.net).toEqual([])
  })

  test('but not by two people, of two kinds, or two minutes apart', () => {
    expect(bursts(apart(30, jobWithTwoTasks, priced(tap, 1), by(priya, priced(tap, 2))))).toHaveLength(3)
    expect(bursts(apart(30, jobWithTwoTasks, priced(tap, 1), noteAdded))).toHaveLength(3)
    expect(bursts(apart(120, jobWithTwoTasks, priced(tap, 1), priced(tap, 2)))).toHaveLength(3)
  })

  test('at least so many where earlier entries were not read, which may go on with them', () => {
    const note = (nth: number): Given =>
      by(tom, { type: 'NoteAdded', data: { noteId: idOf('d', nth), note: `${nth}` } })
    const log = apart(30, jobWithTwoTasks, ...[1, 2, 3, 4].map(note), priced(tap, 1), by(tom, priced(tap, 2)))
    const newest = historyOf(log).filter(({ version }) => version > 3)
    const sentences = (isCut: boolean) => burstsOf(newest, { isCut }).map(({ sentence }) => sentence)
    expect(sentences(true).at(-1)).toBe('added at least 2 comments')
    expect(sentences(false).at(-1)).toBe('added 2 comments')
    expect(sentences(true).slice(0, -1)).toEqual(sentences(false).slice(0, -1))
    const prices = historyOf(
      apart(30, jobWithTwoTasks, priced(tap, 1), priced(tap, 2), priced(bath, 5), priced(tap, 3)),
    )
    const [burst] = burstsOf(prices.slice(0, 4), { isCut: true })
    expect(burst?.sentence).toBe('set at least 2 prices')
  })

  test('two tasks of one name, and two photos, stay two', () => {
    const [one, other] = [1, 2].map((nth) => ({ taskId: idOf('c', nth), description: 'Paint' }))
    if (!one || !other) return expect.fail()
    const job = created({ ...one, status: 'not completed' }, { ...other, status: 'not completed' })
    const painted = bursts(apart(30, job, priced(one, 1), priced(other, 5), priced(one, 2), priced(other, 6)))
    expect(painted[0]?.net).toEqual([
      { field: 'price', of: 'Paint', to: 2 },
      { field: 'price', of: 'Paint', to: 6 },
    ])
    const alike = bursts(apart(30, job, completed(one), completed(other)))
    expect(alike[0]?.net).toEqual([{ field: 'status', of: 'Paint', from: 'not completed', to: 'completed' }])
    const [front, back] = [1, 2].map((nth) => idOf('e', nth))
    const described = (id: string | undefined, description: string): Given =>
      by(tom, { type: 'ImageDescribed', data: { imageId: id ?? '', description } })
    const added = [front, back].map(
      (id): Given => ({ type: 'ImageAdded', data: { ...picture, imageId: id ?? '', description: 'Hall' } }),
    )
    const words = bursts(
      apart(
        30,
        jobWithTwoTasks,
        ...added,
        described(front, 'Front'),
        described(back, 'Back'),
        described(front, 'Door'),
      ),
    )
    expect(words[0]?.net).toEqual([
      { field: 'description', from: 'Hall', to: 'Door' },
      { field: 'description', from: 'Hall', to: 'Back' },
    ])
  })

  test('two comments stay two changes', () => {
    const log = apart(
      30,
      jobWithTwoTasks,
      by(tom, noteAdded),
      by(tom, { type: 'NoteAdded', data: { noteId: jobId, note: 'Two' } }),
    )
    expect(bursts(log)[0]?.net.map((one) => one.to)).toEqual(['No answer at the door.', 'Two'])
    expect(bursts(log)[0]?.sentence).toBe('added 2 comments')
  })
})

test("a new job's sentence includes its office details, and several changes to one task make one sentence", () => {
  const ofOneCommand = recorded(jobWithTwoTasks, referred).map((event, ordinal) => ({
    ...event,
    ordinal,
    commandId: jobId,
  }))
  expect(bursts(ofOneCommand).map((one) => one.sentence)).toEqual([
    'created the job with work order WO-88209, agency Bright Oak Lettings, received by Dana Whitfield',
  ])
  const moved = apart(30, jobWithTwoTasks, completed(tap), toEstimate(tap))
  expect(bursts(moved)[0]?.sentence).toBe(`marked '${tap.description}' to estimate`)
  const back = apart(30, jobWithTwoTasks, completed(tap), completed(bath), toEstimate(tap))
  expect(bursts(back)[0]?.sentence).toBe('completed the task and marked to estimate')
  expect(bursts(apart(30, jobWithTwoTasks, completed(tap), completed(bath)))[0]?.sentence).toBe('completed 2 tasks')
  const marked = apart(30, jobWithTwoTasks, toEstimate(tap), completed(bath))
  expect(bursts(marked)[0]?.sentence).toBe('marked to estimate and completed the task')
})

test('the consequences of a change are shown under it', () => {
  const ledger = memoryLedger()
  ledger.handle(
    {
      type: 'CreateJob',
      data: { jobId, apartmentName: 'x', createdAt: '2026-11-19', tasks: [{ taskId: tap.taskId, description: 'Tap' }] },
    },
    dana,
  )
  ledger.handle({ type: 'CycleTask', data: { jobId, taskId: tap.taskId, from: 'not completed' } }, tom)
  const [burst] = burstsOf(historyOf(ledger.log.filter(isJobEvent)))
  expect(burst?.groups).toMatchObject([
    { cause: { type: 'TaskCompleted' }, consequences: [{ type: 'JobStatusChanged', changes: [{ to: 'completed' }] }] },
  ])
  expect(isEventType('TaskCompleted') && !isEventType('toString')).toBe(true)
})

test('an entry with a corrected time stays on its own, with both times', () => {
  const log = apart(30, jobWithTwoTasks, priced(tap, 1), priced(tap, 2), {
    type: 'TimeCorrected',
    data: { version: 3, happenedAt: '2026-11-18T17:00:00.000Z', reason: 'Logged the next morning' },
  })
  const entry = historyOf(log).find((one) => one.version === 3)
  expect(entry).toMatchObject({
    happenedAt: '2026-11-19T08:01:00.000Z',
    corrected: { happenedAt: '2026-11-18T17:00:00.000Z', reason: 'Logged the next morning', version: 4 },
  })
  expect(bursts(log)).toHaveLength(4)
})
