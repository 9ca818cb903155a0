import { expect, test } from 'vitest'
import { companyBursts } from '#core/history/bursts/company-bursts.ts'
import { burstsOf } from '#core/history/bursts/job-bursts.ts'
import { companyEntries } from '#core/history/company-history.ts'
import { erasuresIn, historyOf } from '#core/history/history.ts'
import { by, recorded, tom } from '#test/core/given-when-then.ts'
import * as a from '#test/core/job-events.ts'
import { events, isEventType, isPrivate, type StoredEvent } from './ledger.ts'
import { whyUnreadable } from './shapes.ts'
import { readableUntil } from './unreadable.ts'

const lived = recorded(a.jobCreated, by(tom, a.noteAdded), by(tom, a.taskCompleted), a.warned('', 'no access'))
/** The history with the event of a version changed. */
const changed = (version: number, over: object): StoredEvent[] =>
  lived.map((event) => (event.version === version ? Object.assign({}, event, over) : event))
const typesOf = (history: readonly StoredEvent[]) => history.map(({ type }) => type)

test('damaged data of any type stop no history, of a job or of the company', () => {
  for (const type of Object.keys(events)
    .filter(isEventType)
    .filter((one) => !isPrivate({ type: one })))
    for (const data of [null, [], 5, 'text']) {
      const history = changed(2, { type, data })
      const hashes = new Map(history.map(({ seq }) => [seq, 'ab']))
      const found = companyEntries(history, hashes, erasuresIn(history)).toReversed()
      expect(found.map(({ version }) => version)).toEqual([1, 2, 3, 4])
      expect(found[1], `${type} of ${JSON.stringify(data)}`).toMatchObject({
        sentence: 'made a change that cannot be read',
        unreadable: expect.stringContaining(`This change (${type}) was not written by Fettle as it stands here`),
        changes: [],
      })
      expect(historyOf(history)[1]?.sentence).toBe(`completed the task: ${a.tap.description}`)
    }
})

test('a field that only a newer release knows is ignored, as old and new programs run side by side during an upgrade', () => {
  const [event] = changed(2, { data: { ...a.noteAdded.data, colour: 'red' } }).slice(1)
  if (!event) throw new Error('There is one')
  expect(whyUnreadable(event)).toBeUndefined()
  expect(whyUnreadable({ ...event, data: { colour: 'red' } })?.message).toMatch(/NoteAdded.*noteId: .*note: /)
})

test('entries that cannot be read are not folded into one row, however soon one followed the other', () => {
  const history = lived.map((event) =>
    event.version === 2 || event.version === 3
      ? Object.assign({}, event, { type: 'JobTeleported', actorId: tom.userId })
      : event,
  )
  const hashes = new Map([2, 3].map((seq) => [seq, 'ab']))
  expect(companyBursts(companyEntries(history, hashes))).toHaveLength(2)
  expect(burstsOf(historyOf(history).filter(({ seq }) => hashes.has(seq)))).toHaveLength(2)
})

test('a stream is known up to its first event that cannot be read', () => {
  expect(typesOf(readableUntil(lived))).toEqual(typesOf(lived))
  expect(typesOf(readableUntil(changed(3, { type: 'JobTeleported' })))).toEqual(['JobCreated', 'NoteAdded'])
})
