import { describe, expect, test } from 'vitest'
import { type Event, isJobCommand } from '#core/ledger/ledger.ts'
import { predict } from '#core/prediction/prediction.ts'
import { companyId, given, idOf, jobAfter, jobId, now, tom } from '#test/core/given-when-then.ts'
import { jobCreated, jobWithoutTasks } from '#test/core/job-events.ts'

const many = (count: number, event: (nth: number) => Event) =>
  Array.from({ length: count }, (_, index) => event(index + 1))
const note = (nth: number): Event => ({ type: 'NoteAdded', data: { noteId: idOf('d', nth), note: 'Knocked.' } })
const photo = (nth: number) => ({ imageId: idOf('e', nth), src: '/jobs/tap.webp', description: '' })
const image = (nth: number): Event => ({ type: 'ImageAdded', data: photo(nth) })
const task = (nth: number): Event => ({
  type: 'TaskAdded',
  data: { taskId: idOf('c', nth), description: 'Tap', status: 'not completed' },
})
const pair = (nth: number): Event => ({
  type: 'ImagePaired',
  data: { imageId: idOf('e', nth), pairId: idOf('f', nth), side: 'before' },
})
const addNote = (nth: number) =>
  ({ type: 'AddNote', data: { jobId, noteId: idOf('d', nth), note: 'Knocked.' } }) as const
const addImage = (nth: number) => ({ type: 'AddImage', data: { jobId, ...photo(nth) } }) as const
const addTask = (nth: number) =>
  ({ type: 'AddTask', data: { jobId, taskId: idOf('c', nth), description: 'Tap' } }) as const
const pairImage = (nth: number) =>
  ({ type: 'PairImage', data: { jobId, imageId: idOf('e', nth), pairId: idOf('f', nth), side: 'before' } }) as const

const noMoreImages = 'This job has 500 images, the most that one job can have. Delete one before you add another.'

describe.each([
  {
    things: 'comments',
    full: [jobCreated, ...many(2_000, note)],
    add: addNote,
    most: 2_000,
    deleted: { type: 'NoteDeleted', data: { noteId: idOf('d', 7) } } satisfies Event,
    error: 'This job has 2,000 comments, the most that one job can have. Delete one before you add another.',
  },
  {
    things: 'images',
    full: [jobCreated, ...many(500, image)],
    add: addImage,
    most: 500,
    deleted: { type: 'ImageDeleted', data: { imageId: idOf('e', 7) } } satisfies Event,
    error: noMoreImages,
  },
  {
    things: 'tasks',
    full: [jobWithoutTasks, ...many(200, task)],
    add: addTask,
    most: 200,
    deleted: { type: 'TaskDeleted', data: { taskId: idOf('c', 7) } } satisfies Event,
    error: 'This job has 200 tasks, the most that one job can have. Delete one before you add another.',
  },
])('a job with as many $things as it can have', ({ full, add, most, deleted, error }) => {
  test('refuses another and says why', () =>
    given(...full)
      .when(add(most + 1))
      .refuses(error))
  test('takes another once one is deleted', () => {
    const command = add(most + 1)
    const job = jobAfter(...full, deleted)
    expect(
      predict(job, command, { actorId: tom.userId, actorRole: 'admin', companyId, at: now, facts: {} }, stamp),
    ).not.toHaveProperty('refused')
  })
  test('refuses another on the device too, before it is sent', () => {
    const command = add(most + 1)
    if (!isJobCommand(command)) throw new Error('These are commands of jobs.')
    expect(
      predict(
        jobAfter(...full),
        command,
        { actorId: tom.userId, actorRole: 'admin', companyId, at: now, facts: {} },
        stamp,
      ),
    ).toMatchObject({ error })
  })
})

const stamp = { commandId: idOf('f', 1), happenedAt: now, seq: 0 }

test('a repeated comment or photo of a full job is the one that it has', () => {
  given(jobCreated, ...many(2_000, note))
    .when(addNote(2_000))
    .givesNothing()
  given(jobCreated, ...many(500, image))
    .when(addImage(500))
    .givesNothing()
})

test('a job has as many pairs of photos as photos, also of photos that have not arrived', () => {
  const full = [jobCreated, ...many(500, pair)]
  given(...full)
    .when(pairImage(501))
    .refuses(noMoreImages)
  given(...full)
    .when(pairImage(500))
    .givesNothing()
})
