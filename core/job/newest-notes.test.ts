import { expect, test } from 'vitest'
import { isJobEvent } from '#core/ledger/ledger.ts'
import type { DecisionContext } from '#core/model/messages.ts'
import { predict } from '#core/prediction/prediction.ts'
import {
  by,
  companyId,
  type Given,
  idOf,
  jobId,
  maya,
  now,
  type Person,
  recorded,
  tom,
} from '#test/core/given-when-then.ts'
import { jobCreated } from '#test/core/job-events.ts'
import type { JobFacts } from './decision-rules.ts'
import { foldJob } from './fold/job-fold.ts'
import type { Job } from './job.ts'
import { noteCount, withKnownNotes, withNewestNotes } from './newest-notes.ts'

const noteId = (nth: number) => idOf('d', nth)
const added = (nth: number): Given =>
  by(tom, { type: 'NoteAdded', data: { noteId: noteId(nth), note: `Comment ${nth}` } })
const deleted = (nth: number): Given => by(tom, { type: 'NoteDeleted', data: { noteId: noteId(nth) } })
const many = (count: number) => Array.from({ length: count }, (_, index) => added(index + 1))

/** A whole job after these events, and as it is read. */
function jobOf(...events: Given[]): { whole: Job; read: Job } {
  const whole = foldJob(recorded(jobCreated, ...events).filter(isJobEvent))
  if (!whole) throw new Error('These events make no job.')
  return { whole, read: withNewestNotes(whole) }
}
const notesOf = ({ extraNotes }: Job) => extraNotes.map(({ note }) => Number(note.replace('Comment ', '')))
const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)
const none = new Set<string>()

test('a job is read with its newest fifty comments and the number of older ones', () => {
  const { read } = jobOf(...many(120))
  expect(notesOf(read)).toEqual(from(71, 120))
  expect([read.olderNotes, noteCount(read)]).toEqual([70, 120])
})

test('a job with fifty comments is read whole', () => {
  const { whole, read } = jobOf(...many(50))
  expect(read).toBe(whole)
})

test('a job with 2,000 of the longest comments takes about half a megabyte', () => {
  const longest = (nth: number): Given =>
    by(tom, { type: 'NoteAdded', data: { noteId: noteId(nth), note: 'a'.repeat(10_000) } })
  const { whole, read } = jobOf(...from(1, 2_000).map(longest))
  expect(JSON.stringify(read).length).toBeLessThan(515_000)
  expect(JSON.stringify(whole).length).toBeGreaterThan(20_000_000)
})

/** What a device that has read all of a job's comments knows. */
const knownWhole = (...events: Given[]): Job => ({ ...jobOf(...events).whole, olderNotes: 0 })

test('comments that a device has read stay when newer ones push them out of what is read', () => {
  const now = jobOf(...many(123)).read
  expect(notesOf(withKnownNotes(jobOf(...many(120)).read, now, none))).toEqual(from(71, 123))
  const joined = withKnownNotes(knownWhole(...many(120)), now, none)
  expect(notesOf(joined)).toEqual(from(1, 123))
  expect(noteCount(joined)).toBe(123)
})

test('after someone deletes an older comment only the newest are left, as the device cannot tell which it was', () => {
  const now = jobOf(...many(120), deleted(7)).read
  expect(withKnownNotes(knownWhole(...many(120)), now, none)).toBe(now)
})

test('an older comment that this device deletes goes, and the others stay', () => {
  const deleting = new Set([noteId(7)])
  const known = knownWhole(...many(120))
  expect(notesOf(withKnownNotes(known, jobOf(...many(120)).read, deleting))).toEqual(from(1, 120))
  const left = from(1, 120).filter((nth) => nth !== 7)
  expect(notesOf(withKnownNotes(known, jobOf(...many(120), deleted(7)).read, deleting))).toEqual(left)
})

test('comments that do not join what is read now are left out', () => {
  const now = jobOf(...many(200)).read
  expect(withKnownNotes(jobOf(...many(120)).read, now, none)).toBe(now)
})

const context = ({ userId, role }: Person): DecisionContext<JobFacts> => ({
  ...{ actorId: userId, actorRole: role, companyId, at: now, facts: {} },
})
const stamp = { commandId: idOf('f', 1), happenedAt: now, seq: 0 }

test('a device counts the comments that it has not read', () => {
  const add = { type: 'AddNote', data: { jobId, noteId: noteId(2_001), note: 'One more' } } as const
  expect(predict(jobOf(...many(1_999)).read, add, context(tom), stamp)).not.toHaveProperty('refused')
  expect(predict(jobOf(...many(2_000)).read, add, context(tom), stamp)).toMatchObject({ refused: 'job-full' })
})

test('a device leaves it to the server whether a comment that it has not read may be deleted', () => {
  const remove = { type: 'DeleteNote', data: { jobId, noteId: noteId(1) } } as const
  const { whole, read } = jobOf(...many(120))
  expect(predict(read, remove, context(tom), stamp)).toMatchObject({ document: { olderNotes: 69 } })
  expect(predict(whole, remove, context(maya), stamp)).toMatchObject({ refused: 'not-your-note' })
})
