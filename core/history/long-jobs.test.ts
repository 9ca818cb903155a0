import { expect, test, vi } from 'vitest'
import { attendancesOf } from '#core/evidence/attendances.ts'
import { evidenceOf } from '#core/evidence/evidence.ts'
import { photosOf } from '#core/evidence/photos.ts'
import { signaturesOf } from '#core/evidence/signatures.ts'
import { foldJob } from '#core/job/fold/job-fold.ts'
import { lastTaskChange } from '#core/job/task-conflict.ts'
import { type Event, isJobEvent, type StoredEvent } from '#core/ledger/ledger.ts'
import { by, idOf, recorded, tom } from '#test/core/given-when-then.ts'
import { booking, jobCreated, jobScheduled, tap } from '#test/core/job-events.ts'
import { burstsOf } from './bursts/job-bursts.ts'
import { companyEntries } from './company-history.ts'
import { historyOf } from './history.ts'
import { lastValueChange } from './value-conflict.ts'

// A second each on an idle machine; the timeout is for a busy one.
vi.setConfig({ testTimeout: 60_000 })

/** What a job can have many of: the nth event or events of each kind. */
const kinds: Record<string, (nth: number) => Event[]> = {
  comments: (nth) => [{ type: 'NoteAdded', data: { noteId: idOf('d', nth), note: 'No answer at the door.' } }],
  'comments added and deleted': (nth) => [
    { type: 'NoteAdded', data: { noteId: idOf('d', nth), note: 'No answer at the door.' } },
    ...(nth % 2 === 0 ? [{ type: 'NoteDeleted', data: { noteId: idOf('d', nth - 1) } } as const] : []),
  ],
  images: (nth) => [
    { type: 'ImageAdded', data: { imageId: idOf('e', nth), src: '/jobs/tap.webp', description: '' } },
    { type: 'ImageDescribed', data: { imageId: idOf('e', nth), description: 'The tap' } },
  ],
  tasks: (nth) => [
    { type: 'TaskAdded', data: { taskId: idOf('c', nth + 1), description: 'Tap', status: 'not completed' } },
    { type: 'TaskPriced', data: { taskId: idOf('c', nth + 1), price: 4_000 } },
    { type: 'TaskCompleted', data: { taskId: idOf('c', nth + 1) } },
  ],
  'arrivals and signatures': (nth) => [
    { type: 'ArrivedOnSite', data: { arrivalId: idOf('f', 10_000 + nth), jobBookingId: booking.jobBookingId } },
    { type: 'LeftSite', data: { arrivalId: idOf('f', 10_000 + nth) } },
    { type: 'SignatureNotGiven', data: { signatureId: idOf('f', 50_000 + nth), reason: 'not at home' } },
  ],
}

const ofMany = (kind: (nth: number) => Event[], count: number): StoredEvent[] =>
  recorded(
    jobCreated,
    jobScheduled,
    ...Array.from({ length: count }, (_, nth) => kind(nth + 1).map((event) => by(tom, event))).flat(),
  )

/** Everything that is read of a job's events. */
function readAll(events: readonly StoredEvent[]) {
  const ofJob = events.filter(isJobEvent)
  const history = historyOf(events)
  burstsOf(history)
  companyEntries(events, new Map(events.map(({ seq }) => [seq, ''])))
  foldJob(ofJob)
  lastTaskChange(ofJob, tap.taskId)
  const price = { jobId: idOf('b', 1), taskId: tap.taskId, price: 1, from: {} }
  lastValueChange(ofJob, { type: 'PriceTask', data: price }, 'office')
  const evidence = evidenceOf(events, { copy: 'office', prices: true, notes: true, zone: 'Europe/London' })
  attendancesOf(evidence, 'Europe/London')
  photosOf(evidence)
  signaturesOf(evidence)
}

/** The methods that go through an array. What ends early counts as the whole array. */
const walks = [
  ...[
    'concat',
    'every',
    'filter',
    'find',
    'findIndex',
    'findLast',
    'flatMap',
    'forEach',
    'includes',
    'indexOf',
    'join',
  ],
  ...[
    'map',
    'reduce',
    'slice',
    'some',
    'sort',
    'splice',
    'toReversed',
    'toSorted',
    'entries',
    'values',
    Symbol.iterator,
  ],
]

/** How many entries of arrays a work goes through; unlike its time, the same on every machine. */
function entriesVisited(work: () => void): number {
  let visited = 0
  const restored = walks.map((name) => {
    const own = Object.getOwnPropertyDescriptor(Array.prototype, name) ?? {}
    const counted = function (this: readonly unknown[], ...given: unknown[]) {
      visited += this.length
      return Reflect.apply(own.value, this, given)
    }
    Object.defineProperty(Array.prototype, name, { ...own, value: counted })
    return () => Object.defineProperty(Array.prototype, name, own)
  })
  try {
    work()
  } finally {
    for (let at = 0; at < restored.length; at += 1) restored[at]?.()
  }
  return visited
}

test('the count of entries sees a search through a growing list', () => {
  const search = (length: number) => () => {
    const list: number[] = []
    for (let nth = 0; nth < length; nth += 1) if (!list.includes(nth)) list.push(nth)
  }
  expect(entriesVisited(search(400)) / entriesVisited(search(100))).toBeGreaterThan(15)
})

test.each(Object.keys(kinds))('the work of reading a job grows with its events, also with many %s', (name) => {
  const kind = kinds[name] ?? (() => [])
  const [few, more, most] = [200, 800, 3_200].map((count) => ofMany(kind, count))
  if (!few || !more || !most) throw new Error('There are three sizes.')
  const ofMore = entriesVisited(() => readAll(more))
  expect(ofMore / entriesVisited(() => readAll(few))).toBeLessThan(5)
  expect(entriesVisited(() => readAll(most)) / ofMore).toBeLessThan(5)
})
