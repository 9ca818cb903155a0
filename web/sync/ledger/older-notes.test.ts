import { expect, test } from 'vitest'
import type { Job } from '#core/job/job.ts'
import type { JobCommand } from '#core/job/messages.ts'
import { notesPage, withNewestNotes } from '#core/job/newest-notes.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { predict } from '#core/prediction/prediction.ts'
import { idOf, jobAfter, jobId, now, tom } from '#test/core/given-when-then.ts'
import { jobCreated } from '#test/core/job-events.ts'
import type { Entry } from '#web/sync/outbox/outbox.ts'
import { contextOf } from './asker-context.ts'
import { emptyLedger, type LedgerState, withOlderNotes, withRead } from './ledger-state.ts'
import { withPush, withStale } from './pushed-state.ts'
import { shownJob } from './shown-documents.ts'

const noteId = (nth: number) => idOf('d', nth)
const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)
const by = { userId: tom.userId, userRole: 'team', timestamp: now }
/** The server's job with these comments. */
const jobWith = (...nths: number[]): Job => ({
  ...jobAfter(jobCreated),
  extraNotes: nths.map((nth) => ({ noteId: noteId(nth), note: `Comment ${nth}`, ...by })),
})
const shown = (state: LedgerState) =>
  shownJob(state, jobId)?.extraNotes.map(({ note }) => Number(note.replace('Comment ', '')))

const asker = { userId: tom.userId, userRole: 'team', companyId: idOf('f', 1) } as const
/** A device that has read a job, and all of its older comments. */
function readWhole(...nths: number[]): LedgerState {
  const read = withNewestNotes(jobWith(...nths))
  let state = withRead({ ...emptyLedger, asker }, jobId, { body: read, seq: 10 })
  for (let first = nths.length - notesPage; first > 0; first -= notesPage) {
    const older = Math.max(0, first - notesPage)
    const notes = jobWith(...nths.slice(older, first)).extraNotes
    state = withOlderNotes(state, jobId, noteId(nths[first] ?? 0), { notes, older, people: {}, seq: 10 })
  }
  return state
}
const pushed = (state: LedgerState, seq: number, ...nths: number[]) =>
  withPush(state, 'job', seq, [withNewestNotes(jobWith(...nths))], [])

test('older comments come before those shown, a page at a time', () => {
  const state = readWhole(...from(1, 130))
  expect(shown(state)).toEqual(from(1, 130))
  expect(shownJob(state, jobId)?.olderNotes).toBe(0)
})

test('a page that does not join what is shown any more is left out', () => {
  const state = readWhole(...from(1, 60))
  const notes = jobWith(900).extraNotes
  expect(shown(withOlderNotes(state, jobId, noteId(11), { notes, older: 0, people: {}, seq: 10 }))).toEqual(from(1, 60))
})

test('a pushed or read job with a newer comment keeps the older ones', () => {
  const state = readWhole(...from(1, 130))
  expect(shown(pushed(state, 11, ...from(1, 131)))).toEqual(from(1, 131))
  const read = withNewestNotes(jobWith(...from(1, 132)))
  expect(shown(withRead(state, jobId, { body: read, seq: 12 }))).toEqual(from(1, 132))
})

test('a comment of this person that they delete goes at once, and stays away when the server has deleted it', () => {
  const command: JobCommand = { type: 'DeleteNote', data: { jobId, noteId: noteId(3) } }
  const stamp = { commandId: idOf('f', 7), happenedAt: now, seq: 10 }
  const outcome = predict(jobWith(3), command, contextOf(asker, stamp), stamp)
  if (isRefusal(outcome)) throw new Error(outcome.error)
  const deletion: Entry = { ...stamp, command, events: outcome.events, state: 'waiting' }
  const left = from(1, 130).filter((nth) => nth !== 3)
  const state = { ...readWhole(...from(1, 130)), queue: [deletion] }
  expect(shown(state)).toEqual(left)
  const confirmed = pushed(state, 11, ...left)
  expect(shown({ ...confirmed, queue: [{ ...deletion, state: 'accepted', seq: 11 }] })).toEqual(left)
})

test('after a colleague deletes an older comment the newest are shown, and the others can be read again', () => {
  const left = from(1, 130).filter((nth) => nth !== 3)
  const state = pushed(readWhole(...from(1, 130)), 11, ...left)
  expect(shown(state)).toEqual(from(81, 130))
  expect(shownJob(state, jobId)?.olderNotes).toBe(79)
})

test('after a replay, as after an erasure, no older comment is shown as it was before', () => {
  const state = withStale(readWhole(...from(1, 130)), 'job', 11)
  expect(shown(state)).toEqual(from(81, 130))
  const read = withNewestNotes(jobWith(...from(1, 130)))
  expect(shown(withRead(state, jobId, { body: read, seq: 12 }))).toEqual(from(81, 130))
})
