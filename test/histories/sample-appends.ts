import { randomUUID } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Event } from '#core/ledger/ledger.ts'
import { type Append, requestDigest } from '#ledger/log/append.ts'
import { priya } from '#test/core/given-when-then.ts'
import { jobCreated } from '#test/core/job-events.ts'

/** A note with a new id. */
export const sampleNote = (note = 'No answer at the door.'): Event => ({
  type: 'NoteAdded',
  data: { noteId: uuid(), note },
})

/** The append of a command with one event: by default a note by Priya on a new stream. */
export function sampleAppend(one: Partial<Append> & { companyId: string }): Append {
  const events = one.events ?? [sampleNote()]
  return {
    commandId: randomUUID(),
    request: requestDigest({ type: 'Test', data: events.map(({ data }) => data) }),
    stream: 'job',
    streamId: uuid(),
    expectedVersion: 0,
    actorId: priya.userId,
    actorRole: 'admin',
    happenedAt: '2026-11-20T09:00:00.123Z',
    clock: 'device',
    ...one,
    events,
  }
}

/** The append of a job's creation, which takes the company's next job number. */
export const sampleJobCreation = (one: Partial<Append> & { companyId: string }) =>
  sampleAppend({ events: [jobCreated], ...one })
